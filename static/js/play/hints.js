// A guided first turn: one tip for every new situation, each once, until somebody has seen enough.

import { status } from "./board.js";

const SEEN = "tips-seen";
const OFF = "tips-off";
const box = document.getElementById("hint");
const words = document.getElementById("hint-words");
const switchButton = document.getElementById("hints");

const off = () => localStorage.getItem(OFF) === "yes";
const seen = () => new Set((localStorage.getItem(SEEN) ?? "").split(" "));
const find = (code) => document.querySelector(`#tips [data-tip~="${code}"]`)?.textContent;

export function showHint() {
  const { acting, mine, tip: code } = status();
  const text = find(code);
  box.hidden = off() || acting === "" || acting !== mine || !text || seen().has(code);
  if (!box.hidden) words.textContent = text;
  switchButton.setAttribute("aria-pressed", String(!off()));
}

document.getElementById("hint-next").addEventListener("click", () => {
  localStorage.setItem(SEEN, [...seen().add(status().tip)].join(" "));
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
