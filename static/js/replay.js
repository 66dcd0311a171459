// A game step by step: forward, back, by turns, or by itself. The address names the step: …/replay#12.

const page = document.getElementById("replay");
const reel = JSON.parse(document.getElementById("reel").textContent);
const { frames, turns, strokes, dice: DICE, track } = reel;
const LAST = frames.length - 1;
const PAUSE_MS = 1600;
const ELEPHANT = "elephant";
const part = (id) => document.getElementById(id);
const tabs = [...document.querySelectorAll("#players [data-seat]")];
const seats = tabs.map((tab) => tab.dataset.seat);
const faces = Object.fromEntries([...page.querySelectorAll("[data-face]")].map((it) => [it.dataset.face, it]));
const history = followStrokes();

let step = -1;
let shown = seats[0];
let ticking = 0;
let told = null; // what the analysis says, by turn
const drawn = {}; // the number of the strokes that each area shows

/** For each sheet and area: the steps at which it changed, and to what. */
function followStrokes() {
  const found = {};
  frames.forEach((frame, at) => {
    for (const [seat, areas] of Object.entries(frame.strokes ?? {}))
      for (const [area, number] of Object.entries(areas)) ((found[seat] ??= {})[area] ??= []).push([at, number]);
  });
  return found;
}

/** The newest entry at or before a step, in a list of [step, value]. */
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

const diceAt = frames.flatMap((frame, at) => (frame.dice ? [[at, frame.dice]] : []));

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
  window.history.replaceState(null, "", `#${step}`);
  if (step === LAST) stop();
}

function tell(frame) {
  const name = frame.seat ? nameOf(frame.seat) : "";
  part("mover").textContent = name;
  part("mover").hidden = !name;
  part("text").textContent = frame.text;
  part("effects").textContent = (frame.effects ?? []).join(" · ");
  part("where").textContent = frame.round ? page.dataset.saidRound.replace("{number}", frame.round) : "";
  part("count").textContent = page.dataset.saidStep.replace("{number}", step).replace("{all}", LAST);
  const turn = turns[frame.turn];
  const isFirst = turn && turn.first === step;
  const better = turn && !isFirst ? told?.[turn.key]?.better : null;
  part("better").textContent = (better ?? []).join(" · ");
}

const nameOf = (seat) => document.querySelector(`#tab-${CSS.escape(seat)} .player-name`).textContent;

function showFigures(frame) {
  const chances = chancesNow();
  tabs.forEach((tab, i) => {
    const { seat } = tab.dataset;
    const [fame, money, gap] = frame.figures[seat];
    tab.setAttribute("aria-selected", String(seat === shown));
    tab.classList.toggle("player-turn", seat === frame.seat);
    tab.querySelector(".player-gap").textContent = gap ?? "";
    tab.querySelector(".fame").setAttribute("width", (100 * (fame ?? 0)) / track);
    tab.querySelector(".money").setAttribute("width", (50 * (money ?? 0)) / track);
    tab.querySelector(".money").setAttribute("x", 100 - (50 * (money ?? 0)) / track);
    tab.querySelector(".player-chance").textContent = chances?.[i] ?? "";
  });
}

/** The chances after the last finished turn. */
function chancesNow() {
  if (!told) return null;
  const finished = turns.filter((turn, i) => (turns[i + 1]?.first ?? LAST) <= step).at(-1);
  return finished ? told[finished.key]?.chances : told.start;
}

function showDice() {
  const dice = newest(diceAt, step) ?? [];
  const shelves = new Map([["middle", []], [ELEPHANT, []]]);
  dice.forEach(([place, face], i) => {
    const template = faces[`${DICE[i].split("-")[0]} ${face}`];
    if (!template) return;
    if (!shelves.has(place)) shelves.set(place, []);
    shelves.get(place).push(template.content.cloneNode(true));
  });
  part("dice").replaceChildren(
    ...[...shelves].filter(([, art]) => art.length).map(([place, art]) => {
      const shelf = Object.assign(document.createElement("span"), { className: `replay-shelf shelf-${place}` });
      const sign = document.querySelector(`#tab-${CSS.escape(place)} .sign`);
      if (sign) shelf.append(sign.cloneNode(true));
      if (place === ELEPHANT) shelf.append(drawElephant());
      shelf.append(...art);
      return shelf;
    }),
  );
}

function drawElephant() {
  const holder = document.createElement("span");
  holder.innerHTML = '<svg class="elephant-art" viewBox="0 0 24 24"><use href="#elephant"/></svg>';
  return holder.firstChild;
}

/** Draw the areas that look different; return their names. */
function showStrokes() {
  const changed = new Set();
  for (const [area, entries] of Object.entries(history[shown] ?? {})) {
    const number = newest(entries, step);
    if (drawn[area] === number) continue;
    drawn[area] = number;
    part(`pen-${area}`).innerHTML = number === undefined ? "" : strokes[number];
    changed.add(area);
  }
  return changed;
}

function highlight(areas) {
  for (const section of page.querySelectorAll(".area.new")) section.classList.remove("new");
  for (const area of areas) part(`area-${area}`).classList.add("new");
  const first = areas.find((area) => area !== "tracks") ?? areas[0];
  if (first) part(`area-${first}`).scrollIntoView({ block: "nearest" });
}

// Buttons, keys and the address

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
  const { copyText } = await import("./lib/share.js");
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
