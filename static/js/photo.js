// Photograph a sheet: send the picture, ask about doubtful marks, correct marks by tapping, and update the score.

import { parse, pause } from "./lib/parts.js";

const ATTEMPTS = 6; // while other photos are being read
const BUSY_MS = 3000;
const STEPS = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };
const CHECK_AFTER = 150; // several quick taps cause one check

document.documentElement.classList.add("scripted-photo");
const csrf = () => document.querySelector("meta[name=csrf-token]").content;

// Sending

document.addEventListener("change", (event) => {
  if (event.target.matches("[data-photo] [data-picture]")) take(event.target);
  if (event.target.matches(".owner input")) findOwners(event.target.form);
});

/** Read the chosen pictures in turn: the first in this place, the others in the next places without a sheet. */
async function take(input) {
  const pictures = [...input.files];
  input.value = ""; // the same picture can be chosen again
  let photo = input.closest("[data-photo]");
  for (const [number, picture] of pictures.entries()) {
    const next = number ? findNext(photo) : photo;
    if (!next) return showProblem(photo, photo.dataset.saidTooMany);
    photo = next;
    if (!(await read(photo, picture))) continue;
    await findOwners(input.form);
    if (!number) (photo.querySelector(".owner") ?? review(photo)).scrollIntoView({ block: "start" }); // later ones do not scroll
  }
}

function findNext(photo) {
  const all = [...document.querySelectorAll("[data-photo]")];
  const next = all.slice(all.indexOf(photo) + 1).find((other) => !review(other));
  const block = next?.closest("[data-player]");
  while (block?.hidden) document.querySelector("[data-add]").click();
  return next;
}

/** Read a picture; return whether it could be read. */
async function read(photo, picture) {
  const told = photo.querySelector("[data-progress]");
  const bar = photo.querySelector("progress");
  showProblem(photo, "");
  if (picture.size > Number(photo.dataset.most)) return showProblem(photo, photo.dataset.saidLarge);
  busy(photo, true);
  try {
    for (let attempt = 1; ; attempt += 1) {
      told.textContent = photo.dataset.saidSending;
      const answer = await send(photo.dataset.read, picture, (share) => {
        if (share < 1) bar.value = Math.round(share * 100);
        else bar.removeAttribute("value");
        if (share === 1) told.textContent = photo.dataset.saidReading;
      });
      if (answer.status === 200) return show(photo, answer.responseText);
      if (answer.status !== 503 || attempt === ATTEMPTS || !answer.getResponseHeader("Retry-After")) return showProblem(photo, words(answer));
      told.textContent = photo.dataset.saidWaiting;
      await pause(BUSY_MS);
    }
  } catch {
    showProblem(photo, photo.dataset.saidUnreached);
  } finally {
    busy(photo, false);
  }
}

let asked = 0;

/** Update whose sheets these are, on the page of a table. One decides another: the last one left may be clear. */
async function findOwners(form) {
  if (!form.dataset.owners) return;
  const number = ++asked;
  const problem = form.querySelector("[data-photo]");
  try {
    const answer = await post(form.dataset.owners, new URLSearchParams(new FormData(form)));
    const markup = await answer.text();
    if (number !== asked) return;
    if (answer.ok) replaceParts(markup);
    else showProblem(problem, markup);
  } catch {
    showProblem(problem, problem.dataset.saidUnreached);
  }
}

/** Put parts in place of those with the same ids, and keep the focus. */
function replaceParts(markup) {
  const focused = document.activeElement?.id;
  for (const part of [...parse(markup).querySelectorAll("[data-part]")]) document.getElementById(part.id).replaceWith(part);
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
}

function post(url, body) {
  return fetch(url, { method: "POST", body, headers: { "X-CSRFToken": csrf(), "X-Parts": "1" } });
}

/** Return the sentence of a refusal, which is plain text or inside an error page. */
function words(answer) {
  if (answer.getResponseHeader("Content-Type").startsWith("text/plain")) return answer.responseText;
  return new DOMParser().parseFromString(answer.responseText, "text/html").querySelector("main p")?.textContent ?? "";
}

/** Use XMLHttpRequest, because fetch reports no upload progress. */
function send(url, picture, told) {
  return new Promise((done, failed) => {
    const request = new XMLHttpRequest();
    request.open("POST", url);
    request.setRequestHeader("X-CSRFToken", csrf());
    request.setRequestHeader("X-Parts", "1");
    request.setRequestHeader("Content-Type", picture.type || "application/octet-stream");
    request.upload.onprogress = (event) => told(event.loaded / event.total);
    request.upload.onload = () => told(1);
    request.onload = () => done(request);
    request.onerror = failed;
    request.send(picture);
  });
}

function busy(photo, is) {
  photo.querySelector(".photo-progress").hidden = !is;
  photo.querySelector(".photo-take").hidden = is;
}

function showProblem(photo, sentence) {
  const problem = photo.querySelector("[data-problem]");
  problem.textContent = sentence;
  problem.hidden = !sentence;
}

// The sheet as read

const review = (photo) => photo.querySelector(".review");
const photoOf = (element) => element.closest("[data-photo]");

function show(photo, markup) {
  photo.querySelector("[data-review]").innerHTML = markup;
  photo.kept = new Set(); // conflicts that the player keeps
  for (const choice of photo.querySelectorAll(".owner input")) choice.disabled = true; // it was made for another photo
  begin(photo);
  return true;
}

function begin(photo) {
  photo.kept ??= new Set();
  document.querySelector("[data-enter]")?.removeAttribute("hidden");
  askNext(photo);
  follow(photo);
}

/** Show one question at a time. */
function askNext(photo) {
  const questions = [...photo.querySelectorAll("[data-question]")];
  const open = questions.filter((question) => !("answered" in question.dataset));
  questions.forEach((question) => { question.hidden = question !== open[0]; });
  const all = photo.querySelector("[data-questions]");
  if (all) all.hidden = !open.length;
  if (!open.length) return;
  const number = questions.length - open.length + 1;
  const count = open[0].querySelector("[data-number]");
  if (questions.length > 1) count.textContent = photo.dataset.saidQuestion.replace("{number}", number).replace("{count}", questions.length);
  find(photo, open[0].dataset.question)?.classList.add("asked");
}

document.addEventListener("click", (event) => {
  const answer = event.target.closest?.(".question input");
  if (answer) return reply(answer);
  const cell = event.target.closest?.(".review .cell");
  if (cell) return tap(cell);
  const button = event.target.closest?.(".review button");
  if (!button) return;
  const photo = photoOf(button);
  if ("fix" in button.dataset) {
    event.preventDefault();
    change(photo, JSON.parse(button.value));
  } else if ("keep" in button.dataset) {
    photo.kept.add(button.closest("[data-conflict]").dataset.conflict);
    follow(photo);
  } else if ("show" in button.dataset) {
    point(find(photo, button.dataset.show));
  } else if ("nudge" in button.dataset) {
    const end = findEnd(photo, button.dataset.of) + Number(button.dataset.nudge);
    change(photo, drawLine(photo, button.dataset.of, end));
  }
});

document.addEventListener("keydown", (event) => {
  const cell = event.target.closest?.(".review .cell");
  if (!cell || !["Enter", " ", ...Object.keys(STEPS)].includes(event.key)) return;
  event.preventDefault();
  if (event.key in STEPS) walk(cell, STEPS[event.key]);
  else tap(cell);
});

/** Each area is one tab stop; arrow keys move between cells. */
function walk(cell, step) {
  const cells = [...cell.parentElement.querySelectorAll("[role=button]")];
  const next = cells[(cells.indexOf(cell) + step + cells.length) % cells.length];
  cell.setAttribute("tabindex", -1);
  next.setAttribute("tabindex", 0);
  next.focus();
}

function reply(answer) {
  const question = answer.closest("[data-question]");
  const photo = photoOf(answer);
  question.dataset.answered = "";
  find(photo, question.dataset.question).classList.remove("asked");
  change(photo, { [question.dataset.question]: answer.value });
  askNext(photo);
}

function tap(cell) {
  const photo = photoOf(cell);
  const line = cell.dataset.line;
  if (line) {
    const place = Number(cell.dataset.cell.split(" ").pop());
    change(photo, drawLine(photo, line, findEnd(photo, line) === place ? place - 1 : place));
    return;
  }
  const states = cell.dataset.states.split(" ");
  change(photo, { [cell.dataset.cell]: states[(states.indexOf(cell.dataset.state) + 1) % states.length] });
}

const find = (photo, cell) => photo.querySelector(`.cell[data-cell="${cell}"]`);
const placesOf = (photo, line) => [...photo.querySelectorAll(`.cell[data-line="${line}"]`)];
const placeOf = (cell) => Number(cell.dataset.cell.split(" ").pop());

function findEnd(photo, line) {
  return Math.max(0, ...placesOf(photo, line).filter((cell) => cell.dataset.state !== "none").map(placeOf));
}

/** Return the states that make a line end at this place. */
function drawLine(photo, line, end) {
  return Object.fromEntries(placesOf(photo, line).map((cell) => [cell.dataset.cell, placeOf(cell) <= end ? "marked" : "none"]));
}

function point(cell) {
  cell.scrollIntoView({ block: "center" });
  cell.classList.add("pointed");
  setTimeout(() => cell.classList.remove("pointed"), 2500);
}

// Corrections

function change(photo, states) {
  const cells = photo.querySelector("[data-cells]");
  const marked = JSON.parse(cells.value);
  for (const [name, state] of Object.entries(states)) {
    if (state === "none") delete marked[name];
    else marked[name] = state;
    const cell = find(photo, name);
    cell.dataset.state = state;
    const title = photo.querySelector(`[data-state-names] [data-of="${state}"]`).textContent;
    if (cell.dataset.name) cell.setAttribute("aria-label", `${cell.dataset.name}: ${title}`);
  }
  cells.value = JSON.stringify(marked);
  clearTimeout(photo.checking);
  photo.checking = setTimeout(() => check(photo), CHECK_AFTER);
}

/** Fetch score and conflicts; ignore an answer if the marks have changed since. */
async function check(photo) {
  const cells = photo.querySelector("[data-cells]");
  const edition = photo.querySelector("[data-edition]");
  const sent = cells.value;
  const body = new URLSearchParams({ [edition.name]: edition.value, [cells.name]: sent });
  let answer;
  try {
    answer = await post(photo.dataset.check, body);
  } catch {
    showProblem(photo, photo.dataset.saidUnreached);
    photo.checking = setTimeout(() => check(photo), BUSY_MS);
    return;
  }
  const markup = await answer.text();
  if (cells.value !== sent) return;
  if (!answer.ok) return showProblem(photo, markup);
  showProblem(photo, "");
  replaceParts(markup);
  follow(photo);
}

/** Mark conflicts, hide those that the player keeps, and fill in the totals. */
function follow(photo) {
  const score = photo.querySelector(".photo-score");
  for (const conflict of photo.querySelectorAll("[data-conflict]")) conflict.hidden = photo.kept.has(conflict.dataset.conflict);
  const disputed = new Set(JSON.parse(score.dataset.disputed));
  for (const cell of photo.querySelectorAll(".cell")) cell.classList.toggle("disputed", disputed.has(cell.dataset.cell));
  const player = photo.closest("[data-player]");
  for (const [figure, total] of Object.entries(player ? JSON.parse(score.dataset.totals) : {})) {
    const field = player.querySelector(`input[name$="-${figure}"]`);
    if (field.value === String(total)) continue;
    field.value = total;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
}

for (const photo of document.querySelectorAll("[data-photo]:has(.review)")) begin(photo);
for (const input of document.querySelectorAll("[data-photo] [data-picture]")) if (input.files.length) take(input); // chosen before this script ran
