// Keep half-filled forms across live updates, board changes and reloads.

import { recall, remember } from "../lib/storage.js";
import { board, live, root } from "./board.js";

const KEPT = `typed-${root.dataset.code}`;
const TICKS = "input[id]:is([type=checkbox], [type=radio])";
const FIELDS = "input[id]:not([type=checkbox], [type=radio]), select[id]";
const typed = recall(KEPT) ?? {}; // by seat, then by field
const ticked = new Map(); // field: its seat and value; until the next entry

const TICKED = "[type=radio], [type=checkbox]";

const valueOf = (field) => (field.matches(TICKED) && !field.checked ? "" : field.value);

const here = () => (typed[board().dataset.shown] ??= {});

const keep = () => remember(KEPT, typed);

function tick(field) {
  if (field.type === "radio") {
    for (const other of live.querySelectorAll(`[name="${CSS.escape(field.name)}"]`)) ticked.delete(other.id);
  }
  if (field.checked) ticked.set(field.id, { seat: board().dataset.shown, value: field.value });
  else ticked.delete(field.id);
}

/** Restore ticked boxes if their values have not changed. */
function restoreTicks() {
  for (const [id, { seat, value }] of ticked) {
    const field = document.getElementById(id);
    if (field?.value === value && seat === board().dataset.shown) field.checked = true;
  }
}

function dropTicks() {
  for (const id of ticked.keys()) {
    const field = document.getElementById(id);
    if (field) field.checked = field.defaultChecked;
  }
  ticked.clear();
}

function restore() {
  restoreTicks();
  for (const [id, value] of Object.entries(here())) {
    const field = document.getElementById(id);
    if (!field?.matches(FIELDS)) continue;
    const before = field.value;
    if (field.matches(TICKED)) field.checked = value === field.value && !field.disabled;
    else field.value = value;
    if (field.value !== value) field.value = before; // this choice is no longer offered
    field.closest("details.more")?.setAttribute("open", "");
  }
}

live.addEventListener("input", ({ target }) => {
  if (target.matches(TICKS)) tick(target);
  if (!target.matches(FIELDS)) return;
  if (target.type === "radio") for (const other of document.getElementsByName(target.name)) delete here()[other.id];
  here()[target.id] = valueOf(target);
  keep();
});

live.addEventListener("reset", ({ target }) => {
  for (const field of target.querySelectorAll(FIELDS)) delete here()[field.id];
  for (const field of target.querySelectorAll(TICKS)) ticked.delete(field.id);
  keep();
});

live.addEventListener("shown", restore);

/** Return the values of a form and of the panels around it, for `drop` once they have been entered. */
export function filledIn(form) {
  const fields = [...(form.closest("[data-panels]") ?? form).querySelectorAll(FIELDS)];
  return { seat: board().dataset.shown, values: fields.map((field) => [field.id, valueOf(field)]) };
}

/** Clear the fields of an entry that was accepted, unless they have changed since. */
export function drop({ seat, values }) {
  dropTicks();
  const drafts = typed[seat] ?? {};
  if (values.some(([id, value]) => id in drafts && drafts[id] !== value)) return;
  for (const [id] of values) delete drafts[id];
  keep();
  if (board().dataset.shown !== seat) return;
  for (const [id] of values) clear(document.getElementById(id));
}

function clear(field) {
  if (field?.form) field.form.reset();
  else if (field) field.checked = false; // a radio button that opens a panel
}

restore();
