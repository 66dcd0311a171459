// Animate gains from their mark to the header, unless the user prefers reduced motion.

import { play, status } from "./board.js";

const THINGS = ["fame", "money", "karma"];
const FLIGHT_MS = 1100;
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** Show what this device's player has gained since `before`, an earlier status. */
export function showGains(before) {
  const now = status();
  if (still.matches || !now.mine || now.mine !== before.mine || now.mine !== now.shown) return;
  const gains = THINGS.map((thing) => [thing, now[thing] - before[thing]]).filter(([, gain]) => gain > 0);
  gains.forEach(([thing, gain], which) => fly(thing, gain, which));
}

function fly(thing, gain, which) {
  const [from, to] = [origin(), middle(document.querySelector(".lines") ?? play)];
  const chip = document.createElement("span");
  chip.className = `gain hue-${thing}`;
  chip.setAttribute("aria-hidden", "true");
  chip.innerHTML = `+${gain} <svg viewBox="0 0 24 24"><use href="#${thing}"></use></svg>`;
  play.append(chip);
  const at = ([x, y], scale) => `translate(-50%, -50%) translate(${x}px, ${y}px) scale(${scale})`;
  const start = [from[0], from[1] + which * 36];
  const flight = chip.animate(
    [
      { transform: at(start, 0.6), opacity: 0 },
      { transform: at(start, 1.15), opacity: 1, offset: 0.2 },
      { transform: at(start, 1), opacity: 1, offset: 0.5, easing: "ease-in" },
      { transform: at(to, 0.7), opacity: 0.9 },
    ],
    { duration: FLIGHT_MS, delay: which * 120, fill: "backwards" },
  );
  flight.onfinish = () => {
    chip.remove();
    document.querySelector(".lines")?.animate([{ transform: "scaleY(2)" }, { transform: "none" }], { duration: 350 });
  };
}

/** Return the middle of the last new mark in view, or of the screen. */
function origin() {
  const marks = [...document.querySelectorAll("#sheet .fresh")].map(middle);
  return marks.findLast(([, y]) => y > 0 && y < innerHeight) ?? [innerWidth / 2, innerHeight / 2];
}

function middle(element) {
  const { x, y, width, height } = element.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}
