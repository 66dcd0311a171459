// Tap targets: mark legal ones; a tap enters a move, opens a choice, or explains the place.

import { play, standpoint, status } from "./board.js";
import { closeSpot, confirmFirst, findSheetBottom, openAt } from "./dialogs.js";
import { enterAll } from "./entries.js";
import { isGuided } from "./tips.js";
import { onLongPress } from "./pressing.js";
import { findHeaderBottom } from "./quick.js";
import { say } from "./say.js";

const SVG = "http://www.w3.org/2000/svg";
const sheet = document.getElementById("sheet");
const spot = document.getElementById("spot");
const SHORT = 6; // a list of at most this many choices opens by itself
const offers = new Map(); // target → the buttons of its moves
let learning = false;
let ahead = null; // the button that takes the previewed die, while its places are highlighted

/** Mark the legal targets. Those on the sheet count only while the mover's own sheet is shown; bonuses that could be
 * given up are marked only while the game asks about bonuses. */
export function markLegal() {
  offers.clear();
  for (const button of document.querySelectorAll("#moves [data-targets]")) {
    for (const target of button.dataset.targets.split("|")) {
      offers.set(target, [...(offers.get(target) ?? []), button]);
    }
  }
  const own = status().acting === status().shown;
  for (const place of sheet.querySelectorAll("[data-target]")) mark(place, own && asked(place.dataset.target));
  for (const thing of document.querySelectorAll("#tray [data-target], #quick [data-target], #foot [data-target]")) {
    thing.classList.toggle("legal", asked(thing.dataset.target));
  }
}

function asked(target) {
  const meant = offers.get(target) ?? [];
  return meant.some(({ dataset }) => dataset.kind !== "give") || (meant.length > 0 && status().code === "bonuses");
}

function mark(place, legal) {
  if (place.classList.contains("legal") === legal) return;
  place.classList.toggle("legal", legal);
  place.querySelector(".tick")?.remove();
  if (legal) place.append(tick(place.querySelector("rect")));
}

/** Draw a corner mark, so that colour is not the only signal. */
function tick(rect) {
  const [x, y, width] = ["x", "y", "width"].map((name) => Number(rect.getAttribute(name)));
  const right = x + width;
  const corner = document.createElementNS(SVG, "path");
  corner.setAttribute("class", "tick");
  corner.setAttribute("d", `M${right - 4.6} ${y + 0.2}h3.2a1.2 1.2 0 0 1 1.2 1.2v3.2z`);
  return corner;
}

/** Scroll to the dice or to the area where something must be entered, else to the area of the last new mark. Do not
 * scroll if it is already in view. */
export function bringIntoView() {
  if (document.querySelector("#tray .legal, #tray .faces, #tray .total, .bar-main [data-kind=roll], .bar-main [data-kind=confirm]")) {
    scrollTo({ top: 0 });
    return;
  }
  const marked = ["bonuses", "end-turn"].includes(status().code);
  const place = marked ? [...sheet.querySelectorAll(".fresh")].pop() : sheet.querySelector(".legal");
  if (!place) return;
  const area = place.closest(".area");
  const seen = area.getBoundingClientRect();
  const top = findHeaderBottom();
  const bottom = findSheetBottom();
  if (seen.top >= top && seen.bottom <= bottom) return;
  const within = place.getBoundingClientRect().bottom - seen.top <= bottom - top; // not on a phone held sideways
  (within ? area : place).scrollIntoView({ block: "start" });
}

/** Switch learning on or off: while it is on, every tap explains and nothing is entered. */
export function learn(on) {
  learning = on;
  play.classList.toggle("learning", on);
  document.getElementById("learn-bar").hidden = !on;
  document.getElementById("learn").setAttribute("aria-pressed", String(on));
}

function tapped(event) {
  const place = event.target.closest("[data-target], [data-about]");
  if (!place || !play.contains(place)) return;
  const { target, about } = place.dataset;
  if (about) explain(place, about);
  else if (learning) explain(place, target);
  else if (ahead && place.classList.contains("lit")) takeAndAct(place, target);
  else if (target.startsWith("die ") && !asksForDie(target)) previewDie(place, target.slice(4));
  else actOn(place, target);
}

/** Check whether a die is an answer (type in a face, copy its goods), not a die to take. */
function asksForDie(target) {
  return offers.has(target) && offers.get(target).every(({ dataset }) => !["take", "karma"].includes(dataset.kind));
}

function actOn(place, target) {
  const own = status().acting === status().shown;
  const meant = sheet.contains(place) && !own ? [] : offers.get(target) ?? [];
  const onlyGivenUp = meant.every(({ dataset }) => dataset.kind === "give");
  const direct = meant.filter(({ dataset }) => dataset.kind !== "give");
  if (!meant.length || (own && onlyGivenUp)) explain(place, target, meant);
  else if (direct.length === 1) enterMove(direct[0]);
  else openAt(place, [choices(meant)]);
}

/** Take the previewed die and continue at the tapped place. */
function takeAndAct(place, target) {
  enterMove(ahead, () => (offers.has(target) ? actOn(place, target) : continueTurn()));
}

/** Copy the buttons of these moves for the dialog. */
function choices(buttons) {
  const list = document.createElement("div");
  list.className = "choices-at";
  for (const button of buttons) list.append(button.cloneNode(true));
  return list;
}

/** Explain a place; the answer includes what can be given up there. */
async function explain(place, target, otherwise = []) {
  await fetched(place, `${play.dataset.aboutUrl}?${standpoint({ target })}`, otherwise);
}

/** Preview a die. Offline there is no preview, but the die can be taken: the entry is kept. */
async function previewDie(place, die) {
  const quick = "quick" in place.dataset; // keep the sheet in view
  await fetched(quick ? null : place, `${play.dataset.previewUrl}?${standpoint({ die })}`, offers.get(`die ${die}`) ?? []);
  const lights = spot.querySelector("[data-lights]")?.dataset.lights.split("|") ?? [];
  for (const lit of sheet.querySelectorAll("[data-target]")) lit.classList.toggle("lit", lights.includes(lit.dataset.target));
  ahead = quick ? spot.querySelector("[data-kind=take]") : null;
  if (quick) sheet.querySelector(".lit")?.closest(".area").scrollIntoView({ block: "start" });
}

/** Remove the highlights of a previewed die when its preview closes. */
function removeHighlights() {
  ahead = null;
  for (const lit of sheet.querySelectorAll(".lit")) lit.classList.remove("lit");
}

async function fetched(place, url, otherwise) {
  let answer, words;
  try {
    answer = await fetch(url, { signal: AbortSignal.timeout?.(8000) });
    words = await answer.text();
  } catch {
    if (otherwise.length) openAt(place, [choices(otherwise)]);
    else say("failed");
    return;
  }
  if (answer.ok) openAt(place, words);
  else say(answer.status < 500 ? words : "failed");
}

/** Handle the button of a move, anywhere on the page. Giving something up needs confirmation. */
function pressed(event) {
  const button = event.target.closest("button[name=move]");
  if (!button) return;
  event.preventDefault();
  if (learning && !button.closest("dialog")) return;
  if (event.detail > 1 && button.closest(".docked")) return; // the second half of a double tap on something else
  closeSpot();
  const label = button.querySelector(".move-label") ?? button;
  if (button.dataset.kind === "give") confirmFirst(play.dataset.saidGiveUp, () => enterMove(button), label.textContent.trim());
  else enterMove(button);
}

/** Draw the mark in pencil at once; the answer replaces it with ink or removes it. */
async function enterMove({ value, dataset }, then = continueTurn) {
  const moves = dataset.first ? [dataset.first, value] : [value]; // a bonus or a die, then what is done with it
  const targets = dataset.targets?.split("|") ?? [];
  const places = [...play.querySelectorAll("#sheet [data-target], #tray [data-target], #quick [data-target], #foot [data-target]")];
  if (await enterAll(moves, places.filter((place) => targets.includes(place.dataset.target)))) then();
}

/** Save taps after an entry: enter forced moves, and open a short list of choices unless they are places on the sheet.
 * Undo reverts one entry at a time. */
function continueTurn() {
  const { acting, shown } = status();
  if (!acting || acting !== shown || document.querySelector("dialog[open]")) return;
  const uses = document.getElementById("uses");
  if (uses.querySelector("[data-first]") && !isGuided()) {
    ask([...uses.cloneNode(true).children]);
    return;
  }
  const buttons = [...document.querySelectorAll("#moves button")];
  const answers = buttons.filter(({ dataset }) => dataset.answers);
  const useful = buttons.filter(({ dataset }) => dataset.kind !== "give");
  if (useful.length === 1 && "leads" in useful[0].dataset && !isGuided()) enterForced(useful[0]); // can be given up later
  else if (!answers.length) return;
  else if (buttons.length === 1) enterForced(buttons[0]);
  else if (buttons.length <= SHORT && answers.every(({ dataset }) => dataset.answers !== "map")) {
    ask([choices(buttons)]);
  }
}

/** Enter a forced move, and tell the player. */
function enterForced(button) {
  const label = button.querySelector(".move-label").textContent;
  enterMove(button, () => {
    continueTurn();
    say(label);
  });
}

/** Show choices above the foot, without a tap. */
function ask(answers) {
  const title = document.createElement("h2");
  title.textContent = document.getElementById("prompt").textContent;
  openAt(null, [title, ...answers]);
}

spot.addEventListener("close", removeHighlights);
play.addEventListener("click", pressed);
play.addEventListener("click", tapped);
onLongPress(play, "[data-target]", (place) => explain(place, place.dataset.target));
