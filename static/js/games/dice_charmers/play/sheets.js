// Switch between the players' sheets: tabs, arrow keys on the tabs, a swipe across the sheet.

import { choose, play, status } from "./board.js";

const sheet = document.getElementById("sheet");
let along = 0; // scroll position of the tabs
let touched = null;

/** Restore the scroll position of the tabs after an update, or show the chosen one. */
export function keepTabInView(chosen) {
  requestAnimationFrame(() => {
    const tabs = document.getElementById("players");
    const tab = tabs.querySelector("[aria-selected=true]");
    if (chosen) along = tab.offsetLeft - (tabs.clientWidth - tab.offsetWidth) / 2;
    if (along > 0) tabs.scrollLeft = along;
  });
}

/** Show the next or previous sheet, in a circle; return its tab. */
function beside(step) {
  const tabs = [...document.querySelectorAll("#players [role=tab]")];
  const here = tabs.findIndex((tab) => tab.dataset.show === status().shown);
  const next = tabs[(here + step + tabs.length) % tabs.length];
  choose(next.dataset.show);
  return next;
}

play.addEventListener("scroll", ({ target }) => target.id === "players" && (along = target.scrollLeft), true);

play.addEventListener("click", (event) => {
  const tab = event.target.closest("[data-show]");
  if (tab) choose(tab.dataset.show);
});

play.addEventListener("keydown", (event) => {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (step && event.target.closest("[role=tab]")) beside(step).focus();
});

sheet.addEventListener("touchstart", (event) => (touched = event.touches.length === 1 ? event.touches[0] : null), { passive: true });
sheet.addEventListener("touchend", (event) => {
  if (!touched) return;
  const [across, down] = ["clientX", "clientY"].map((axis) => event.changedTouches[0][axis] - touched[axis]);
  touched = null;
  if (Math.abs(across) > 70 && Math.abs(across) > 2 * Math.abs(down)) beside(across < 0 ? 1 : -1);
});
