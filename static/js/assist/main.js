// An assisted game: every tap is an entry at once, everyone sees it, and nobody misses a bonus.

import { follow } from "../lib/live.js";
import { closeMenus } from "../lib/menus.js";
import { hear, live, root, showSeat } from "./board.js";
import "./drafts.js";
import "./entries.js";
import "./news.js";

live.addEventListener("click", (event) => {
  const tab = event.target.closest("[data-show]");
  if (!tab) return;
  event.preventDefault();
  showSeat(tab.dataset.show);
});

closeMenus("#live .die-menu");
follow(root.dataset.stream, root.dataset.version, (event) => hear(event.seq));
