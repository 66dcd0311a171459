// What can be tapped: legal targets are marked; a tap enters the mark, lets choose, or explains.

import { play, standpoint, status } from "./board.js";
import { closeSpot, openAt, sure } from "./dialogs.js";
import { enter } from "./entries.js";
import { onLongPress } from "./pressing.js";
import { say } from "./say.js";

const SVG = "http://www.w3.org/2000/svg";
const sheet = document.getElementById("sheet");
const spot = document.getElementById("spot");
const offers = new Map(); // target → the buttons of the moves that it can mean
let learning = false;

/** Mark what answers the question. Targets on the sheet count only while the mover's own sheet is in view; that a
 * bonus could be given up is marked only when the bonuses are asked for. */
export function markLegal() {
  offers.clear();
  for (const button of document.querySelectorAll("#moves [data-targets]")) {
    for (const target of button.dataset.targets.split("|")) {
      offers.set(target, [...(offers.get(target) ?? []), button]);
    }
  }
  const own = status().acting === status().shown;
  for (const place of sheet.querySelectorAll("[data-target]")) mark(place, own && asked(place.dataset.target));
  for (const thing of document.querySelectorAll("#tray [data-target], #foot [data-target]")) {
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

/** A corner that says "here" without any colour. */
function tick(rect) {
  const [x, y, width] = ["x", "y", "width"].map((name) => Number(rect.getAttribute(name)));
  const right = x + width;
  const corner = document.createElementNS(SVG, "path");
  corner.setAttribute("class", "tick");
  corner.setAttribute("d", `M${right - 4.6} ${y + 0.2}h3.2a1.2 1.2 0 0 1 1.2 1.2v3.2z`);
  return corner;
}

/** What is asked comes into view: the dice, or the area in question; when nothing is asked of either, the area where the
 * last mark appeared. A player who looks at it already is not pushed around. */
export function bringIntoView() {
  if (document.querySelector("#tray .legal, #tray .faces, #tray .total, .bar-main [data-kind=roll]")) {
    scrollTo({ top: 0 });
    return;
  }
  const marked = ["bonuses", "end-turn"].includes(status().code);
  const place = marked ? [...sheet.querySelectorAll(".fresh")].pop() : sheet.querySelector(".legal");
  if (!place) return;
  const area = place.closest(".area");
  const seen = area.getBoundingClientRect();
  const top = document.querySelector(".play-head").offsetHeight;
  const bottom = floor();
  if (seen.top >= top && seen.bottom <= bottom) return;
  const within = place.getBoundingClientRect().bottom - seen.top <= bottom - top; // not on a phone held sideways
  (within ? area : place).scrollIntoView({ block: "start" });
}

/** Where the sheet is covered: by a tip, or by what stands at the thumb. */
function floor() {
  const tip = document.getElementById("hint");
  return tip.hidden ? innerHeight - document.querySelector(".play-foot").offsetHeight : tip.getBoundingClientRect().top;
}

/** While learning, every tap explains and nothing is entered, until the player is done. */
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
  else if (target.startsWith("die ") && !asksForDie(target)) lookAhead(place, target.slice(4));
  else act(place, target);
}

/** Whether a die is the answer to a question, and not to be taken. */
function asksForDie(target) {
  return offers.has(target) && offers.get(target).every(({ dataset }) => !["take", "karma"].includes(dataset.kind));
}

function act(place, target) {
  const own = status().acting === status().shown;
  const meant = sheet.contains(place) && !own ? [] : offers.get(target) ?? [];
  const onlyGivenUp = meant.every(({ dataset }) => dataset.kind === "give");
  const direct = meant.filter(({ dataset }) => dataset.kind !== "give");
  if (!meant.length || (own && onlyGivenUp)) explain(place, target, meant);
  else if (direct.length === 1 && (meant.length === 1 || "direct" in direct[0].dataset)) enterMove(direct[0]);
  else openAt(place, [choices(meant)]);
}

/** The buttons of the list once more, beside the spot. */
function choices(buttons) {
  const list = document.createElement("div");
  list.className = "choices-at";
  for (const button of buttons) list.append(button.cloneNode(true));
  return list;
}

/** The answer brings along what could be given up there. */
async function explain(place, target, otherwise = []) {
  await fetched(place, `${play.dataset.aboutUrl}?${standpoint({ target })}`, otherwise);
}

/** Without a connection nothing can be looked up, but the die can be taken: the entry is kept. */
async function lookAhead(place, die) {
  await fetched(place, `${play.dataset.previewUrl}?${standpoint({ die })}`, offers.get(`die ${die}`) ?? []);
  const lights = spot.querySelector("[data-lights]")?.dataset.lights.split("|") ?? [];
  for (const lit of sheet.querySelectorAll("[data-target]")) lit.classList.toggle("lit", lights.includes(lit.dataset.target));
}

/** What a previewed die would mark is lit on the sheet as long as the preview is open. */
function darken() {
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

/** Every button of a move, wherever it stands. Giving something up asks first. */
function pressed(event) {
  const button = event.target.closest("button[name=move]");
  if (!button) return;
  event.preventDefault();
  if (learning && !button.closest("dialog")) return;
  closeSpot();
  const label = button.querySelector(".move-label") ?? button;
  if (button.dataset.kind === "give") sure(play.dataset.saidGiveUp, () => enterMove(button), label.textContent.trim());
  else enterMove(button);
}

/** Where it will stand it is pencilled in at once; the companion's answer brings the ink, or takes the pencil away. */
function enterMove({ value, dataset }) {
  const targets = dataset.targets?.split("|") ?? [];
  const places = [...play.querySelectorAll("#sheet [data-target], #tray [data-target], #foot [data-target]")];
  enter(value, places.filter((place) => targets.includes(place.dataset.target)));
}

spot.addEventListener("close", darken);
play.addEventListener("click", pressed);
play.addEventListener("click", tapped);
onLongPress(play, "[data-target]", (place) => explain(place, place.dataset.target));
