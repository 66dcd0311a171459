// The part of the page that changes.

import { follower, parse, swap, updater } from "../lib/parts.js";

export const root = document.getElementById("assist");
export const live = document.getElementById("live");
export const board = () => document.getElementById("live-board");
export const version = () => Number(board().dataset.version);

let shown = board().dataset.shown; // whose board is to be seen

/** What every request says about this phone. One that enters for everybody follows the turn when it changes. */
export function standpoint() {
  const { turn } = board().dataset;
  return new URLSearchParams({ show: shown, ...(turn && { "turn-seen": turn }) });
}

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

let tallest = 0; // prompt so far, in pixels

/** The prompt does not become lower, so that nothing below it moves under a finger, unless there is nothing to tap in it. */
function keepPromptHeight(fresh) {
  if (!fresh.querySelector(".prompt form")) {
    tallest = 0;
    return;
  }
  tallest = Math.max(tallest, live.querySelector(".prompt")?.getBoundingClientRect().height ?? 0);
  fresh.querySelector(".prompt")?.style.setProperty("min-height", `${tallest}px`);
}

addEventListener("resize", () => (tallest = 0));

/** The keyboard goes on where it was, or at the head of the board when that has gone. */
export function focus(id) {
  (document.getElementById(id) ?? document.getElementById("board-heading"))?.focus({ preventScroll: true });
}
