// Offline copies of tables whose players all share this phone: played here offline, and sent when there is a
// connection.
//
// A copy is { code, log, entries, at }: the log and its contents at that time, as JSON, and the entries since then, each as { url,
// body, sent }. The phone rolls the same dice as the server, so its entries are simply sent again in order; the table
// ignores those it already has.

const TABLE = /^\/t\/([A-Z0-9]+)(?:\/(.*))?$/;
const ENTRIES = ["moves", "undo", "manage"];
const STANDPOINT = ["mine", "show", "drawn", "laid", "csrf_token"]; // fields about the view, not about the entry
const SEND_MS = 4000; // the player waits for an entry
const SYNC_MS = 10_000;
const MOST_SENT = 20; // then fetch a new copy, so that there is little to replay
const MOST_COPIES = 5;

let copies = null; // code → copy; null until they are loaded
let isDown = false; // the companion did not answer; pages report when it does again
const played = new Map(); // code → number of entries that Python on the phone has replayed
let line = Promise.resolve(); // requests run one after the other

const unsent = (copy) => copy.entries.filter(({ sent }) => !sent);
const keyOf = (code) => `table ${code}`;

async function readCopies() {
  const kept = await recallAll(keyOf(""));
  copies = new Map(kept.sort((one, other) => one.at - other.at).map((copy) => [copy.code, copy]));
}

const saveCopy = (copy) => remember(keyOf(copy.code), copy);

async function dropCopy(code) {
  copies.delete(code);
  played.delete(code);
  await forget(keyOf(code));
}

function inLine(act) {
  const turn = line.then(act);
  line = turn.catch(() => {});
  return turn;
}

const addressOf = (code) => `${HOME}t/${code}/copy`;

/** Fetch the current table. The server decides whether this phone may have it. */
async function takeCopy(url) {
  const [, code] = TABLE.exec(url.slice(HOME.length - 1)) ?? [];
  const copy = copies.get(code);
  if (!code || isDown || !(await isPrepared()) || (copy && unsent(copy).length)) return;
  const answer = await post(url, "", await fetchToken());
  if (answer.ok) {
    const fresh = { code, log: await answer.text(), entries: [], at: Date.now() };
    await dropCopy(code);
    copies.set(code, fresh);
    await saveCopy(fresh);
    const old = [...copies.values()].slice(0, -MOST_COPIES).filter((other) => !unsent(other).length);
    for (const other of old) await dropCopy(other.code);
  } else if (answer.status < 500) {
    await dropCopy(code); // the game is over, or others play too
  }
}

function post(url, body, token, ms = SYNC_MS) {
  const headers = { "Content-Type": "application/x-www-form-urlencoded", "X-CSRFToken": token, "X-Parts": "none" };
  return fetch(url, { method: "POST", headers, body, signal: AbortSignal.timeout(ms) });
}

async function fetchToken() {
  const page = await fetch(OFFLINE, { cache: "no-store", signal: AbortSignal.timeout(SYNC_MS) }).then((answer) => answer.text());
  return /name="csrf-token" content="([^"]*)"/.exec(page)?.[1] ?? "";
}

/** Answer a request to a copied table: the companion if it can be reached, else the phone. */
async function atTable(copy, request, what) {
  if (request.method === "POST" && !ENTRIES.includes(what)) return changeOtherwise(copy, request);
  const fields = request.method === "POST" ? new URLSearchParams(await request.text()) : null;
  const entry = fields && makeEntry(copy, request.url, fields);
  const asked = { method: request.method, url: request.url, headers: readHeaders(request, fields) };
  const body = fields && withStandpoint(entry, fields);
  if (!isDown) {
    try {
      await send(copy);
      const signal = AbortSignal.timeout(SEND_MS);
      const answer = await (entry ? fetch(asked.url, { ...asked, body, signal }) : fetch(request, { signal }));
      if (!isUp(answer)) throw new Error(answer.status);
      if (entry && answer.ok) await note(copy, entry, true);
      return answer;
    } catch {
      isDown = true;
    }
  }
  return answerHere(copy, asked, entry, body);
}

/** For changes that a copy cannot replay, such as a photographed sheet: fetch a new copy. */
async function changeOtherwise(copy, request) {
  const answer = await fetch(request);
  if (!request.url.endsWith("/copy")) inLine(() => takeCopy(addressOf(copy.code))).catch(() => {});
  return answer;
}

function readHeaders(request, fields) {
  const headers = { "x-csrftoken": fields?.get("csrf_token") };
  for (const name of ["content-type", "x-csrftoken", "x-parts"]) headers[name] = request.headers.get(name) ?? headers[name];
  return Object.fromEntries(Object.entries(headers).filter(([, value]) => value));
}

/** Build the stored form of an entry, with a nonce for the dice; a retry reuses it. */
function makeEntry(copy, url, fields) {
  const body = new URLSearchParams([...fields].filter(([name]) => !STANDPOINT.includes(name)));
  const same = body.toString();
  const known = copy.entries.find((entry) => entry.url === url && entry.same === same);
  if (known) return known;
  if (!body.has("nonce")) body.set("nonce", crypto.randomUUID());
  return { url, same, body: body.toString() };
}

function withStandpoint({ body }, fields) {
  return new URLSearchParams([...new URLSearchParams(body), ...[...fields].filter(([name]) => STANDPOINT.includes(name))]).toString();
}

async function note(copy, entry, sent) {
  if (copies.get(copy.code) !== copy) return; // it was refused meanwhile
  if (!copy.entries.includes(entry)) copy.entries.push(entry);
  entry.sent = sent;
  await saveCopy(copy);
  if (sent && copy.entries.length >= MOST_SENT) inLine(() => takeCopy(addressOf(copy.code))).catch(() => {});
}

async function answerHere(copy, asked, entry, body) {
  if (!(await replay(copy))) return Response.error();
  const answer = await askPhone(asked, body ?? "");
  if (entry && answer?.ok) {
    const isNew = !copy.entries.includes(entry);
    await note(copy, entry, entry.sent ?? false);
    if (isNew) played.set(copy.code, copy.entries.length);
  }
  return answer ?? Response.error();
}

/** Load the copy into the phone's table and replay its entries; delete the copy if that fails and nothing is unsent. */
async function replay(copy) {
  if (!(await isPrepared())) return false;
  const phone = await startPhone();
  if (!played.has(copy.code)) {
    phone.loadTable(copy.code, copy.log);
    played.set(copy.code, 0);
  }
  for (const entry of copy.entries.slice(played.get(copy.code))) {
    const headers = { "content-type": "application/x-www-form-urlencoded", "x-parts": "none" };
    const answer = await askPhone({ method: "POST", url: entry.url, headers }, entry.body);
    if (!answer?.ok) {
      played.delete(copy.code);
      if (!unsent(copy).length) await dropCopy(copy.code);
      return false;
    }
    played.set(copy.code, played.get(copy.code) + 1);
  }
  return true;
}

/** Send entries that were made offline. Throws if the companion cannot be reached. */
async function send(copy) {
  const waiting = unsent(copy);
  if (!waiting.length) return;
  const token = await fetchToken();
  for (const entry of waiting) {
    const answer = await post(entry.url, entry.body, token);
    if (answer.status >= 500 || answer.status === 429) throw new Error(answer.status);
    if (!answer.ok) {
      const isSentence = answer.headers.get("Content-Type")?.startsWith("text/plain");
      await refuse(copy, isSentence ? await answer.text() : "");
      return;
    }
    entry.sent = true;
    await saveCopy(copy);
  }
  await tell({ sent: waiting.length, code: copy.code });
}

/** The server refused a move: report the rest to the player instead of dropping it. */
async function refuse(copy, reason) {
  const moves = unsent(copy).map(({ body }) => new URLSearchParams(body).get("move")).filter(Boolean);
  const refused = [...((await recall("refused")) ?? []), { code: copy.code, reason, moves }];
  await remember("refused", refused);
  await dropCopy(copy.code);
  await tell({ diverged: copy.code });
}

async function sendAll() {
  for (const copy of [...copies.values()]) await inLine(() => send(copy)).catch(() => (isDown = true));
}

async function tell(news) {
  for (const page of await self.clients.matchAll({ type: "window" })) page.postMessage(news);
}

const reading = readCopies().catch(() => (copies = new Map())); // private windows have no storage
