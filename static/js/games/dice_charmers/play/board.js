// The board: fetch it after a change and replace the parts that differ.

import { makeFollower, makeUpdater, parse, swap } from "../../../lib/parts.js";

export const play = document.getElementById("play");
export const status = () => document.getElementById("status").dataset;
export const version = () => Number(status().version);

const sheet = document.getElementById("sheet");
const listeners = [];
let chosen = ""; // the seat of another player whose sheet is shown
let { drawn } = status(); // a short name for the strokes on the sheet
let inked = 0; // the last version whose strokes came with its event
const AFTER_INK_MS = 80; // players wait for the mark: paint it first, update the rest later

export const refresh = makeUpdater(() => `${play.dataset.board}?${standpoint()}`, show, reload);
export const { awaitAnswer, catchUp, hear: hearOf } = makeFollower(version, refresh);

/** Call back after every change, with the status as it was before. */
export function onChange(listener) {
  listeners.push(listener);
}

/** Return the query fields of every request: the seat of this device, and whose sheet it shows. */
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

/** Handle an event; if its strokes were already drawn, delay the board update a little. */
export function hear(event) {
  hearOf(event, event <= inked ? AFTER_INK_MS : 0);
}

/** Draw strokes that came with an event, if the sheet has not changed otherwise; the board follows. */
export function ink({ version: since, sheets }) {
  const sheet = sheets[status().shown];
  if (sheet?.before !== drawn || since <= version()) return;
  clearHighlights();
  const parts = Object.entries(sheet.areas).map(([area, strokes]) => {
    const part = document.getElementById(`pen-${area}`).cloneNode(false);
    part.innerHTML = strokes;
    return part;
  });
  exchange(parts);
  drawn = sheet.drawn;
  inked = since;
}

function clearHighlights() {
  for (const stroke of document.querySelectorAll(".pen-layer .fresh")) stroke.classList.remove("fresh");
}

export function reload() {
  location.replace(play.dataset.page);
}

/** Put fresh parts in place of the old ones, unless they are older than what is shown. */
export function show(markup) {
  const fresh = parse(markup);
  const news = fresh.getElementById("status").dataset;
  if (Number(news.version) < Math.max(version(), inked)) return;
  const before = { ...status() };
  if (news.phase !== before.phase || news.own !== before.own || news.host !== before.host) {
    reload(); // this is a different page now
    return;
  }
  if (chosen && news.acting && news.acting !== before.acting && news.acting === news.mine) {
    chosen = ""; // my turn begins: show my sheet
    refresh();
  }
  if (Number(news.version) > Math.max(version(), inked)) clearHighlights();
  if (fresh.querySelector(".pen-layer")) drawn = news.drawn;
  steadily(() => exchange(fresh.children));
  if (drawn !== news.drawn) refresh(); // new ink arrived while the server left out strokes as known
  for (const listener of listeners) listener(before);
}

/** Keep the sheet at its place on the screen while the parts above it change their height, unless the dice are in view.
 * */
function steadily(change) {
  const looking = document.querySelector(".dice-away") !== null;
  const before = looking && sheet.getBoundingClientRect().top;
  change();
  if (looking) scrollBy({ top: sheet.getBoundingClientRect().top - before, behavior: "instant" });
}

function exchange(parts) {
  swap(parts, {
    prepare(old, part) {
      if (part.id.startsWith("pen-")) highlight(old, part);
      if (part.id === "tray") tumble(old, part);
    },
    fallback: (part) => document.getElementById(part).querySelector("button") ?? document.getElementById("prompt"),
  });
}

/** Mark strokes that were not there before. */
function highlight(old, part) {
  const known = new Set([...old.querySelectorAll("path")].map((path) => path.getAttribute("d")));
  for (const path of part.querySelectorAll("path")) {
    if (!known.has(path.getAttribute("d"))) path.classList.add("fresh");
  }
}

/** Roll dice that show another face than before. */
function tumble(old, part) {
  for (const die of part.querySelectorAll("[data-die]")) {
    const before = old.querySelector(`[data-die="${die.dataset.die}"]`);
    if (die.dataset.face && before?.dataset.face !== die.dataset.face) die.classList.add("rolled");
  }
}
