// Scoring: chips with names, columns that come and go, live totals, a draft that survives a reload, sharing the result.

import { fetchToken } from "./lib/entries.js";
import { parse } from "./lib/parts.js";
import { offerPicture } from "./lib/picture.js";
import { offerSharing } from "./lib/share.js";
import { forget, recall, remember } from "./lib/storage.js";

const SENT = "score-sent"; // the draft that was just submitted
const TRY_AGAIN_MS = 3000;
const ADD_UP_MS = 150; // after the last key
const FEWEST = 2;
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
  offerPicture(document.getElementById("picture"));
}

function beginForm(form) {
  const pad = new Pad(form);
  form.classList.add("scripted");
  form.querySelector("[data-clear]").hidden = false;
  form.addEventListener("click", (event) => tapped(event, pad));
  form.addEventListener("mousedown", (event) => cycle(event, pad));
  form.addEventListener("keydown", (event) => typed(event, pad));
  form.addEventListener("input", (event) => { settle(event.target); stopWaiting(form); pad.changed(); });
  form.addEventListener("submit", (event) => send(event, form, pad));
  if (recall(unsentHere(), STORE)) sendLater(form, pad);
  document.getElementById("refused")?.focus();
  document.dispatchEvent(new Event("scoring"));
}

// All columns are in the page; unused ones are hidden and not sent. `data-player` marks what belongs to a column.
class Pad {
  constructor(form) {
    this.form = form;
    this.columns = [...form.querySelectorAll(".pad:not(.pad-ties) > .pad-player")];
    this.known = JSON.parse(form.querySelector("[data-chips]").dataset.known);
    this.count = Math.max(FEWEST, Number(form.dataset.seated));
    const early = this.columns.findLastIndex((_, column) => this.controls(column).some(touched));
    if (!("filled" in form.dataset)) this.restore();
    this.count = Math.max(this.count, early + 1);
    this.show();
    if (this.all().some(touched)) this.save();
  }

  all() {
    return [...this.form.elements].filter((control) => control.name && control.name !== "csrf_token" && isTotal(control));
  }

  controls(column) {
    return this.all().filter((control) => control.name.startsWith(`players-${column}-`));
  }

  nameOf(column) {
    return this.columns[column].querySelector("[data-name]");
  }

  show() {
    for (const part of this.form.querySelectorAll("[data-player]")) part.hidden = Number(part.dataset.player) >= this.count;
    for (const control of this.form.querySelectorAll("[data-player] :is(input, select)")) control.disabled = Boolean(control.closest("[data-player][hidden]"));
    this.follow();
  }

  /** Put a known name in the first column without one, or in a new column. */
  seat(name) {
    let column = this.columns.findIndex((_, index) => index < this.count && !this.nameOf(index).value.trim());
    if (column < 0) {
      if (this.count === this.columns.length) return;
      column = this.count;
      this.count += 1;
    }
    this.nameOf(column).value = name;
    settle(this.nameOf(column));
    this.show();
    this.save();
  }

  add() {
    this.count += 1;
    this.show();
    this.save();
    this.nameOf(this.count - 1).focus();
  }

  // Later columns move to the left, so that the used ones always come first.
  remove(first) {
    for (let column = first; column < this.count - 1; column += 1) {
      const from = this.controls(column + 1).map(valueOf);
      this.controls(column).forEach((control, index) => setValue(control, from[index]));
    }
    this.controls(this.count - 1).forEach(clear);
    this.renumber(first);
    this.form.querySelectorAll("[data-review]").forEach((sheet) => sheet.replaceChildren());
    document.getElementById("refused")?.remove();
    this.form.querySelectorAll("[aria-invalid]").forEach((control) => control.removeAttribute("aria-invalid"));
    this.count = Math.max(FEWEST, this.count - 1);
    this.show();
    this.save();
  }

  /** Change the fields whose value is a column. */
  renumber(removed) {
    const after = (value) => (Number(value) === removed ? "" : Number(value) > removed ? String(value - 1) : value);
    for (const select of this.form.querySelectorAll("[data-who]")) if (select.value !== "") select.value = after(select.value);
    for (const holder of [...this.form.querySelectorAll("[data-holder]:checked")]) {
      this.form.querySelector(`[name="${holder.name}"][value="${after(holder.value)}"]`).checked = true;
    }
  }

  changed() {
    this.follow();
    this.save();
  }

  // Update everything that depends on the entries.
  follow() {
    const names = this.columns.map((_, column) => this.nameOf(column).value.trim());
    for (const place of this.form.querySelectorAll("[data-name-of]")) place.textContent = names[place.dataset.nameOf] || (place.dataset.nameless ?? "");
    for (const place of this.form.querySelectorAll("[data-label-of]")) if (names[place.dataset.labelOf]) place.setAttribute("aria-label", names[place.dataset.labelOf]);
    for (const option of this.form.querySelectorAll("[data-who] option[data-name-of]")) option.hidden = option.disabled = Number(option.dataset.nameOf) >= this.count;
    this.form.querySelectorAll("[data-once] input").forEach((radio) => radio.toggleAttribute("data-was", radio.checked));
    this.showChips(names);
    const cells = this.cells();
    const last = this.form.querySelector("[data-after-pad]") ? "next" : "go";
    cells.forEach((cell, index) => cell.setAttribute("enterkeyhint", index === cells.length - 1 ? last : "next"));
    clearTimeout(this.adding);
    this.adding = setTimeout(() => this.addUp(), ADD_UP_MS);
    this.form.dispatchEvent(new Event("pad"));
  }

  /** List what the keyboard walks through: down each column, past names that are known. */
  cells() {
    return this.columns.slice(0, this.count).flatMap((column) => [...column.querySelectorAll("input.cell, [data-name]:placeholder-shown, [data-name]:focus")]);
  }

  showChips(names) {
    const box = this.form.querySelector("[data-chips]");
    const add = box.querySelector("[data-add]");
    const isFull = this.count === this.columns.length && names.slice(0, this.count).every(Boolean);
    const seated = names.slice(0, this.count).map((name, column) => name && this.makeChip(name, column)).filter(Boolean);
    const others = this.known.filter((name) => !names.slice(0, this.count).includes(name)).map((name) => this.makeChip(name));
    const focused = document.activeElement?.closest?.(".chip")?.dataset.name;
    box.replaceChildren(...seated, ...(isFull ? [] : others), add);
    add.hidden = this.count >= this.columns.length;
    box.hidden = false;
    if (focused) [...box.querySelectorAll("[data-name]")].find(({ dataset }) => dataset.name === focused)?.focus();
  }

  makeChip(name, column) {
    const chip = document.createElement("button");
    chip.type = "button";
    chip.className = "chip";
    chip.dataset.name = name;
    chip.setAttribute("aria-pressed", String(column !== undefined));
    if (column !== undefined) chip.append(this.columns[column].querySelector(".sign").cloneNode(true));
    chip.append(name);
    return chip;
  }

  /** Fetch the totals of what is typed so far. The rules are on the server, or on a prepared phone. */
  async addUp() {
    const asked = (this.asked = new URLSearchParams(new FormData(this.form)).toString());
    const answer = await fetch(this.form.dataset.totals, { method: "POST", body: new URLSearchParams(asked) }).catch(() => null);
    if (this.asked !== asked) return;
    const { totals = {}, best = [] } = answer?.ok ? await answer.json() : {};
    for (const sum of this.form.querySelectorAll("[data-sum]")) {
      sum.textContent = totals[sum.dataset.sum] ?? "–";
      sum.classList.toggle("best", best.includes(sum.dataset.sum));
    }
  }

  save() {
    const values = this.all().map((control) => [control.name, control.type === "radio" ? control.value : "", valueOf(control)]);
    remember(draftHere(), { count: this.count, values }, STORE);
  }

  // Keep what was typed before this script loaded; it is newer than the draft.
  restore() {
    const draft = recall(draftHere(), STORE);
    if (!draft?.values) return;
    const key = (name, value) => `${name}\n${value}`;
    const values = new Map(draft.values.map(([name, radio, value]) => [key(name, radio), value]));
    for (const control of this.all()) {
      const value = values.get(key(control.name, control.type === "radio" ? control.value : ""));
      if (value !== undefined && !touched(control)) setValue(control, value);
    }
    this.count = Math.min(Math.max(FEWEST, draft.count), this.columns.length);
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
  if (!field.matches("input, select")) return;
  const problem = document.getElementById(`${field.id}-problem`);
  (problem?.closest("#refused > p") ?? problem)?.remove();
  field.removeAttribute("aria-describedby");
  field.removeAttribute("aria-invalid");
  if (!("low" in field.dataset)) return;
  const typed = field.value.trim();
  const fine = typed === "" || (/^\d+$/.test(typed) && Number(typed) >= Number(field.dataset.low) && Number(typed) <= Number(field.dataset.high));
  if (!fine) field.setAttribute("aria-invalid", "true");
}

function tapped(event, pad) {
  const button = event.target.closest("button");
  if (button?.matches("[data-chips] [data-name]")) {
    const column = pad.columns.findIndex((_, index) => index < pad.count && pad.nameOf(index).value.trim() === button.dataset.name);
    if (column < 0) pad.seat(button.dataset.name);
    else pad.remove(column);
  } else if (button && "add" in button.dataset) {
    pad.add();
  } else if (button && "clear" in button.dataset) {
    [draftHere(), unsentHere()].forEach((key) => forget(key, STORE));
    location.reload();
  } else if (event.target.matches?.("[data-once] input[data-holder]")) {
    takeBack(event.target, pad);
  }
}

// A second tap on the same choice clears it; `data-was` marks the choice tapped before.
function takeBack(radio, pad) {
  if (!("was" in radio.dataset)) return;
  radio.closest("[data-once]").querySelector("[data-plain]").checked = true;
  pad.changed();
}

// A tap on a drop-down of the pad takes the next choice; the keyboard uses it as any other.
function cycle(event, pad) {
  const select = event.target.closest("[data-cycle]");
  if (!select || event.button > 0) return;
  event.preventDefault();
  select.selectedIndex = (select.selectedIndex + 1) % select.options.length;
  settle(select);
  pad.changed();
}

function typed(event, pad) {
  const field = event.target;
  if (event.key === "Enter" && field.matches(".pad input:not([type])")) walk(event, pad);
  if ("low" in field.dataset && ["ArrowUp", "ArrowDown"].includes(event.key)) {
    event.preventDefault();
    const now = /^\d+$/.test(field.value.trim()) ? Number(field.value) : event.key === "ArrowUp" ? -1 : 1;
    field.value = String(Math.min(Number(field.dataset.high), Math.max(Number(field.dataset.low), now + (event.key === "ArrowUp" ? 1 : -1))));
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
}

/** Go to the next cell; the last one shows the result, unless there is more to fill in. */
function walk(event, pad) {
  const cells = pad.cells();
  const next = cells[cells.indexOf(event.target) + 1];
  if (!next && event.target.getAttribute("enterkeyhint") === "go") return;
  event.preventDefault();
  if (next) {
    next.focus();
    next.select();
  } else {
    event.target.blur();
  }
}

// Submit without leaving the page, so that nothing is lost if the connection drops.
function send(event, form, pad) {
  event.preventDefault();
  stopWaiting(form);
  deliver(form, pad);
}

async function deliver(form, pad) {
  pad.save();
  let answer;
  let page;
  try {
    answer = await fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)) });
    page = await answer.text();
  } catch {
    sendLater(form, pad);
    return;
  }
  if (answer.status === 400) {
    sendLater(form, pad); // with a new token: the session has changed since the page was loaded
    return;
  }
  stopWaiting(form);
  if (answer.ok && answer.redirected) {
    remember(SENT, draftHere(), STORE);
    location.assign(answer.url);
    return;
  }
  const photos = [...form.querySelectorAll("[data-photo]:has([data-review] > *)")]; // the answer has no pictures
  document.querySelector("main").replaceWith(parse(page).querySelector("main"));
  for (const photo of photos) {
    document.querySelector(`[data-photo="${photo.dataset.photo}"]`)?.replaceWith(photo);
    photo.closest("details")?.setAttribute("open", "");
  }
  begin();
  document.querySelector("[aria-invalid], [data-answer]")?.scrollIntoView({ block: "center" });
}

let waiting = 0;

/** Send the totals once there is a connection, even if the app was closed in between; a change cancels that. */
function sendLater(form, pad) {
  remember(unsentHere(), 1, STORE);
  const unreached = form.querySelector("[data-unreached]");
  unreached.textContent = form.dataset.saidUnreached;
  unreached.hidden = false;
  waiting = setTimeout(async () => {
    const token = await fetchToken(form.action);
    if (!recall(unsentHere(), STORE)) return; // changed meanwhile
    if (token === undefined) sendLater(form, pad);
    else {
      form.elements.csrf_token.value = token; // the session may have changed since the page was loaded
      deliver(form, pad);
    }
  }, TRY_AGAIN_MS);
}

function stopWaiting(form) {
  clearTimeout(waiting);
  forget(unsentHere(), STORE);
  form.querySelector("[data-unreached]").hidden = true;
}

begin();
