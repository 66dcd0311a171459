// The part of the page that changes.

import { updater } from "../part.js";

export const root = document.getElementById("accompany");
export const live = document.getElementById("live");
export const board = () => document.getElementById("live-board");
export const newestVersion = () => Number(board().dataset.version);

let shown = board().dataset.shown;

export const update = updater(() => `${root.dataset.counters}?seat=${shown}`, show, () => location.replace(root.dataset.page));

export function showSeat(seat) {
  shown = seat;
  return update();
}

/** Exchange the live part; what is unfolded or focused stays so. */
function show(fragment) {
  const fresh = document.createRange().createContextualFragment(fragment).querySelector("#live-board");
  const focused = live.contains(document.activeElement) ? document.activeElement.id : null;
  const sameSeat = fresh.dataset.shown === board().dataset.shown;
  const unfolded = sameSeat ? [...live.querySelectorAll("details[id][open]")].map((details) => details.id) : [];
  live.replaceChildren(fresh);
  for (const id of unfolded) document.getElementById(id)?.setAttribute("open", "");
  live.dispatchEvent(new Event("shown"));
  if (focused) focus(focused);
}

/** The keyboard goes on where it was, or at the head of the board when that has gone. */
export function focus(id) {
  (document.getElementById(id) ?? document.getElementById("board-heading"))?.focus({ preventScroll: true });
}
