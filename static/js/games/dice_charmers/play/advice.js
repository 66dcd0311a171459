// Hints: the best move and why; a first answer at once, a better one as soon as it is found.

import { play, status } from "./board.js";
import { closeSpot, openAt, place } from "./dialogs.js";
import { enter } from "./entries.js";
import { say } from "./say.js";

const DEAF_MS = 500; // a finger needs about 300 ms from the decision to the tap
let asked = 0; // counts requests, to ignore answers to earlier ones
let deafUntil = 0; // buttons that have just moved ignore taps until then

export async function askForHint(button) {
  const mine = ++asked;
  const first = await fetchHint("");
  if (!first || mine !== asked) return;
  const { advice, next } = open(button, first);
  const better = await fetchHint("&refined=1");
  if (mine !== asked || !advice.isConnected) return;
  const found = better?.version === first.version ? better : first;
  next.textContent = found.next_best ?? "";
  if (found.move === first.move) return;
  // A second line with a button of its own. The dialog grows, so a tap that is under way may hit the wrong button.
  next.before(line("p", play.dataset.saidBetter, "soft"), ...describe(found));
  deafUntil = performance.now() + DEAF_MS;
  place();
  light([...first.targets, ...found.targets]);
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

/** Show the first answer. The line below it changes when the search is done. */
function open(button, hint) {
  const advice = document.createElement("div");
  advice.id = "advice";
  advice.className = "advice";
  advice.setAttribute("role", "status");
  const next = line("p", play.dataset.saidThinking, "soft");
  advice.append(...describe(hint), next);
  openAt(document.getElementById("ask-hint") ?? button, [advice]);
  light(hint.targets);
  return { advice, next };
}

/** Return a move, why it is good, and the button that plays exactly this move. */
function describe(hint) {
  const go = line("button", play.dataset.saidDo, "wide");
  go.type = "button";
  go.addEventListener("click", () => {
    if (performance.now() < deafUntil) return;
    closeSpot();
    enter(hint.move);
  });
  return [line("h2", hint.label), line("p", hint.why), go];
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
