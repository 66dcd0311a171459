// Remember ticked steps across reloads; new dice, and another table, clear them.

import { recall, remember } from "./lib/storage.js";

const asked = new URLSearchParams(location.search);
const key = `steps-${location.pathname}-${asked.get("table") ?? asked.get("roll")}`;
const boxes = [...document.querySelectorAll("#steps input")];
const done = new Set(recall(key));

for (const box of boxes) {
  box.checked = done.has(box.id);
  box.addEventListener("change", () => remember(key, boxes.filter((each) => each.checked).map((each) => each.id)));
}
