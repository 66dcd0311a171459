// A tip for every new situation, each once, until somebody has seen enough. Who waits learns the goal.

import { status } from "./board.js";

const SEEN = "tips-seen";
const OFF = "tips-off";
const TAP = "tap"; // that a tap explains everything
const box = document.getElementById("hint");
const words = document.getElementById("hint-words");
const switchButton = document.getElementById("hints");

const off = () => localStorage.getItem(OFF) === "yes";
const seen = () => new Set((localStorage.getItem(SEEN) ?? "").split(" "));
const tip = (code) => document.querySelector(`#tips [data-tip~="${code}"]`);

/** Return the codes of the tips that fit now, the most important first. */
function fitting() {
  const { acting, mine, code } = status();
  if (off() || !mine) return [];
  if (acting === mine) return [code, TAP];
  return acting ? [] : ["goal", TAP];
}

function nextTip() {
  const known = seen();
  return fitting().map(tip).find((found) => found && !found.dataset.tip.split(" ").some((code) => known.has(code)));
}

export function showHint() {
  const found = nextTip();
  box.hidden = !found;
  if (found) words.replaceChildren(...found.cloneNode(true).childNodes);
  switchButton.setAttribute("aria-pressed", String(!off()));
}

document.getElementById("hint-next").addEventListener("click", () => {
  const codes = nextTip()?.dataset.tip.split(" ") ?? [];
  localStorage.setItem(SEEN, [...seen(), ...codes].join(" "));
  showHint();
});
document.getElementById("hint-skip").addEventListener("click", () => {
  localStorage.setItem(OFF, "yes");
  showHint();
});
switchButton.addEventListener("click", () => {
  localStorage.setItem(OFF, off() ? "no" : "yes");
  localStorage.removeItem(SEEN);
  showHint();
});
