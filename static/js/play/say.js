// One sentence to the player: shown for a while, and read out.

import { play } from "./board.js";
import { ground } from "./dialogs.js";

const toast = document.getElementById("toast");
let timer = null;

/** `what` is one of the page's sentences, or a sentence itself. */
export function say(what, stays = false) {
  const key = `said${what[0].toUpperCase()}${what.slice(1)}`;
  inFront();
  toast.textContent = play.dataset[key] ?? what;
  toast.style.setProperty("--above", `${innerHeight - ground() + 8}px`);
  toast.hidden = false;
  clearTimeout(timer);
  if (!stays) timer = setTimeout(hush, 6000);
}

/** What lies behind a modal dialog is neither seen nor read out. */
function inFront() {
  (play.querySelector("dialog.panel[open]") ?? play).append(toast);
}

export function hush() {
  toast.hidden = true;
}

toast.addEventListener("click", hush);
document.addEventListener("said", (event) => {
  event.preventDefault();
  say(event.detail);
});
play.addEventListener("close", inFront, true);
