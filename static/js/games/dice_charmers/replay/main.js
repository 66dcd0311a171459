// Replay a game step by step: forward, back, by turns, or automatically. The URL names the step: …/replay#12.

const page = document.getElementById("replay");
const reel = JSON.parse(document.getElementById("reel").textContent);
const { frames, turns, strokes, dice: DICE, track } = reel;
const LAST = frames.length - 1;
const PAUSE_MS = 1600;
const ADDRESS_MS = 300; // changing the URL restyles the whole page, and iOS refuses more than 100 changes in 30 s
const part = (id) => document.getElementById(id);
const tabs = [...document.querySelectorAll("#players [data-seat]")];
const seats = tabs.map((tab) => tab.dataset.seat);
const faces = Object.fromEntries([...page.querySelectorAll("[data-face]")].map((it) => [it.dataset.face, it]));

// Frames contain only changes. Each list here has pairs [step, value]: when it changed, and to what.
const sheetsAt = {}; // by seat and area: numbers of the strokes
const figuresAt = {}; // by seat
const diceAt = [];
frames.forEach((frame, at) => {
  for (const [seat, areas] of Object.entries(frame.strokes ?? {}))
    for (const [area, numbers] of Object.entries(areas)) ((sheetsAt[seat] ??= {})[area] ??= []).push([at, numbers]);
  for (const [seat, figures] of Object.entries(frame.figures ?? {})) (figuresAt[seat] ??= []).push([at, figures]);
  if (frame.dice) diceAt.push([at, frame.dice]);
});

let step = -1;
let shown = seats[0];
let ticking = 0;
let addressing = 0;
let told = null; // texts of the analysis, by turn

/** Return the newest entry at or before a step, in a list of [step, value]. */
function newest(entries, at) {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (entries[middle][0] <= at) low = middle + 1;
    else high = middle;
  }
  return entries[low - 1]?.[1];
}

function show(at, { jump = false } = {}) {
  step = Math.min(Math.max(at, 0), LAST);
  const frame = frames[step];
  if (part("follow").checked && frame.seat) shown = frame.seat;
  tell(frame);
  showFigures(frame);
  showDice();
  const changed = showStrokes();
  const own = Object.keys(frame.strokes?.[shown] ?? {});
  highlight(jump ? [] : own.filter((area) => changed.has(area)));
  part("seek").value = step;
  part("seek").setAttribute("aria-valuetext", frame.text);
  clearTimeout(addressing);
  addressing = setTimeout(() => history.replaceState(null, "", `#${step}`), ADDRESS_MS);
  if (step === LAST) stop();
}

// Skip unchanged texts and attributes: setting them makes the browser lay out the page again.

function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

function mark(element, name, value) {
  if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value);
}

function tell(frame) {
  const name = frame.seat ? nameOf(frame.seat) : "";
  write(part("mover"), name);
  part("mover").hidden = !name;
  write(part("text"), frame.text);
  write(part("effects"), (frame.effects ?? []).join(" · "));
  write(part("where"), frame.round ? page.dataset.saidRound.replace("{number}", frame.round) : "");
  write(part("count"), page.dataset.saidStep.replace("{number}", step).replace("{all}", LAST));
  const turn = turns[frame.turn];
  const isFirst = turn && turn.first === step;
  const better = turn && !isFirst ? told?.[turn.key]?.better : null;
  write(part("better"), (better ?? []).join(" · "));
}

const nameOf = (seat) => document.querySelector(`#tab-${CSS.escape(seat)} .player-name`).textContent;

function showFigures(frame) {
  const chances = chancesNow();
  tabs.forEach((tab, i) => {
    const { seat } = tab.dataset;
    const [fame, money, gap] = newest(figuresAt[seat], step);
    mark(tab, "aria-selected", seat === shown);
    tab.classList.toggle("player-turn", seat === frame.seat);
    write(tab.querySelector(".player-gap"), gap ?? "");
    mark(tab.querySelector(".fame"), "width", (100 * (fame ?? 0)) / track);
    mark(tab.querySelector(".money"), "width", (50 * (money ?? 0)) / track);
    mark(tab.querySelector(".money"), "x", 100 - (50 * (money ?? 0)) / track);
    write(tab.querySelector(".player-chance"), chances?.[i] ?? "");
  });
}

/** Show the chances after the last finished turn. */
function chancesNow() {
  if (!told) return null;
  const finished = turns.filter((turn, i) => (turns[i + 1]?.first ?? LAST) <= step).at(-1);
  return finished ? told[finished.key]?.chances : told.start;
}

// Each die has one drawing per face, which moves between shelves: the middle, the elephant, a player.

const lying = DICE.map(() => []); // the shelf and face of each die

function showDice() {
  const dice = newest(diceAt, step) ?? [];
  DICE.forEach((die, i) => {
    const [place, face] = dice[i] ?? [];
    if (place === lying[i][0] && face === lying[i][1]) return;
    lying[i] = [place, face];
    const before = page.querySelector(`[data-die="${die}"]`);
    const shelf = before?.parentElement;
    before?.remove();
    if (shelf) shelf.hidden = !shelf.querySelector("[data-die]");
    const template = faces[`${die.split("-")[0]} ${face}`];
    if (template) lay(die, template.content.firstElementChild.cloneNode(true), place);
  });
}

/** Put a die on a shelf, in the order of the dice. */
function lay(die, art, place) {
  const shelf = part(`shelf-${place}`);
  const after = [...shelf.querySelectorAll("[data-die]")].find((it) => DICE.indexOf(it.dataset.die) > DICE.indexOf(die));
  art.dataset.die = die;
  shelf.insertBefore(art, after ?? null);
  shelf.hidden = false;
}

/** Draw the areas that have changed; return their names. */
function showStrokes() {
  const changed = new Set();
  for (const [area, entries] of Object.entries(sheetsAt[shown] ?? {}))
    if (drawArea(part(`pen-${area}`).firstElementChild, newest(entries, step) ?? [])) changed.add(area);
  return changed;
}

/** Make a layer show these strokes by adding and removing only those that differ; return whether any did. */
function drawArea(layer, numbers) {
  const wanted = new Set(numbers);
  const gone = [...layer.children].filter((stroke) => !wanted.has(stroke.number));
  for (const stroke of gone) stroke.remove();
  let next = layer.firstElementChild;
  let added = 0;
  for (const number of numbers) {
    if (next?.number === number) next = next.nextElementSibling;
    else {
      layer.insertBefore(drawStroke(number), next);
      added += 1;
    }
  }
  return gone.length + added > 0;
}

const easel = document.createElementNS("http://www.w3.org/2000/svg", "svg");

function drawStroke(number) {
  easel.innerHTML = strokes[number];
  return Object.assign(easel.firstElementChild, { number });
}

function highlight(areas) {
  for (const section of page.querySelectorAll(".area.new")) section.classList.remove("new");
  for (const area of areas) part(`area-${area}`).classList.add("new");
  const first = areas.find((area) => area !== "tracks") ?? areas[0];
  if (first) part(`area-${first}`).scrollIntoView({ block: "nearest", behavior: ticking ? "smooth" : "instant" });
}

// Buttons, keys and the URL

const turnAt = (at) => turns.findLastIndex((turn) => turn.first <= at);
const MOVES = {
  back: () => show(step - 1),
  forward: () => show(step + 1),
  "turn-back": () => {
    const now = turnAt(step);
    const start = turns[now]?.first ?? 0;
    show(step > start ? start : (turns[now - 1]?.first ?? 0), { jump: true });
  },
  "turn-forward": () => show(turns[turnAt(step) + 1]?.first ?? LAST, { jump: true }),
};
const KEYS = { ArrowLeft: "back", ArrowRight: "forward", PageUp: "turn-back", PageDown: "turn-forward" };

for (const [id, move] of Object.entries(MOVES))
  part(id).addEventListener("click", () => {
    stop();
    move();
  });
part("seek").max = LAST;
part("seek").addEventListener("input", () => {
  stop();
  show(Number(part("seek").value), { jump: true });
});
part("play").addEventListener("click", () => (ticking ? stop() : start()));
addEventListener("keydown", (event) => {
  if (event.target.matches("input, select, textarea, [role=tab]") || event.ctrlKey || event.altKey || event.metaKey) return;
  if (!(event.key in KEYS)) return;
  event.preventDefault();
  part(KEYS[event.key]).click();
});
addEventListener("hashchange", readAddress);
for (const tab of tabs)
  tab.addEventListener("click", () => {
    part("follow").checked = false;
    shown = tab.dataset.seat;
    show(step, { jump: true });
  });
part("follow").addEventListener("change", () => show(step, { jump: true }));
part("copy")?.addEventListener("click", async () => {
  const { copyText } = await import("../../../lib/share.js");
  if (await copyText(`${page.dataset.link}#${step}`)) part("said").textContent = page.dataset.saidCopied;
  setTimeout(() => (part("said").textContent = ""), 4000);
});

function start() {
  if (step === LAST) show(0, { jump: true });
  ticking = setInterval(() => show(step + 1), PAUSE_MS);
  part("play").setAttribute("aria-pressed", "true");
}

function stop() {
  clearInterval(ticking);
  ticking = 0;
  part("play").setAttribute("aria-pressed", "false");
}

function readAddress() {
  const asked = Number(location.hash.slice(1));
  if (asked !== step) show(Number.isInteger(asked) ? asked : 0, { jump: true });
}

async function fetchAnalysis(address) {
  const answer = await fetch(address).catch(() => null);
  if (answer?.status === 202) setTimeout(fetchAnalysis, 1000 * Number(answer.headers.get("Retry-After")), address);
  if (answer?.status !== 200) return;
  told = await answer.json();
  show(step, { jump: true });
}

part("stage").hidden = part("bar").hidden = false;
readAddress();
if (page.dataset.analysis) fetchAnalysis(page.dataset.analysis);
