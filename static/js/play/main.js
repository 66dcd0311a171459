// The page of a running game: follow the table, show what has changed, enter what is tapped.

import { follow } from "../lib/live.js";
import { callMyTurn } from "./attention.js";
import { hear, ink, onChange, play, status } from "./board.js";
import { closeSpot, sure } from "./dialogs.js";
import { enter, enterAll, manage, sendKept, undo } from "./entries.js";
import { handOver } from "./handing.js";
import { showHint } from "./hints.js";
import { hush, say } from "./say.js";
import { keepTabInView } from "./sheets.js";
import { bringIntoView, learn, markLegal } from "./targets.js";

const list = document.getElementById("list");
const menu = document.getElementById("menu");
const said = document.getElementById("said");

/** For those who listen: whose turn it is and what is asked. */
function announce() {
  const words = document.getElementById("status").textContent.replace(/\s+/g, " ").trim();
  if (said.textContent !== words) said.textContent = words;
}

function arrange() {
  markLegal();
  handOver();
  showHint();
  document.getElementById("entry-version").value = status().version;
  document.getElementById("entry-seat").value = status().acting;
  document.getElementById("list-prompt").textContent = document.getElementById("prompt").textContent;
  document.getElementById("sheet").setAttribute("aria-labelledby", `tab-${status().shown}`);
  if (!document.querySelector("#moves li") && list.open) list.close();
}

onChange((before) => {
  const now = status();
  arrange();
  keepTabInView(now.shown !== before.shown);
  announce();
  if (now.version !== before.version && (now.acting || before.acting)) closeSpot();
  if (now.acting && now.code !== before.code) hush();
  if (now.acting && now.acting !== before.acting) callMyTurn();
  if (now.met && !before.met) say(document.getElementById("last-turn").textContent);
  if (now.acting && now.version !== before.version) bringIntoView();
});

play.addEventListener("click", (event) => {
  const undoing = event.target.closest("[data-undo]");
  if (undoing?.dataset.undo === "turn") sure(play.dataset.saidReset, () => undo(undoing.dataset.seat, true));
  else if (undoing) undo(undoing.dataset.seat, false);
  const managing = event.target.closest("[data-manage]");
  if (managing) {
    menu.close();
    sure(managing.dataset.sure, () => manage(managing.dataset.manage, managing.dataset.aboutSeat));
  }
  if (event.target.closest("#open-list")) {
    list.showModal();
    document.getElementById("list-heading").focus();
  }
  if (event.target.closest("#open-menu")) menu.showModal();
  if (event.target.closest("#learn")) {
    menu.close();
    learn(true);
  }
  if (event.target.closest("#learned")) learn(false);
  const all = event.target.closest("[data-use-all]");
  if (all) enterAll(all.dataset.useAll.split("|"));
  if (event.target.closest("#enter-total")) enterTotal();
});

play.addEventListener("keydown", (event) => {
  if (event.target.id === "amount" && event.key === "Enter") enterTotal();
});

play.addEventListener("focusin", ({ target }) => target.id === "amount" && target.select());

function enterTotal() {
  const field = document.getElementById("amount");
  enter(`total ${field.dataset.figure} ${Number(field.value)}`);
}

follow(play.dataset.stream, status().version, (event) => hear(event.seq), ink);
arrange();
keepTabInView(true);
bringIntoView();
sendKept();
