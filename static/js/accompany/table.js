// An accompanied game: every tap is an entry at once, everyone sees it, and nobody misses a bonus.

import { follow } from "../live.js";

const root = document.getElementById("accompany");
const live = document.getElementById("live");
const problem = document.getElementById("problem");
const connection = document.getElementById("connection");
const card = document.getElementById("news-card");
const cardList = document.getElementById("news-list");
const own = new Set(root.dataset.seats.split(" ").filter(Boolean));
const csrf = document.querySelector("meta[name=csrf-token]").content;
const READ = `news-${root.dataset.code}`;
const ATTEMPTS = 5; // when others enter something at the same moment

const board = () => document.getElementById("live-board");

// The live part of the page

let shown = board().dataset.shown;
let updating = null;
let again = false;

/** Fetch what changes; calls that come meanwhile are one more fetch at the end. */
function update() {
  if (updating) {
    again = true;
    return updating;
  }
  updating = fetchBoard().finally(() => {
    updating = null;
    if (again) {
      again = false;
      update();
    }
  });
  return updating;
}

async function fetchBoard() {
  let answer;
  try {
    answer = await fetch(`${root.dataset.counters}?seat=${shown}`, { cache: "no-store" });
  } catch {
    setTimeout(update, 1000);
    return;
  }
  if (answer.ok) show(await answer.text());
  else if (answer.status >= 500) setTimeout(update, 1000);
  else location.replace(root.dataset.page);
}

/** Exchange the live part; what is typed, unfolded or focused stays so. */
function show(fragment) {
  const fresh = document.createRange().createContextualFragment(fragment).querySelector("#live-board");
  const focused = live.contains(document.activeElement) ? document.activeElement.id : null;
  const sameSeat = fresh.dataset.shown === board().dataset.shown;
  const unfolded = sameSeat ? [...live.querySelectorAll("details.more[open]")].map((details) => details.id) : [];
  const typed = sameSeat
    ? [...live.querySelectorAll("input[id], select[id]")].map((field) => [field.id, field.value])
    : [];
  live.replaceChildren(fresh);
  for (const id of unfolded) document.getElementById(id)?.setAttribute("open", "");
  for (const [id, value] of typed) {
    const field = document.getElementById(id);
    if (field && value) field.value = value;
  }
  if (focused) (document.getElementById(focused) ?? document.getElementById("board-heading"))?.focus({ preventScroll: true });
  announce();
}

// What nobody should miss

function lastRead() {
  const kept = localStorage.getItem(READ);
  return kept === null ? null : Number(kept);
}

/** A card for what happened since this phone last looked, as far as it concerns its players. */
function announce() {
  const read = lastRead();
  const newest = Number(board().dataset.version);
  if (read === null) {
    localStorage.setItem(READ, newest);
    return;
  }
  const news = [...live.querySelectorAll("[data-news]")].filter(
    (line) => Number(line.dataset.news) > read && (!line.dataset.for || own.has(line.dataset.for)),
  );
  if (!news.length) {
    if (!card.open) localStorage.setItem(READ, newest);
    return;
  }
  const texts = news.reverse().sort((one, other) => one.dataset.news - other.dataset.news);
  cardList.replaceChildren(...texts.map((line) => Object.assign(document.createElement("li"), { textContent: line.textContent })));
  card.dataset.read = newest;
  if (!card.open) card.showModal();
}

card.addEventListener("close", () => localStorage.setItem(READ, card.dataset.read));

// Entries

function say(text) {
  problem.textContent = text;
  problem.hidden = !text;
  if (text) problem.scrollIntoView({ block: "nearest" });
}

/** Others may enter something at the same moment: one's own counters are then sent again about the newest state. */
async function send(url, entry, mayRepeat) {
  say("");
  for (let attempt = 1; ; attempt += 1) {
    let answer;
    try {
      answer = await fetch(url, {
        method: "POST",
        headers: { "Content-Type": "application/json", "X-CSRFToken": csrf },
        body: JSON.stringify({ ...entry, version: Number(board().dataset.version) }),
      });
    } catch {
      say(root.dataset.saidLost);
      return false;
    }
    if (answer.ok) {
      await update();
      return true;
    }
    if (answer.status === 409) {
      await update();
      if (mayRepeat && attempt < ATTEMPTS) continue;
      say(root.dataset.saidAgain);
      return false;
    }
    say((await answer.json()).error.message);
    await update();
    return false;
  }
}

/** The parts of an entry in the order of the form; the symbols of a card are joined by +. */
function entryText(sent) {
  const card = sent.getAll("card").filter(Boolean).join("+");
  return [...sent.getAll("move").filter(Boolean), ...(card ? [card] : [])].join(" ");
}

live.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.classList.contains("entry")) return;
  event.preventDefault();
  const sent = new FormData(form);
  if (event.submitter?.name) sent.append(event.submitter.name, event.submitter.value);
  const buttons = [...form.querySelectorAll("button:enabled")];
  for (const button of buttons) button.disabled = true; // one tap, one entry
  const seat = sent.get("seat");
  const done = sent.has("undo")
    ? await send(root.dataset.undo, { seat }, true)
    : await send(root.dataset.moves, { seat, move: entryText(sent) }, !("shared" in form.dataset));
  for (const button of buttons) button.disabled = false;
  if (done) emptied(form);
});

/** What has been entered need not stand in its fields any more; the form may be a new one by now. */
function emptied(form) {
  const ids = [...form.querySelectorAll("input[id], select[id]")].map((field) => field.id);
  for (const id of ids) document.getElementById(id)?.form.reset();
}

live.addEventListener("click", (event) => {
  const tab = event.target.closest("[data-show]");
  if (tab) {
    event.preventDefault();
    shown = tab.dataset.show;
    update();
  }
});

/** An unfolded menu folds up again when somebody taps elsewhere or presses Escape. */
function foldMenus(event) {
  for (const menu of live.querySelectorAll(".die-menu[open]")) {
    if (event.key === "Escape" || !menu.contains(event.target)) menu.removeAttribute("open");
  }
}
document.addEventListener("click", foldMenus);
document.addEventListener("keydown", (event) => event.key === "Escape" && foldMenus(event));

follow(root.dataset.stream, root.dataset.version, {
  onEvent: update,
  onState(state) {
    connection.hidden = false;
    connection.dataset.state = state;
  },
});
announce();
