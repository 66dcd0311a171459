// The board in parts: fetch what has changed, put each part where it belongs, leave the rest alone.

import { follower, parse, swap, updater } from "../lib/parts.js";

export const play = document.getElementById("play");
export const status = () => document.getElementById("status").dataset;
export const version = () => Number(status().version);

const sheet = document.getElementById("sheet");
const listeners = [];
let chosen = ""; // somebody else's sheet that is being looked at
let { drawn } = status(); // a short name for the strokes on the sheet
let inked = 0; // the last version whose strokes came by themselves
const AFTER_INK_MS = 80; // the mark is what everybody waits for: first it is painted everywhere, then the rest follows

export const refresh = updater(() => `${play.dataset.board}?${standpoint()}`, show, reload);
export const { awaitAnswer, catchUp, hear: hearOf } = follower(version, refresh);

/** Call back after every change, with the status as it was before. */
export function onChange(listener) {
  listeners.push(listener);
}

/** Return what every request tells: from which seat this device looks, and whose sheet it wants to see. */
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

/** Something has happened; where its strokes are here already, the board can wait a little. */
export function hear(event) {
  hearOf(event, event <= inked ? AFTER_INK_MS : 0);
}

/** Draw strokes that came with their event, for a sheet that is just as it was before; the board follows. */
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
    reload(); // another page now
    return;
  }
  if (chosen && news.acting && news.acting !== before.acting && news.acting === news.mine) {
    chosen = ""; // my turn begins: my sheet
    refresh();
  }
  if (Number(news.version) > Math.max(version(), inked)) clearHighlights();
  if (fresh.querySelector(".pen-layer")) drawn = news.drawn;
  steadily(() => exchange(fresh.children));
  if (drawn !== news.drawn) refresh(); // strokes were left out as known, and then ink came
  for (const listener of listeners) listener(before);
}

/** Keep the sheet where it is on the screen, if it is what is looked at, while the parts above it change their height. */
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
