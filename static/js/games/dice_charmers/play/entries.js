// Entries of this page: one at a time, so that a double tap is one mark.

import { outbox } from "../../../lib/entries.js";
import { awaitAnswer, catchUp, play, refresh, reload, show, standpoint, status, version } from "./board.js";
import { say } from "./say.js";

let told = ""; // why an entry waits, as last said

const box = outbox({
  key: `entries-${play.dataset.code}`,
  version,
  standpoint,
  show,
  update: refresh,
  reload,
  awaitAnswer,
  waiting(why) {
    if (told !== why) say(why, true);
    told = why;
  },
});

/** Enter a move, drawn in pencil at its places; resolve to whether it was accepted. Other entries are ignored
 * meanwhile. */
export function enter(move, places = []) {
  return enterAll([move], places);
}

/** Enter several moves of one tap, one after the other, until one is refused. Without a connection all are kept. */
export async function enterAll(moves, places = []) {
  if (occupied()) return false;
  for (const place of places) place.classList.add("pencilled");
  return send(play.dataset.movesUrl, ...moves.map((move) => ({ move, seat: status().acting })));
}

export function undo(seat, wholeTurn) {
  send(play.dataset.undoUrl, { seat, ...(wholeTurn ? { turn: "true" } : {}) });
}

export function manage(action, about, level = "") {
  send(play.dataset.manageUrl, { action, about, level });
}

/** Tell the player that this tap is ignored, because an entry is still waiting. */
function occupied() {
  if (box.busy && told) say("waiting", true);
  return box.busy;
}

async function send(url, ...entries) {
  if (occupied()) return false;
  play.classList.add("busy");
  const answer = await box.send(...entries.map((values) => ({ url, fields: Object.entries(values) })));
  settle(answer);
  return answer.ok;
}

function settle({ ok, status: code, text, late }) {
  told = "";
  play.classList.remove("busy");
  for (const place of play.querySelectorAll(".pencilled")) place.classList.remove("pencilled");
  if (ok) {
    catchUp();
    if (late) say("sent"); // said last, because a new prompt clears earlier messages
    return;
  }
  say(code === 409 ? "stale" : text);
  refresh();
}

/** Send an entry that was not sent before the page was closed. */
export function sendKept() {
  box.resume((answer) => settle({ ...answer, late: true }));
}
