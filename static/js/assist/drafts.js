// Half-typed amounts: they outlive live updates, a look at another board, a lost connection and a reload.

import { board, live, root } from "./board.js";

const KEPT = `typed-${root.dataset.code}`;
const FIELDS = "input[id], select[id]";
let typed = {}; // by seat, then by field
try {
  typed = JSON.parse(sessionStorage.getItem(KEPT)) ?? {};
} catch {
  // a private window, or nothing readable
}

const here = () => (typed[board().dataset.shown] ??= {});

function keep() {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify(typed));
  } catch {
    // a private window: kept until it closes
  }
}

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
