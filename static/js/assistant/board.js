// The part of the page that changes.

import { makeFollower, makeUpdater, parse, swap } from "../lib/parts.js";

export const root = document.getElementById("assist");
export const live = document.getElementById("live");
export const board = () => document.getElementById("live-board");
export const version = () => Number(board().dataset.version);

let shown = board().dataset.shown; // the seat whose board is shown

/** Return the query fields of every request: the board shown, on a shared phone the turn it has seen, and the journal. */
export function standpoint() {
  const { turn, shared } = board().dataset;
  const journal = new URLSearchParams(location.search).get("journal");
  return new URLSearchParams({ show: shown, ...(shared !== undefined && { "turn-seen": turn }), ...(journal && { journal }) });
}

export const update = makeUpdater(() => `${root.dataset.board}?${standpoint()}`, show, reload);
export const { awaitAnswer, hear } = makeFollower(version, update);

export function reload() {
  location.replace(root.dataset.page);
}

export function showSeat(seat) {
  shown = seat;
  return update();
}

/** Replace the board unless this one is older; keep focus and open details. */
export function show(markup) {
  const fresh = parse(markup).getElementById("live-board");
  if (Number(fresh.dataset.version) < version()) return;
  if ("follows" in fresh.dataset) shown = fresh.dataset.shown;
  if (fresh.dataset.shown !== shown) {
    update(); // another board was chosen meanwhile
    return;
  }
  const keepOpen = fresh.dataset.shown === board().dataset.shown;
  swap([fresh], { keepOpen, fallback: home });
  live.dispatchEvent(new Event("shown"));
}

const home = () => document.getElementById("board-heading") ?? document.getElementById("opening-heading");

/** Focus the element with this id, or the heading of the board if it is gone. */
export function focus(id) {
  (document.getElementById(id) ?? home())?.focus({ preventScroll: true });
}
