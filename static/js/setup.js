// Remember ticked steps across reloads; new dice clear them.

import { recall, remember } from "./lib/storage.js";

const key = `steps-${location.pathname}-${new URLSearchParams(location.search).get("roll")}`;
const boxes = [...document.querySelectorAll("#steps input")];
const done = new Set(recall(key));

for (const box of boxes) {
  box.checked = done.has(box.id);
  box.addEventListener("change", () => remember(key, boxes.filter((each) => each.checked).map((each) => each.id)));
}
