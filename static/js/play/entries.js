// Entries: one at a time, each with the version it was made for, kept while there is no connection.

import { awaitAnswer, catchUp, play, refresh, reload, show, standpoint, status } from "./board.js";
import { say } from "./say.js";

const KEPT = `kept-${play.dataset.code}`;
const token = document.querySelector("meta[name=csrf-token]").content;
let busy = false;
let told = ""; // why an entry is kept

/** Enter a move, pencilled in at its places. While one is under way nothing else is entered: a double tap is one mark. */
export function enter(move, places = []) {
  if (occupied()) return;
  for (const place of places) place.classList.add("pencilled");
  send(play.dataset.moves, { move, version: status().version, seat: status().acting });
}

export function undo(seat, wholeTurn) {
  send(play.dataset.undoUrl, { version: status().version, seat, ...(wholeTurn ? { turn: "true" } : {}) });
}

export function manage(action, about) {
  send(play.dataset.manageUrl, { action, about });
}

/** Whoever taps on while an entry is kept is told that this one is not. */
function occupied() {
  if (busy && told) say("waiting", true);
  return busy;
}

async function send(url, values) {
  if (occupied()) return;
  busy = true;
  play.classList.add("busy");
  await deliver({ url, values }, false);
}

/** Safari does not send again what met a connection that was just being closed, so the first try is not the last. */
async function deliver(entry, late, again = false) {
  let answer, words; // the line may break between the two: then the entry is kept and sent again
  awaitAnswer(true);
  try {
    answer = await fetch(entry.url, {
      method: "POST",
      body: standpoint(entry.values),
      headers: { "X-CSRFToken": token, "X-Parts": "1" },
      signal: AbortSignal.timeout?.(6000),
    });
    words = await answer.text();
  } catch (error) {
    awaitAnswer(false);
    if (!again && error.name !== "TimeoutError") await deliver(entry, late, true);
    else keep(entry, "offline");
    return;
  }
  awaitAnswer(false);
  if (answer.status >= 500) {
    keep(entry, "unavailable", Number(answer.headers.get("Retry-After")));
    return;
  }
  done();
  if (answer.ok) {
    show(words);
    catchUp();
    if (late) say("sent"); // at last, because a new question hushes what was said about the old one
    return;
  }
  if (!answer.headers.get("Content-Type")?.startsWith("text/plain")) {
    reload(); // the page is older than the server's memory of it
    return;
  }
  if (answer.status === 409) say("stale");
  else say(words);
  refresh();
}

/** The same entry about the same version is sent again: it counts once, also when only the answer was lost. */
function keep(entry, why, seconds) {
  sessionStorage.setItem(KEPT, JSON.stringify(entry));
  if (told !== why) say(why, true);
  told = why;
  setTimeout(retry, (seconds || 1) * 1000);
}

function retry() {
  const kept = sessionStorage.getItem(KEPT);
  if (kept) deliver(JSON.parse(kept), true);
}

function done() {
  sessionStorage.removeItem(KEPT);
  busy = false;
  told = "";
  play.classList.remove("busy");
  for (const place of play.querySelectorAll(".pencilled")) place.classList.remove("pencilled");
}

/** A page that was closed with an unsent entry sends it when it comes back. */
export function sendKept() {
  if (!sessionStorage.getItem(KEPT)) return;
  busy = true;
  retry();
}
