// Entries: one tap is one entry. They are sent one after the other, and each arrives exactly once.

import { pause } from "../part.js";
import { focus, live, newestVersion, root, update } from "./board.js";
import { drop, filledIn } from "./drafts.js";

const ANSWER_MS = 6000;
const LATER = new Set([502, 503, 504]); // the server is there again in a moment
const problem = document.getElementById("problem");
const csrf = document.querySelector("meta[name=csrf-token]").content;
const underWay = new Set(); // the buttons whose entry has not arrived yet
let last = Promise.resolve();

function say(text) {
  problem.textContent = text;
  problem.hidden = !text;
  if (text) problem.scrollIntoView({ block: "nearest" });
}

live.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.classList.contains("entry")) return;
  event.preventDefault();
  const { id } = event.submitter;
  const focused = document.activeElement === event.submitter;
  const entry = entryOf(form, event.submitter);
  const filled = filledIn(form);
  form.closest(".die-menu")?.removeAttribute("open");
  underWay.add(id);
  holdButtons();
  last = last.then(() => deliver(entry));
  const arrived = await last;
  underWay.delete(id);
  release(id);
  if (focused && document.activeElement === document.body) focus(id);
  if (arrived) drop(filled);
});

/** What a tap means. Whatever concerns everybody is meant for the table as it was seen when it was tapped. */
function entryOf(form, button) {
  const sent = new FormData(form);
  if (button.name) sent.append(button.name, button.value);
  const url = sent.has("undo") ? root.dataset.undo : root.dataset.moves;
  const body = { seat: sent.get("seat"), ...(sent.has("undo") ? {} : { move: entryText(sent) }) };
  return { url, body, version: "shared" in form.dataset ? newestVersion() : null };
}

/** The parts of an entry in the order of the form; the symbols of a card are joined by +. */
function entryText(sent) {
  const parts = (kind) => [...sent].filter(([name, part]) => part && name.split(".")[0] === kind).map(([, part]) => part);
  const card = parts("card").join("+");
  return [...parts("move"), ...(card ? [card] : [])].join(" ");
}

/** Send until there is an answer; true when the entry stands in the table's log. */
async function deliver({ url, body, version }) {
  let unanswered = null; // the version of an attempt that may have arrived: only the same one can be tried again
  say("");
  for (;;) {
    const about = unanswered ?? version ?? newestVersion();
    const answer = await post(url, { ...body, version: about });
    if (answer === null || LATER.has(answer.status)) {
      unanswered = about;
      say(answer?.message ?? root.dataset.saidLost);
      await pause();
      continue;
    }
    await update();
    if (answer.ok) {
      say("");
      return true;
    }
    // Somebody was faster. One's own counters are as good with the newest state; every round of this is an entry of
    // somebody else that has arrived, so it comes to an end.
    if (answer.status === 409 && version === null && unanswered === null) continue;
    say(answer.status === 409 ? root.dataset.saidAgain : answer.message);
    return false;
  }
}

/** The answer, or null when there was none. */
async function post(url, body) {
  try {
    const answer = await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-CSRFToken": csrf },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout?.(ANSWER_MS),
    });
    return { ok: answer.ok, status: answer.status, message: (await answer.json()).error?.message };
  } catch {
    return null;
  }
}

/** A button waits until its entry has arrived, also when the board has been exchanged meanwhile. */
function holdButtons() {
  for (const id of underWay) {
    const button = document.getElementById(id);
    if (button && !button.disabled) Object.assign(button, { disabled: true }).dataset.underWay = "";
  }
}

function release(id) {
  const button = document.getElementById(id);
  if (button && "underWay" in button.dataset) button.disabled = false;
}

live.addEventListener("shown", holdButtons);
