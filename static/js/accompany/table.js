// An accompanied game: every tap is an entry at once, everyone sees it, and nobody misses a bonus.

import { follow } from "../live.js";
import { live, root, showSeat, update } from "./board.js";
import "./drafts.js";
import "./entries.js";
import "./news.js";

const connection = document.getElementById("connection");

live.addEventListener("click", (event) => {
  const tab = event.target.closest("[data-show]");
  if (!tab) return;
  event.preventDefault();
  showSeat(tab.dataset.show);
});

/** An unfolded menu folds up again when somebody taps elsewhere or presses Escape. */
function foldMenus(event) {
  for (const menu of live.querySelectorAll(".die-menu[open]")) {
    if (event.key === "Escape" || !menu.contains(event.target)) menu.removeAttribute("open");
  }
}
document.addEventListener("click", foldMenus);
document.addEventListener("keydown", (event) => event.key === "Escape" && foldMenus(event));

follow(root.dataset.stream, root.dataset.version, {
  onEvent: update,
  onState(state) {
    connection.hidden = false;
    connection.dataset.state = state;
  },
});
