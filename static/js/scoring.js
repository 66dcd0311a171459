// Scoring: steppers, adding and removing players, a draft that survives a reload, sharing the result.

import { fetchToken } from "./lib/entries.js";
import { parse } from "./lib/parts.js";
import { offerSharing } from "./lib/share.js";
import { forget, recall, remember } from "./lib/storage.js";

const REPEAT_AFTER = 400;
const REPEAT_EVERY = 70;

const SENT = "score-sent"; // the draft that was just submitted
const TRY_AGAIN_MS = 3000;
const draftHere = () => `score-draft ${location.pathname}`;
const unsentHere = () => `score-unsent ${location.pathname}`; // set while the draft waits for a connection
const STORE = "localStorage"; // survives closing the app

function begin() {
  const form = document.getElementById("score-form");
  if (form) beginForm(form);
  if (document.querySelector("[data-result]")) beginResult();
}

// Delete the draft only on the device that submitted it, not when a shared result is opened.
function beginResult() {
  const sent = recall(SENT, STORE);
  if (sent) [sent, SENT].forEach((key) => forget(key, STORE));
  offerSharing(document.getElementById("share"));
}

function beginForm(form) {
  const players = new Players(form);
  form.classList.add("scripted");
  form.querySelector("[data-clear]").hidden = false;
  form.addEventListener("pointerdown", hold);
  form.addEventListener("click", (event) => tapped(event, players));
  form.addEventListener("keydown", byArrows);
  form.addEventListener("input", (event) => { settle(event.target); players.changed(); });
  form.addEventListener("submit", (event) => send(event, form, players));
  form.addEventListener("input", () => stopWaiting(form));
  if (recall(unsentHere(), STORE)) sendLater(form, players);
  document.getElementById("refused")?.focus();
}

// The players' blocks: all are in the page; unused ones are hidden and not sent.
class Players {
  constructor(form) {
    this.form = form;
    this.blocks = [...form.querySelectorAll("[data-player]")];
    this.count = Math.max(2, Number(form.dataset.seated));
    const early = this.blocks.findLastIndex((block) => this.controls(block).some(touched));
    if (!("filled" in form.dataset)) this.restore();
    this.count = Math.max(this.count, early + 1);
    this.show();
    if (this.controls(form).some(touched)) this.save();
  }

  controls(part) {
    return [...part.querySelectorAll("input, select")].filter(isTotal);
  }

  show() {
    this.blocks.forEach((block, position) => {
      block.hidden = position >= this.count;
      block.disabled = block.hidden;
      block.querySelector("[data-remove]").hidden = this.count <= 2;
    });
    this.form.querySelector("[data-add]").hidden = this.count >= this.blocks.length;
    this.follow();
  }

  add() {
    this.count += 1;
    this.show();
    this.save();
    this.blocks[this.count - 1].querySelector("[data-name]").focus();
  }

  // Later players move up, so that the used blocks always come first.
  remove(block) {
    const first = this.blocks.indexOf(block);
    for (let position = first; position < this.count - 1; position += 1) {
      const from = this.controls(this.blocks[position + 1]).map(valueOf);
      this.controls(this.blocks[position]).forEach((control, index) => setValue(control, from[index]));
    }
    this.controls(this.blocks[this.count - 1]).forEach(clear);
    this.renumberPlayers(first);
    this.form.querySelectorAll("[data-review]").forEach((sheet) => sheet.replaceChildren());
    this.form.querySelectorAll(".player .problem:not([data-problem])").forEach((problem) => problem.remove());
    this.form.querySelectorAll(".player [aria-invalid]").forEach((control) => control.removeAttribute("aria-invalid"));
    this.count -= 1;
    this.show();
    this.save();
    this.blocks[Math.min(first, this.count - 1)].querySelector("[data-name]").focus();
  }

  renumberPlayers(removed) {
    for (const select of this.form.querySelectorAll("[data-who]")) {
      if (select.value === "") continue;
      const who = Number(select.value);
      if (who === removed) select.value = "";
      else if (who > removed) select.value = String(who - 1);
    }
  }

  changed() {
    this.follow();
    this.save();
  }

  // Update everything that depends on the entries.
  follow() {
    this.namePlayers();
    this.blocks.forEach((block) => this.tally(block));
    this.onlyOnce();
    this.form.querySelectorAll("[data-once] input").forEach((radio) => radio.toggleAttribute("data-was", radio.checked));
  }

  namePlayers() {
    const names = this.blocks.map((block) => block.querySelector("[data-name]").value.trim());
    this.form.querySelectorAll("[data-place]").forEach((place, position) => { place.hidden = position >= this.count; });
    for (const option of this.form.querySelectorAll("[data-who] option[data-nameless]")) {
      const player = Number(option.value);
      option.textContent = names[player] || option.dataset.nameless;
      option.hidden = option.disabled = player >= this.count;
    }
  }

  tally(block) {
    const shown = block.querySelector("[data-tally]");
    if (shown) shown.textContent = block.querySelectorAll("[data-once] input:checked:not([data-plain])").length || "";
  }

  // Grey out what exists once (`data-once` names it) for the other players when one has it.
  onlyOnce() {
    const holders = new Map();
    for (const block of this.blocks.slice(0, this.count)) {
      for (const { dataset } of block.querySelectorAll("[data-once]:has(input:checked:not([data-plain]))")) {
        if (!holders.has(dataset.once)) holders.set(dataset.once, block);
      }
    }
    for (const choice of this.form.querySelectorAll("[data-once]")) {
      const holder = holders.get(choice.dataset.once);
      choice.classList.toggle("taken", holder !== undefined && holder !== choice.closest("[data-player]"));
    }
  }

  save() {
    const values = [...this.form.elements].filter((control) => control.name && control.name !== "csrf_token" && isTotal(control));
    const draft = { count: this.count, values: values.map((control) => [control.name, control.type === "radio" ? control.value : "", valueOf(control)]) };
    remember(draftHere(), draft, STORE);
  }

  // Keep what was typed before this script loaded; it is newer than the draft.
  restore() {
    const draft = recall(draftHere(), STORE);
    if (!draft?.values) return;
    const key = (name, value) => `${name}\n${value}`;
    const values = new Map(draft.values.map(([name, radio, value]) => [key(name, radio), value]));
    for (const control of this.form.elements) {
      const value = values.get(key(control.name, control.type === "radio" ? control.value : ""));
      if (value !== undefined && control.name !== "csrf_token" && !touched(control)) setValue(control, value);
    }
    this.count = Math.min(Math.max(2, draft.count), this.blocks.length);
  }
}

const isTotal = (control) => !control.closest("[data-photo]"); // not part of a photographed sheet
const ticks = (control) => control.type === "radio" || control.type === "checkbox";
const valueOf = (control) => (ticks(control) ? control.checked : control.value);

// Check whether a control differs from its initial value.
function touched(control) {
  if (ticks(control)) return control.checked !== control.defaultChecked;
  if (control.options) return control.selectedIndex > 0 && !control.selectedOptions[0].defaultSelected;
  return control.value !== control.defaultValue;
}

function setValue(control, value) {
  if (ticks(control)) control.checked = value;
  else control.value = value;
}

function clear(control) {
  if (ticks(control)) control.checked = "plain" in control.dataset;
  else control.value = control.dataset.default ?? "";
}

// Clear a field's error when it changes, and mark it invalid if it is out of range.
function settle(field) {
  if (!(field instanceof HTMLInputElement)) return;
  document.getElementById(`${field.id}-problem`)?.remove();
  field.removeAttribute("aria-describedby");
  field.removeAttribute("aria-invalid");
  if (!("low" in field.dataset)) return;
  const typed = field.value.trim();
  const fine = typed === "" || (/^\d+$/.test(typed) && Number(typed) >= Number(field.dataset.low) && Number(typed) <= Number(field.dataset.high));
  if (!fine) field.setAttribute("aria-invalid", "true");
}

function step(field, by) {
  const low = Number(field.dataset.low);
  const high = Number(field.dataset.high);
  const now = /^-?\d+$/.test(field.value.trim()) ? Number(field.value) : low + (by > 0 ? 0 : 1);
  field.value = String(Math.min(high, Math.max(low, now + by)));
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

// A tap is one step; holding the button repeats it.
function hold(event) {
  const button = event.target.closest("[data-step]");
  if (!button || event.button > 0) return;
  delete button.dataset.held;
  const field = button.parentElement.querySelector("input");
  const by = Number(button.dataset.step);
  let timer = setTimeout(function again() {
    button.dataset.held = "";
    step(field, by);
    timer = setTimeout(again, REPEAT_EVERY);
  }, REPEAT_AFTER);
  const stop = () => clearTimeout(timer);
  for (const end of ["pointerup", "pointercancel", "pointerleave"]) button.addEventListener(end, stop, { once: true });
}

function tapped(event, players) {
  const button = event.target.closest("button");
  if (button?.dataset.step) {
    if ("held" in button.dataset) delete button.dataset.held;
    else step(button.parentElement.querySelector("input"), Number(button.dataset.step));
  } else if (button && "add" in button.dataset) {
    players.add();
  } else if (button && "remove" in button.dataset) {
    players.remove(button.closest("[data-player]"));
  } else if (button && "clear" in button.dataset) {
    [draftHere(), unsentHere()].forEach((key) => forget(key, STORE));
    location.reload();
  } else if (event.target.matches?.("[data-once] input:not([data-plain])")) {
    takeBack(event.target, players);
  }
}

// A second tap on the same choice clears it; `data-was` marks the choice tapped before.
function takeBack(radio, players) {
  if (!("was" in radio.dataset)) return;
  radio.closest("[data-once]").querySelector("[data-plain]").checked = true;
  players.changed();
}

function byArrows(event) {
  if (!("low" in event.target.dataset) || !["ArrowUp", "ArrowDown"].includes(event.key)) return;
  event.preventDefault();
  step(event.target, event.key === "ArrowUp" ? 1 : -1);
}

// Submit without leaving the page, so that nothing is lost if the connection drops.
function send(event, form, players) {
  event.preventDefault();
  stopWaiting(form);
  deliver(form, players);
}

async function deliver(form, players) {
  players.save();
  let answer;
  let page;
  try {
    answer = await fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)) });
    page = await answer.text();
  } catch {
    sendLater(form, players);
    return;
  }
  if (answer.status === 400) {
    sendLater(form, players); // with a new token: the session has changed since the page was loaded
    return;
  }
  stopWaiting(form);
  if (answer.ok && answer.redirected) {
    remember(SENT, draftHere(), STORE);
    location.assign(answer.url);
    return;
  }
  document.querySelector("main").replaceWith(parse(page).querySelector("main"));
  begin();
  document.querySelector("[aria-invalid]")?.scrollIntoView({ block: "center" });
}

let waiting = 0;

/** Send the totals once there is a connection, even if the app was closed in between; a change cancels that. */
function sendLater(form, players) {
  remember(unsentHere(), 1, STORE);
  const unreached = form.querySelector("[data-unreached]");
  unreached.textContent = form.dataset.saidUnreached;
  unreached.hidden = false;
  waiting = setTimeout(async () => {
    const token = await fetchToken(form.action);
    if (!recall(unsentHere(), STORE)) return; // changed meanwhile
    if (token === undefined) sendLater(form, players);
    else {
      form.elements.csrf_token.value = token; // the session may have changed since the page was loaded
      deliver(form, players);
    }
  }, TRY_AGAIN_MS);
}

function stopWaiting(form) {
  clearTimeout(waiting);
  forget(unsentHere(), STORE);
  form.querySelector("[data-unreached]").hidden = true;
}

begin();
