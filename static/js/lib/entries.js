// The outbox of a page: entries are sent one after the other, and each is entered exactly once.

import { parse, pause } from "./parts.js";
import { recall, remember } from "./storage.js";

const ANSWER_MS = 6000;
const START_MS = 60_000; // when offline, Python on the phone may have to start first
const isCopied = () => document.documentElement.hasAttribute("data-copied");
const MOST_RENEWALS = 3; // another tab may start a new session at the same moment
const tokenOf = (page) => page.querySelector("meta[name=csrf-token]")?.content;
let csrf = tokenOf(document);

/** Fetch a token of the current session. Return undefined without an answer. */
export async function fetchToken(url) {
  const page = await fetch(url, { cache: "no-store" }).then((answer) => answer.text(), () => "");
  return tokenOf(parse(page));
}

/**
 * Return the outbox of a page. An entry is { url, fields: [[name, value], …], independent }. It is sent with the
 * version that the page shows, and again with the same version until there is an answer: the table recognises an entry
 * that it has already. If the table has changed meanwhile, an independent entry, which does not depend on what others
 * entered, is sent again with the newest version. Entries without an answer are kept, even if the app is closed.
 *
 * The page provides `key`, the name under which entries are stored, version(), standpoint() with the fields of every
 * request, show(parts), update() which fetches them, reload(), waiting(why) with "offline" or "unavailable", and
 * awaitAnswer(awaited).
 */
export function outbox(page) {
  const queue = (recall(page.key, "localStorage") ?? []).map((entry) => ({ entry, settle: () => {} }));
  let busy = false;
  let failing = false;

  /** Send entries that belong together, until one is refused. Resolve to the last answer: { ok, status, text, late }. */
  function send(...entries) {
    return new Promise((settle) => {
      entries.forEach((entry, which) => queue.push({ entry: { ...entry, follows: which > 0 }, settle: () => {} }));
      queue.at(-1).settle = settle;
      if (failing || isCopied()) save(); // nothing is lost if the page is left while Python starts
      deliverAll();
    });
  }

  async function deliverAll() {
    if (busy) return;
    busy = true;
    while (queue.length) {
      const answer = await deliver(queue[0].entry);
      let { settle } = queue.shift();
      while (!answer.ok && queue[0]?.entry.follows) ({ settle } = queue.shift()); // skip what depends on a refused entry
      if (failing || isCopied()) save();
      failing &&= queue.length > 0; // keep saving until the queue is empty
      if (!queue.length) busy = false;
      if (answer.ok) page.show(answer.text);
      else if (!answer.plain) page.reload(); // the answer is an error page: show the page again, which explains it
      settle(answer);
    }
    busy = false;
  }

  async function deliver(entry) {
    entry.version ??= page.version();
    let renewals = 0;
    for (;;) {
      page.awaitAnswer(true);
      const answer = await post(entry);
      page.awaitAnswer(false);
      if (answer === null || answer.status >= 500) {
        failing = entry.late = true;
        save();
        page.waiting(answer === null ? "offline" : "unavailable");
        await pause(answer?.retryAfter);
      } else if (answer.status === 409 && entry.independent) {
        await page.update();
        entry.version = page.version();
      } else if (answer.status === 400 && !answer.plain && renewals < MOST_RENEWALS) {
        renewals += 1; // the session has changed, as when the app was closed meanwhile
        csrf = (await fetchToken(location.pathname)) || csrf;
      } else {
        return { ...answer, late: entry.late };
      }
    }
  }

  /** Return the answer, or null if there was none. Retries once, because Safari does not when a connection was just
   * closed. */
  async function post(entry) {
    try {
      return await attempt(entry);
    } catch (error) {
      if (error.name === "TimeoutError") return null;
    }
    return attempt(entry).catch(() => null);
  }

  async function attempt({ url, fields, version }) {
    const body = new URLSearchParams(fields);
    body.set("version", version);
    for (const [name, value] of page.standpoint()) body.set(name, value);
    const headers = { "X-CSRFToken": csrf, "X-Parts": "1" };
    const answer = await fetch(url, { method: "POST", body, headers, signal: AbortSignal.timeout?.(isCopied() ? START_MS : ANSWER_MS) });
    return {
      ok: answer.ok,
      status: answer.status,
      text: await answer.text(),
      plain: answer.headers.get("Content-Type")?.startsWith("text/plain"),
      retryAfter: Number(answer.headers.get("Retry-After")) * 1000 || undefined,
    };
  }

  function save() {
    remember(page.key, queue.map(({ entry }) => entry), "localStorage");
  }

  return {
    send,
    get busy() {
      return busy;
    },
    /** Send entries left over from an earlier visit; call `then` with the last answer. */
    resume(then) {
      if (!queue.length) return;
      failing = true;
      queue[queue.length - 1].settle = then;
      deliverAll();
    },
  };
}
