// The TV page: update live, and follow a rematch.

import { keepAwake } from "./lib/awake.js";
import { follow } from "./lib/live.js";
import { makeUpdater, swap } from "./lib/parts.js";

const screen = () => document.getElementById("tv");
const { live, rematch, stream, version } = screen().dataset;

const update = makeUpdater(() => live, (markup) => {
  const fresh = screen().cloneNode(false);
  fresh.innerHTML = markup;
  swap([fresh], { fallback: () => null });
});

follow(stream, version, (event) => {
  if (event.kind === "rematch") location.replace(rematch.replace("CODE", event.table));
  else update();
});
keepAwake(document.getElementById("awake"));
