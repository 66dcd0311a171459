// Entries of this page: one tap is one entry; several may wait for their answers at once.

import { outbox } from "../lib/entries.js";
import { awaitAnswer, focus, live, reload, root, show, standpoint, update, version } from "./board.js";
import { drop, filledIn } from "./drafts.js";

const problem = document.getElementById("problem");
const underWay = new Set(); // buttons whose entry has not been answered yet

const box = outbox({
  key: `entries-${root.dataset.code}`,
  version,
  standpoint,
  show,
  update,
  reload,
  awaitAnswer,
  waiting: (why) => say(root.dataset[why === "offline" ? "saidOffline" : "saidUnavailable"]),
});

function say(text) {
  problem.textContent = text;
  problem.hidden = !text;
  if (text) problem.scrollIntoView({ block: "nearest" });
}

live.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.matches(".entry, .absent")) return;
  event.preventDefault();
  const { id } = event.submitter;
  const focused = document.activeElement === event.submitter;
  const entry = entryOf(form, event.submitter);
  const filled = filledIn(form);
  form.closest(".die-menu")?.removeAttribute("open");
  underWay.add(id);
  holdButtons();
  say("");
  const answer = await box.send(entry);
  settle(answer);
  underWay.delete(id);
  release(id);
  if (focused && document.activeElement === document.body) focus(id);
  if (answer.ok) drop(filled);
});

/** Build the entry for a tap. Shared entries use the version that was shown when tapped. */
function entryOf(form, button) {
  const sent = new FormData(form);
  if (button.name) sent.append(button.name, button.value);
  const independent = "independent" in form.dataset;
  return { url: form.action, fields: [...sent], independent, ...(independent ? {} : { version: version() }) };
}

function settle({ ok, status, text }) {
  say(ok ? "" : status === 409 ? root.dataset.saidAgain : text);
  if (!ok) update();
}

/** Keep a button disabled until its entry is answered, even if the board was replaced. */
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
box.resume(settle);
