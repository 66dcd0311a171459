// Half-typed amounts and half-chosen cards: they outlive live updates, a look at another board, a lost connection and a
// reload.

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

/** Tick what was ticked, if it still means the same. */
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
    if (field.value !== value) field.value = before; // not to be chosen any more
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
  keep();
});

live.addEventListener("shown", restore);

/** What stands in a form now, to be dropped once it has been entered; with it, what is chosen in the panels around it. */
export function filledIn(form) {
  const fields = [...(form.closest("[data-panels]") ?? form).querySelectorAll(FIELDS)];
  return { seat: board().dataset.shown, values: fields.map((field) => [field.id, valueOf(field)]) };
}

/** What has been entered need not stand in its fields any more, unless something else has been typed meanwhile. */
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
  else if (field) field.checked = false; // the choice of a panel
}

restore();
