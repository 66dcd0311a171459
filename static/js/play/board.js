// The board in parts: fetch what has changed, put each part where it belongs, leave the rest alone.

export const play = document.getElementById("play");
export const status = () => document.getElementById("status").dataset;
export const version = () => Number(status().version);

const shownBefore = new Map(); // part → its markup when it came
const listeners = [];
let chosen = ""; // somebody else's sheet that is being looked at
let updating = null;
let again = false;
let newest = 0; // the last event heard of
let { drawn } = status(); // a short name for the strokes on the sheet
let inked = 0; // the last version whose strokes came by themselves
let entering = false; // the answer to an entry is awaited, and brings the board along
const LINGERING_MS = 300;
const AFTER_INK_MS = 80; // the mark is what everybody waits for: first it is painted everywhere, then the rest follows

/** Call back after every change, with the status as it was before. */
export function onChange(listener) {
  listeners.push(listener);
}

/** What every request tells: from which seat this device looks, and whose sheet it wants to see. */
export function standpoint(values = {}) {
  const query = new URLSearchParams(values);
  if (status().mine) query.set("mine", status().mine);
  if (chosen) query.set("show", chosen);
  query.set("drawn", drawn); // what need not be sent again
  query.set("laid", status().laid);
  return query;
}

export function choose(seat) {
  chosen = seat === status().mine ? "" : seat;
  return refresh();
}

/** Something has happened. An own entry's answer shows it by itself, unless it lingers; several events are one look. */
export function hear(event) {
  newest = Math.max(newest, event);
  if (entering) setTimeout(catchUp, LINGERING_MS);
  else if (newest <= inked) setTimeout(catchUp, AFTER_INK_MS);
  else catchUp();
}

/** Strokes that came with the news of them, for a sheet that is just as it was before; the board follows. */
export function ink({ version: since, sheets }) {
  const sheet = sheets[status().shown];
  if (sheet?.before !== drawn || since <= version()) return;
  fade();
  for (const [area, strokes] of Object.entries(sheet.areas)) {
    const part = document.getElementById(`pen-${area}`).cloneNode(false);
    part.innerHTML = strokes;
    replace(part);
  }
  drawn = sheet.drawn;
  inked = since;
}

/** What was fresh is so no longer. */
function fade() {
  for (const stroke of document.querySelectorAll(".pen-layer .fresh")) stroke.classList.remove("fresh");
}

export function awaitAnswer(awaited) {
  entering = awaited;
}

export function catchUp() {
  if (newest > version() && !updating) refresh();
}

/** Calls that come while one is under way are one more at the end. */
export function refresh() {
  if (updating) {
    again = true;
    return updating;
  }
  updating = fetchBoard().finally(() => {
    updating = null;
    if (!again) return;
    again = false;
    refresh();
  });
  return updating;
}

async function fetchBoard() {
  let answer, parts;
  try {
    answer = await fetch(`${play.dataset.board}?${standpoint()}`, { cache: "no-store", signal: AbortSignal.timeout?.(8000) });
    parts = await answer.text();
  } catch {
    setTimeout(refresh, 1000);
    return;
  }
  if (answer.ok) {
    show(parts);
    again ||= newest > version();
  } else if (answer.status >= 500 || answer.status === 429) setTimeout(refresh, 1000);
  else reload();
}

export function reload() {
  location.replace(play.dataset.page);
}

/** Put fresh parts in place of the old ones, unless they are older than what is shown. */
export function show(markup) {
  const fresh = document.createElement("template");
  fresh.innerHTML = markup;
  const news = fresh.content.getElementById("status").dataset;
  if (Number(news.version) < Math.max(version(), inked)) return;
  const before = { ...status() };
  if (news.phase !== before.phase || news.own !== before.own || news.host !== before.host) {
    reload(); // another page now
    return;
  }
  if (chosen && news.acting && news.acting !== before.acting && news.acting === news.mine) {
    chosen = ""; // my turn begins: my sheet
    refresh();
  }
  const focused = focus();
  if (Number(news.version) > Math.max(version(), inked)) fade();
  if (fresh.content.querySelector(".pen-layer")) drawn = news.drawn;
  for (const part of [...fresh.content.children]) replace(part);
  if (drawn !== news.drawn) refresh(); // strokes were left out as known, and then ink came
  restore(focused);
  for (const listener of listeners) listener(before);
}

function replace(part) {
  const markup = part.outerHTML;
  if (shownBefore.get(part.id) === markup) return;
  shownBefore.set(part.id, markup);
  const old = document.getElementById(part.id);
  if (part.id.startsWith("pen-")) highlight(old, part);
  if (part.id === "tray") tumble(old, part);
  old.replaceWith(part);
}

/** Strokes that were not there before. */
function highlight(old, part) {
  const known = new Set([...old.querySelectorAll("path")].map((path) => path.getAttribute("d")));
  for (const path of part.querySelectorAll("path")) {
    if (!known.has(path.getAttribute("d"))) path.classList.add("fresh");
  }
}

/** Dice that show another face than before have been rolled. */
function tumble(old, part) {
  for (const die of part.querySelectorAll("[data-die]")) {
    const before = old.querySelector(`[data-die="${die.dataset.die}"]`);
    if (die.dataset.face && before?.dataset.face !== die.dataset.face) die.classList.add("rolled");
  }
}

// A keyboard keeps its place: on the same thing if there still is one, else on what is asked now.

function focus() {
  const here = document.activeElement;
  if (!here || here === document.body) return null;
  return { element: here, id: here.id, part: here.closest("#moves, #tray, #foot, #players, #status")?.id };
}

function restore(focused) {
  if (!focused || focused.element.isConnected) return;
  const same = focused.id && document.getElementById(focused.id);
  const first = document.getElementById(focused.part)?.querySelector("button");
  (same || first || document.getElementById("prompt")).focus({ preventScroll: true });
}
