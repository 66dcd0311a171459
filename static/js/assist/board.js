// The part of the page that changes.

import { follower, parse, swap, updater } from "../lib/parts.js";

export const root = document.getElementById("assist");
export const live = document.getElementById("live");
export const board = () => document.getElementById("live-board");
export const version = () => Number(board().dataset.version);

let shown = board().dataset.shown; // whose board is to be seen

export const standpoint = () => new URLSearchParams({ show: shown });
export const update = updater(() => `${root.dataset.board}?${standpoint()}`, show, reload);
export const { awaitAnswer, hear } = follower(version, update);

export function reload() {
  location.replace(root.dataset.page);
}

export function showSeat(seat) {
  shown = seat;
  return update();
}

/** Exchange the board, unless this one is older than what is shown; what is open or focused stays so. */
export function show(markup) {
  const fresh = parse(markup).getElementById("live-board");
  if (Number(fresh.dataset.version) < version()) return;
  if (fresh.dataset.shown !== shown) {
    update(); // another board was chosen meanwhile
    return;
  }
  const keepOpen = fresh.dataset.shown === board().dataset.shown;
  swap([fresh], { keepOpen, fallback: () => document.getElementById("board-heading") });
  live.dispatchEvent(new Event("shown"));
}

/** The keyboard goes on where it was, or at the head of the board when that has gone. */
export function focus(id) {
  (document.getElementById(id) ?? document.getElementById("board-heading"))?.focus({ preventScroll: true });
}
