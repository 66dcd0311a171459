// Show each tip once, in the situation it explains, until the player switches tips off. A tip is done when it is
// dismissed, or when the player moves on after it was in view for a while. Players who wait see the goal. In a guided
// game its instructions come first.

import { play, status } from "./board.js";

const SEEN = "tips-seen";
const OFF = "tips-off";
const SKIPPED = "lesson-skipped"; // the table whose lesson was skipped or is over
const TAUGHT = ["roll", "goal", "choose", "goods", "goods-die", "bonuses", "end-turn", "tap"]; // by the lesson
const TAP = "tap"; // the tip that a tap explains everything
const READ_MS = 5000; // a tip that was in view for this long has been read
const box = document.getElementById("hint");
const words = document.getElementById("hint-words");
const nextButton = document.getElementById("hint-next");
const offButton = document.getElementById("hint-skip");
const leaveButton = document.getElementById("lesson-skip");
const switchButton = document.getElementById("tips-switch");

const off = () => localStorage.getItem(OFF) === "yes";
const seen = () => new Set((localStorage.getItem(SEEN) ?? "").split(" "));
const tip = (code) => document.querySelector(`#tips [data-tip~="${code}"]`);
const isShared = () => status().phones.includes(" ");
/** Return the name under which a tip is remembered. On a shared phone, each player is told the goal. */
const nameOf = (code) =>
  isShared() && ["goal", "roll"].includes(code) ? `${code}-${play.dataset.code}-${status().mine}` : code;
const namesOf = ({ dataset }) => dataset.tip.split(" ").map(nameOf);
let shown = null; // the tip in view
let shownNames = [];
let shownAt = 0;

/** Return the codes of the tips that fit now, the most important first. */
function fitting() {
  const { acting, mine, tip: code, code: asked } = status();
  if (off() || !mine || asked === "face") return []; // typing in dice needs the room
  if (acting === mine) return isShared() ? ["goal", code, TAP] : [code, "goal", TAP];
  return acting ? [] : ["goal", TAP];
}

function nextTip() {
  const known = seen();
  return fitting().map(tip).find((found) => found && !namesOf(found).some((name) => known.has(name)));
}

/** Return the instruction of a guided game, if there is one now. */
function instruction() {
  const lesson = document.getElementById("lesson");
  return lesson.textContent.trim() && localStorage.getItem(SKIPPED) !== play.dataset.code ? lesson : null;
}

/** Check whether the lesson goes on after the bot's turn. */
function waitsForBot() {
  return "waits" in document.getElementById("lesson").dataset && localStorage.getItem(SKIPPED) !== play.dataset.code;
}

/** Check whether this is a guided game; then nothing is entered automatically. */
export function isGuided() {
  return instruction() !== null;
}

export function showTip() {
  const lesson = instruction();
  if (isShared() && wasRead()) remember(shownNames); // replace the goal by the tip for this situation
  const found = lesson ?? (waitsForBot() ? null : nextTip());
  noteRead(lesson ? null : found);
  const goesOn = lesson !== null && !("last" in lesson.dataset);
  box.hidden = !found;
  if (found) words.replaceChildren(...found.cloneNode(true).childNodes);
  nextButton.hidden = goesOn;
  offButton.hidden = lesson !== null;
  leaveButton.hidden = !goesOn;
  markSpots(lesson);
  switchButton.setAttribute("aria-pressed", String(!off()));
}

const wasRead = () => shown !== null && Date.now() - shownAt > READ_MS;

/** Note that another tip is shown, or none. */
function noteRead(next) {
  const names = next ? namesOf(next) : [];
  if (next === shown && names.join() === shownNames.join()) return;
  if (wasRead()) remember(shownNames);
  shown = next;
  shownNames = names;
  shownAt = Date.now();
}

function remember(names) {
  localStorage.setItem(SEEN, [...seen(), ...names].join(" "));
}

/** Mark where the lesson wants a tap. */
function markSpots(lesson) {
  const spots = lesson?.dataset.spots.split("|") ?? [];
  for (const place of play.querySelectorAll("[data-target]")) {
    place.classList.toggle("lesson-spot", spots.includes(place.dataset.target));
  }
}

function leaveLesson() {
  localStorage.setItem(SKIPPED, play.dataset.code);
  showTip();
}

leaveButton.addEventListener("click", leaveLesson);
nextButton.addEventListener("click", () => {
  if (instruction()) {
    remember(TAUGHT);
    leaveLesson();
    return;
  }
  remember(namesOf(nextTip()));
  showTip();
});
offButton.addEventListener("click", () => {
  localStorage.setItem(OFF, "yes");
  showTip();
});
switchButton.addEventListener("click", () => {
  localStorage.setItem(OFF, off() ? "no" : "yes");
  localStorage.removeItem(SEEN);
  showTip();
});
