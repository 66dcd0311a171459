// The page of a running game: follow the table, show what has changed, enter what is tapped.

import { follow } from "../../../lib/live.js";
import { askForHint, forgetHint } from "./advice.js";
import { callMyTurn, showTurnInTitle } from "./attention.js";
import { hear, ink, onChange, play, status } from "./board.js";
import { closeSpot, confirmFirst } from "./dialogs.js";
import { enter, enterAll, manage, sendKept, undo } from "./entries.js";
import { showGains } from "./gains.js";
import { handOver } from "./handing.js";
import { showTip } from "./tips.js";
import { markAreas } from "./quick.js";
import { hush, say } from "./say.js";
import { keepTabInView } from "./sheets.js";
import { bringIntoView, learn, markLegal } from "./targets.js";

const list = document.getElementById("list");
const menu = document.getElementById("menu");
const said = document.getElementById("said");

/** Announce the turn and the prompt to screen readers. */
function announce() {
  const words = document.getElementById("status").textContent.replace(/\s+/g, " ").trim();
  if (said.textContent !== words) said.textContent = words;
}

function arrange() {
  markLegal();
  markAreas();
  handOver();
  showTip();
  showTurnInTitle(Boolean(status().acting));
  document.getElementById("entry-version").value = status().version;
  document.getElementById("entry-seat").value = status().acting;
  document.getElementById("list-prompt").textContent = document.getElementById("prompt").textContent;
  document.getElementById("sheet").setAttribute("aria-labelledby", `tab-${status().shown}`);
  if (!document.querySelector("#moves li") && list.open) list.close();
}

onChange((before) => {
  const now = status();
  if (now.version !== before.version) forgetHint();
  arrange();
  keepTabInView(now.shown !== before.shown);
  announce();
  if (now.version !== before.version && (now.acting || before.acting)) closeSpot();
  if (now.laid !== before.laid && document.querySelector("#spot .preview-head")) closeSpot(); // the die may be gone
  if (now.acting && now.code !== before.code) hush();
  if (now.acting && now.acting !== before.acting) callMyTurn();
  showGains(before);
  if (now.met && !before.met) say(document.getElementById("last-turn").textContent);
  if (now.acting && now.version !== before.version) bringIntoView();
});

play.addEventListener("click", (event) => {
  const undoing = event.target.closest("[data-undo]");
  if (undoing?.dataset.undo === "turn") confirmFirst(play.dataset.saidReset, () => undo(undoing.dataset.seat, true));
  else if (undoing) undo(undoing.dataset.seat, false);
  const managing = event.target.closest("[data-manage]");
  if (managing) {
    menu.close();
    const level = document.querySelector(`[data-level-of="${managing.dataset.aboutSeat}"]`)?.value;
    confirmFirst(managing.dataset.sure, () => manage(managing.dataset.manage, managing.dataset.aboutSeat, level));
  }
  if (event.target.closest("#open-list")) {
    list.showModal();
    document.getElementById("list-heading").focus();
  }
  if (event.target.closest("#open-menu")) menu.showModal();
  const asking = event.target.closest("#ask-hint");
  if (asking) askForHint(asking);
  if (event.target.closest("#learn")) {
    menu.close();
    learn(true);
  }
  if (event.target.closest("#learned")) learn(false);
  const all = event.target.closest("[data-use-all]");
  if (all) enterAll(all.dataset.useAll.split("|"));
  if (event.target.closest("#enter-total")) enterTotal();
});

/** Let bots play without pauses; their moves arrive with the stream. */
play.addEventListener("submit", (event) => {
  if (event.target.id !== "hurry") return;
  event.preventDefault();
  document.getElementById("play-on").disabled = true;
  fetch(event.target.action, { method: "POST", body: new FormData(event.target), headers: { "X-Parts": "1" } }).catch(() => {});
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
