// The part of the page that changes.

import { makeFollower, makeUpdater, parse, swap } from "../lib/parts.js";

export const root = document.getElementById("assist");
export const live = document.getElementById("live");
export const board = () => document.getElementById("live-board");
export const version = () => Number(board().dataset.version);

let shown = board().dataset.shown; // the seat whose board is shown

/** Return the query fields of every request: the board shown, and on a shared phone the turn it has seen. */
export function standpoint() {
  const { turn } = board().dataset;
  return new URLSearchParams({ show: shown, ...(turn && { "turn-seen": turn }) });
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
  keepPromptHeight(fresh);
  const keepOpen = fresh.dataset.shown === board().dataset.shown;
  swap([fresh], { keepOpen, fallback: () => document.getElementById("board-heading") });
  live.dispatchEvent(new Event("shown"));
}

let tallest = 0; // height of the tallest prompt so far, in pixels

/** Never shrink the prompt while it has buttons, so that nothing moves under a finger. */
function keepPromptHeight(fresh) {
  if (!fresh.querySelector(".prompt form")) {
    tallest = 0;
    return;
  }
  tallest = Math.max(tallest, live.querySelector(".prompt")?.getBoundingClientRect().height ?? 0);
  fresh.querySelector(".prompt")?.style.setProperty("min-height", `${tallest}px`);
}

addEventListener("resize", () => (tallest = 0));

/** Focus the element with this id, or the heading of the board if it is gone. */
export function focus(id) {
  (document.getElementById(id) ?? document.getElementById("board-heading"))?.focus({ preventScroll: true });
}
