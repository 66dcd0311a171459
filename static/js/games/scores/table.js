// A score sheet at a table. What is entered is sent at once; points and totals come back with the answer, and when others
// enter something. A field that somebody is typing in is never touched.

import { keepAwake } from "../../lib/awake.js";
import { outbox } from "../../lib/entries.js";
import { follow } from "../../lib/live.js";
import { makeFollower, makeUpdater, parse, swap } from "../../lib/parts.js";

const root = document.getElementById("table");
const live = document.getElementById("live");
const problem = document.getElementById("problem");
const board = () => document.getElementById("live-board");
const version = () => Number(board().dataset.version);
const underWay = new Map(); // id of a field → how many of its entries have no answer yet
const SEND_MS = 450; // after the last tap on + or −

const update = makeUpdater(() => root.dataset.board, show, reload);
const { awaitAnswer, hear } = makeFollower(version, update);
const box = outbox({
  key: `entries-${root.dataset.code}`,
  version,
  standpoint: () => new URLSearchParams(),
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

function reload() {
  location.replace(root.dataset.page);
}

// Entering

/** Return the fields of the same box: one, or those of all rounds. */
const fieldsOf = (field) => [...board().querySelectorAll(`input[data-row="${field.dataset.row}"][data-seat="${field.dataset.seat}"]`)];

function moveOf(field) {
  const { row } = field.dataset;
  if (field.type === "checkbox") return `set ${row} ${field.checked ? "yes" : "no"}`;
  const typed = fieldsOf(field).map((each) => each.value.replace(/−/g, "-").replace(/\s/g, ""));
  while (typed.length && !typed.at(-1)) typed.pop();
  return `set ${row} ${typed.map((value) => value || "0").join(" ") || "-"}`;
}

async function enter(field) {
  const { id } = field;
  const { seat } = field.dataset;
  const move = moveOf(field);
  if (field.dataset.sent === move) return;
  for (const each of fieldsOf(field)) each.dataset.sent = move;
  underWay.set(id, (underWay.get(id) ?? 0) + 1);
  const answer = await box.send({ url: root.dataset.movesUrl, fields: [["move", move], ["seat", seat]], independent: true });
  underWay.set(id, underWay.get(id) - 1);
  const now = document.getElementById(id);
  now?.toggleAttribute("aria-invalid", !answer.ok);
  if (!answer.ok) now?.setAttribute("aria-invalid", "true");
  say(answer.ok ? "" : answer.text);
}

live.addEventListener("change", (event) => event.target.matches("[data-row]") && enter(event.target));

live.addEventListener("focusin", (event) => event.target.matches("input.cell") && event.target.select());

let stepping;
function step(field, by) {
  const now = Number(field.value.replace("−", "-")) || 0;
  const low = "low" in field.dataset ? Number(field.dataset.low) : -Infinity;
  field.value = String(Math.max(low, now + by));
  clearTimeout(stepping);
  stepping = setTimeout(() => enter(field), SEND_MS);
}

live.addEventListener("click", (event) => {
  const button = event.target.closest("[data-step]");
  if (button) step(button.parentElement.querySelector("input"), Number(button.dataset.step));
});

live.addEventListener("keydown", (event) => {
  const field = event.target;
  if (!field.matches("input[data-row]")) return;
  if (event.key === "ArrowUp" || event.key === "ArrowDown") {
    event.preventDefault();
    step(field, event.key === "ArrowUp" ? 1 : -1);
  } else if (event.key === "Enter") {
    event.preventDefault();
    next(field)?.focus();
  }
});

/** Return the field below in the same column, or the first one of the next column. */
function next(field) {
  const all = [...board().querySelectorAll("input[data-row]")];
  const columns = [...new Set(all.map((each) => each.dataset.seat))];
  const ordered = columns.flatMap((seat) => all.filter((each) => each.dataset.seat === seat));
  return ordered[ordered.indexOf(field) + 1];
}

live.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.matches(".entry")) return;
  event.preventDefault();
  const fields = [...new FormData(form)];
  if (event.submitter?.name) fields.push([event.submitter.name, event.submitter.value]);
  clearTimeout(stepping);
  const answer = await box.send({ url: form.action, fields, independent: true });
  say(answer.ok ? "" : answer.text);
});

// Showing

/** Bring the board up to date. While its fields are the same ones, only what they say changes. */
function show(markup) {
  const fresh = parse(markup).getElementById("live-board");
  if (Number(fresh.dataset.version) < version()) return;
  const before = document.getElementById("columns");
  const after = fresh.querySelector("#columns");
  if (before && after && listIds(before) === listIds(after)) {
    refill(before, after);
    swapPart("side", fresh);
    board().dataset.version = fresh.dataset.version;
    return;
  }
  const typing = document.activeElement?.matches("input[data-row]") ? [document.activeElement.id, document.activeElement.value] : null;
  const ended = board().dataset.phase !== fresh.dataset.phase;
  swap([fresh], { fallback: () => document.getElementById("board-heading") });
  if (typing) {
    const field = document.getElementById(typing[0]);
    if (field && !underWay.get(typing[0])) field.value = typing[1];
  }
  if (ended) {
    scrollTo({ top: 0 });
    document.getElementById("board-heading")?.focus({ preventScroll: true });
  }
}

const listIds = (part) => [...part.querySelectorAll("[id]")].map(({ id }) => id).join(" ");

function refill(before, after) {
  for (const fresh of after.querySelectorAll("output[id], .whose")) {
    const old = fresh.id ? document.getElementById(fresh.id) : null;
    if (old && old.outerHTML !== fresh.outerHTML) old.replaceWith(fresh);
  }
  for (const fresh of after.querySelectorAll("input[data-row]")) {
    const old = document.getElementById(fresh.id);
    if (old === document.activeElement || underWay.get(fresh.id)) continue;
    if (fresh.type === "checkbox") old.checked = fresh.checked;
    else old.value = fresh.value;
    delete old.dataset.sent;
  }
  before.querySelectorAll(".columns-head .leads").forEach((each) => each.classList.remove("leads"));
}

function swapPart(id, fresh) {
  const old = document.getElementById(id);
  const part = fresh.querySelector(`#${id}`);
  if (!old || !part || old.innerHTML === part.innerHTML) return;
  swap([part], { fallback: () => document.getElementById("done") ?? document.getElementById("reopen") });
}

box.resume(() => say(""));
keepAwake(document.getElementById("awake"));
follow(root.dataset.stream, root.dataset.version, (event) => hear(event.seq));
