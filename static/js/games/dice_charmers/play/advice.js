// Hints: the best move and why; a first answer at once, a better one as soon as it is found.

import { play, status } from "./board.js";
import { closeSpot, openAt } from "./dialogs.js";
import { enter } from "./entries.js";
import { say } from "./say.js";

let asked = 0; // counts requests, to ignore answers to earlier ones

export async function askForHint(button) {
  const mine = ++asked;
  const first = await fetchHint("");
  if (!first || mine !== asked) return;
  show(button, first, true);
  const better = await fetchHint("&refined=1");
  if (mine !== asked || !document.getElementById("advice")) return;
  show(button, better?.version === first.version ? better : first, false);
}

/** Remove a hint that is out of date. */
export function forgetHint() {
  asked += 1;
  light([]);
}

async function fetchHint(more) {
  const answer = await fetch(`${play.dataset.hintUrl}?seat=${status().acting}${more}`).catch(() => null);
  const found = await answer?.json().catch(() => null);
  if (answer?.ok && found) return found;
  if (!more) say(found?.error?.message ?? "failed");
  return null;
}

function show(button, hint, thinking) {
  const advice = document.createElement("div");
  advice.id = "advice";
  advice.className = "advice";
  advice.setAttribute("role", "status");
  const next = thinking ? play.dataset.saidThinking : hint.next_best ?? "";
  advice.append(line("h2", hint.label), line("p", hint.why), line("p", next, "soft"));
  const go = line("button", play.dataset.saidDo, "wide");
  go.type = "button";
  go.addEventListener("click", () => {
    closeSpot();
    enter(hint.move);
  });
  openAt(document.getElementById("ask-hint") ?? button, [advice, go]);
  light(hint.targets);
}

function line(tag, words, style = "") {
  const element = document.createElement(tag);
  element.textContent = words;
  element.className = style;
  return element;
}

/** Mark the target of the hint. */
function light(targets) {
  for (const place of play.querySelectorAll("[data-target]")) {
    place.classList.toggle("hinted", targets.includes(place.dataset.target));
  }
}
