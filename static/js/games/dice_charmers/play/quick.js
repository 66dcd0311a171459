// The quick row: dice and areas below the header (portrait), while the dice are scrolled away.

import { play, status } from "./board.js";

const header = document.querySelector(".play-head");
const row = () => document.getElementById("quick");

/** Return the bottom of the header, including the row if it is shown. */
export function findHeaderBottom() {
  return header.offsetHeight + row().offsetHeight;
}

/** Mark the areas where something can be entered. The dice come first while a die must be chosen, otherwise the areas.
 * */
export function markAreas() {
  const { acting, code } = status();
  row().classList.toggle("areas-first", acting !== "" && !["choose", "rerolled"].includes(code));
  for (const chip of row().querySelectorAll("[data-area]")) {
    chip.classList.toggle("legal", document.querySelector(`#area-${chip.dataset.area} .legal`) !== null);
  }
}

play.addEventListener("click", ({ target }) => {
  const chip = target.closest("[data-area]");
  if (chip) document.getElementById(`area-${chip.dataset.area}`).scrollIntoView({ block: "start" });
});

new IntersectionObserver(
  ([{ isIntersecting, boundingClientRect }]) => {
    header.classList.toggle("dice-away", !isIntersecting && boundingClientRect.top < 0);
  },
  { rootMargin: `-${header.offsetHeight}px 0px 0px` },
).observe(document.getElementById("tray-place"));
