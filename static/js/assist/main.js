// Entry point of the page of an assisted game.

import { keepAwake } from "../lib/awake.js";
import { follow } from "../lib/live.js";
import { closeMenus } from "../lib/menus.js";
import { offerPush } from "../lib/push.js";
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
keepAwake(document.getElementById("awake"));
offerPush(document.getElementById("push"));
follow(root.dataset.stream, root.dataset.version, (event) => hear(event.seq));
