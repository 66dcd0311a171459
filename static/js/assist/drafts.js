// Half-typed amounts: they outlive live updates, a look at another board, a lost connection and a reload.

import { recall, remember } from "../lib/storage.js";
import { board, live, root } from "./board.js";

const KEPT = `typed-${root.dataset.code}`;
const FIELDS = "input[id], select[id]";
const typed = recall(KEPT) ?? {}; // by seat, then by field

const here = () => (typed[board().dataset.shown] ??= {});

const keep = () => remember(KEPT, typed);

function restore() {
  for (const [id, value] of Object.entries(here())) {
    const field = document.getElementById(id);
    if (!field?.matches(FIELDS)) continue;
    const before = field.value;
    field.value = value;
    if (field.value !== value) field.value = before; // not to be chosen any more
    field.closest("details.more")?.setAttribute("open", "");
  }
}

live.addEventListener("input", ({ target }) => {
  if (!target.matches(FIELDS)) return;
  here()[target.id] = target.value;
  keep();
});

live.addEventListener("shown", restore);

/** What stands in a form now, to be dropped once it has been entered. */
export function filledIn(form) {
  const seat = board().dataset.shown;
  return { seat, values: [...form.querySelectorAll(FIELDS)].map((field) => [field.id, field.value]) };
}

/** What has been entered need not stand in its fields any more, unless something else has been typed meanwhile. */
export function drop({ seat, values }) {
  const drafts = typed[seat] ?? {};
  if (values.some(([id, value]) => id in drafts && drafts[id] !== value)) return;
  for (const [id] of values) delete drafts[id];
  keep();
  if (board().dataset.shown !== seat) return;
  for (const [id] of values) document.getElementById(id)?.form.reset();
}

restore();
