// The page of an assisted game. One tap is one entry; several may wait for their answers at once.

import { keepAwake } from "../lib/awake.js";
import { outbox } from "../lib/entries.js";
import { follow } from "../lib/live.js";
import { closeMenus } from "../lib/menus.js";
import { offerPush } from "../lib/push.js";
import { awaitAnswer, board, focus, hear, live, reload, root, show, showSeat, standpoint, update, version } from "./board.js";
import { drop, filledIn } from "./drafts.js";

const SECOND_TAP_MS = 1000;
const problem = document.getElementById("problem");
const underWay = new Set(); // buttons whose entry has not been answered yet
let turn = board().dataset.turn;
let pressed = { button: null, at: -SECOND_TAP_MS }; // last
let turnChange = { button: null, at: -SECOND_TAP_MS };
let announced = document.querySelector(".announced.newest")?.dataset.entry;

const box = outbox({
  key: `entries-${root.dataset.code}`,
  version,
  standpoint,
  show,
  update,
  reload,
  awaitAnswer,
  waiting: (why) => say(root.dataset[why === "offline" ? "saidOffline" : "saidUnavailable"]),
});

function say(text) {
  problem.textContent = text;
  problem.hidden = !text;
  if (text) problem.scrollIntoView({ block: "nearest" });
}

live.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.matches(".entry, .absent")) return;
  event.preventDefault();
  const { id } = event.submitter;
  if (isSecondTap(id)) return;
  pressed = { button: id, at: performance.now() };
  const focused = document.activeElement === event.submitter;
  const entry = entryOf(form, event.submitter);
  const filled = filledIn(form);
  form.closest(".die-menu")?.removeAttribute("open");
  underWay.add(id);
  holdButtons();
  say("");
  const answer = await box.send(entry);
  settle(answer);
  underWay.delete(id);
  release(id);
  if (focused && document.activeElement === document.body) focus(id);
  if (answer.ok) drop(filled);
});

/** Check whether a tap on a button that has just ended a turn is an accidental second one, which would skip a player. */
function isSecondTap(id) {
  return id === turnChange.button && performance.now() - turnChange.at < SECOND_TAP_MS;
}

/** Note when this phone's own tap has changed the turn. Somebody else's entry must not make a tap here be ignored. */
function noteTurn() {
  if (board().dataset.turn === turn) return;
  turn = board().dataset.turn;
  const { button, at } = pressed;
  if (underWay.has(button) || performance.now() - at < SECOND_TAP_MS) turnChange = { button, at: performance.now() };
}

/** Build the entry for a tap. Shared entries use the version that was shown when tapped. */
function entryOf(form, button) {
  const sent = new FormData(form);
  if (button.name) sent.append(button.name, button.value);
  const independent = "independent" in form.dataset;
  return { url: form.action, fields: [...sent], independent, ...(independent ? {} : { version: version() }) };
}

function settle({ ok, status, text }) {
  say(ok ? "" : status === 409 ? root.dataset.saidAgain : text);
  if (!ok) update();
}

/** Keep a button disabled until its entry is answered, even if the board was replaced. */
function holdButtons() {
  for (const id of underWay) {
    const button = document.getElementById(id);
    if (button && !button.disabled) Object.assign(button, { disabled: true }).dataset.underWay = "";
  }
}

function release(id) {
  const button = document.getElementById(id);
  if (button && "underWay" in button.dataset) button.disabled = false;
}

live.addEventListener("click", (event) => {
  const tab = event.target.closest("[data-show]");
  if (!tab) return;
  event.preventDefault();
  showSeat(tab.dataset.show);
});

/** Bring a new announcement into view; people may have scrolled down to what they tapped. */
function showNews() {
  const newest = document.querySelector(".announced.newest");
  if (newest && newest.dataset.entry !== announced && newest.getBoundingClientRect().top < 0) scrollTo({ top: 0, behavior: "instant" });
  announced = newest?.dataset.entry;
}

live.addEventListener("shown", () => {
  noteTurn();
  holdButtons();
  showNews();
});

box.resume(settle);
closeMenus("#live .die-menu");
keepAwake(document.getElementById("awake"));
offerPush(document.getElementById("push"));
follow(root.dataset.stream, root.dataset.version, (event) => hear(event.seq));
