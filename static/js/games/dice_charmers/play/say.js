// Short messages to the player: shown for a while, and read out by screen readers.

import { play } from "./board.js";
import { findMessageBottom } from "./dialogs.js";

const toast = document.getElementById("toast");
let timer = null;

/** Show a message: `what` names a sentence of the page, or is the sentence itself. */
export function say(what, stays = false) {
  const key = `said${what[0].toUpperCase()}${what.slice(1)}`;
  inFront();
  toast.textContent = play.dataset[key] ?? what;
  toast.hidden = false;
  lift();
  clearTimeout(timer);
  if (!stays) timer = setTimeout(hush, 6000);
}

/** Keep the message off dialogs, also off one that opens later. */
function lift() {
  toast.style.setProperty("--above", `${innerHeight - findMessageBottom(toast.offsetHeight) + 8}px`);
}

/** Put the message into the open modal dialog, if any; behind it, it would be neither seen nor read out. */
function inFront() {
  (play.querySelector("dialog.panel[open]") ?? play).append(toast);
}

export function hush() {
  toast.hidden = true;
}

toast.addEventListener("click", hush);
document.addEventListener("placed", () => toast.hidden || lift());
document.addEventListener("said", (event) => {
  event.preventDefault();
  say(event.detail);
});
play.addEventListener("close", inFront, true);
