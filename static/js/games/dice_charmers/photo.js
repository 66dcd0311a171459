// Photograph a sheet: send the picture, ask about doubtful marks, correct marks by tapping, and update the score.

import { parse, pause } from "../../lib/parts.js";

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

const LARGEST_SIDE = 4000; // pixels: a sheet needs no more
const AS_TAKEN = ["image/jpeg", "image/png"]; // what the companion reads
const MANY_BYTES = 6e6;

/** Return a picture that the companion can read: other formats, and very large pictures, become a JPEG here. */
async function convert(picture) {
  if (AS_TAKEN.includes(picture.type) && picture.size < MANY_BYTES) return picture;
  try {
    const seen = await createImageBitmap(picture, { imageOrientation: "from-image" });
    const scale = Math.min(1, LARGEST_SIDE / Math.max(seen.width, seen.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(seen.width * scale);
    canvas.height = Math.round(seen.height * scale);
    canvas.getContext("2d").drawImage(seen, 0, 0, canvas.width, canvas.height);
    seen.close();
    return await new Promise((done) => { canvas.toBlob((made) => done(made ?? picture), "image/jpeg", 0.92); });
  } catch {
    return picture; // this browser cannot show it: the companion says what to do
  }
}

/** Read a picture; return whether it could be read. */
async function read(photo, chosen) {
  busy(photo, true);
  photo.querySelector("[data-progress]").textContent = photo.dataset.saidSending;
  const picture = await convert(chosen);
  busy(photo, false);
  const told = photo.querySelector("[data-progress]");
  const bar = photo.querySelector("progress");
  showProblem(photo, "");
  if (picture.size > Number(photo.dataset.most)) return showProblem(photo, photo.dataset.saidLarge);
  busy(photo, true);
  try {
    for (let attempt = 1; ; attempt += 1) {
      told.textContent = photo.dataset.saidSending;
      const answer = await send(addFreePlaces(photo), picture, (share) => {
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

/** Return where to send a picture, with the places for other sheets in it. */
function addFreePlaces(photo) {
  const free = [...document.querySelectorAll("[data-photo]")].filter((other) => other !== photo && !review(other));
  return `${photo.dataset.read}&more=${free.map((other) => other.dataset.photo).join(",")}`;
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

/** Show the sheets of a picture: the first in this place, others in the places that were free. */
function show(photo, markup) {
  const sheets = [...parse(markup).querySelectorAll(".review")];
  for (const sheet of sheets) {
    const place = document.querySelector(`[data-photo="${sheet.dataset.key}"]`);
    const block = place.closest("[data-player]");
    while (block?.hidden) document.querySelector("[data-add]").click();
    place.querySelector("[data-review]").replaceChildren(sheet);
    place.kept = new Set(); // conflicts that the player keeps
    for (const choice of place.querySelectorAll(".owner input")) choice.disabled = true; // it was made for another photo
    begin(place);
  }
  return sheets.length > 0;
}

function begin(photo) {
  photo.kept ??= new Set();
  for (const input of photo.querySelectorAll(".questions input")) input.setAttribute("form", ""); // the cells are sent instead
  for (const track of photo.querySelectorAll("[data-track]")) showEnd(photo, track);
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

const countOpen = (form) => form.querySelectorAll(".review [data-question]:not([data-answered]), .owner [data-contradicts]").length;

/** Before totals are entered, ask about questions that are still open. */
document.addEventListener("submit", (event) => {
  const ask = event.target.querySelector?.("[data-still-open]");
  if (!ask || "anyway" in (event.submitter?.dataset ?? {})) return;
  const count = countOpen(event.target);
  if (!count) return;
  event.preventDefault();
  const words = ask.querySelector("[data-words]");
  words.textContent = words.dataset.words.replace("{count}", count);
  ask.hidden = false;
  ask.scrollIntoView({ block: "center" });
  ask.querySelector("[data-answer-first]").focus({ preventScroll: true });
});

document.addEventListener("click", (event) => {
  const first = event.target.closest?.("[data-answer-first]");
  if (!first) return;
  first.closest("[data-still-open]").hidden = true;
  const open = [...document.querySelectorAll(".review [data-question]:not([data-answered]), .owner [data-contradicts]")].find((each) => !each.hidden);
  open?.scrollIntoView({ block: "center" });
});

// Where the line of a track ends: a handle to drag over the picture of the row

/** Show the end of a line in the picture: places up to it, and the handle. */
function showEnd(photo, track) {
  const end = findEnd(photo, track.dataset.track);
  track.querySelector("[data-end]").value = end;
  for (const strip of track.querySelectorAll("[data-strip]")) {
    const places = [...strip.querySelectorAll("[data-place]")];
    for (const place of places) place.classList.toggle("counts", Number(place.dataset.place) <= end);
    const last = places.find((place) => Number(place.dataset.place) === end);
    const handle = strip.querySelector(".strip-handle");
    handle.toggleAttribute("hidden", !last);
    if (!last) continue;
    const { x, y, width, height } = last.getBBox();
    const onward = places.length > 1 && Math.sign((places[1].getBBox().x - places[0].getBBox().x) * (places[1].dataset.place - places[0].dataset.place));
    handle.setAttribute("transform", `translate(${onward < 0 ? x : x + width} ${y + height / 2})`);
  }
}

/** Return the place that is nearest to a touch on the picture of a row. */
function findPlace(strip, event) {
  let best = null;
  for (const place of strip.querySelectorAll("[data-place]")) {
    const box = place.getBoundingClientRect();
    const far = Math.abs(event.clientX - (box.left + box.right) / 2);
    if (!best || far < best.far) best = { far, number: Number(place.dataset.place) };
  }
  return best.number;
}

for (const kind of ["pointerdown", "pointermove"]) {
  document.addEventListener(kind, (event) => {
    const strip = kind === "pointerdown" ? event.target.closest?.("[data-strip]") : document.querySelector("[data-strip].dragged");
    if (!strip) return;
    if (kind === "pointerdown") strip.classList.add("dragged");
    moveEnd(strip.closest("[data-track]"), findPlace(strip, event));
  });
}
for (const kind of ["pointerup", "pointercancel"]) {
  document.addEventListener(kind, () => document.querySelector("[data-strip].dragged")?.classList.remove("dragged"));
}

function moveEnd(track, end) {
  const photo = photoOf(track);
  const most = Number(track.querySelector("[data-end]").max);
  change(photo, drawLine(photo, track.dataset.track, Math.min(Math.max(end, 0), most)));
}

document.addEventListener("input", (event) => {
  if (event.target.matches?.("[data-end]") && event.target.value !== "") moveEnd(event.target.closest("[data-track]"), Number(event.target.value));
});

document.addEventListener("click", (event) => {
  const answer = event.target.closest?.(".question input[type=radio]");
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
  } else if ("moveEnd" in button.dataset) {
    const track = button.closest("[data-track]");
    moveEnd(track, findEnd(photo, track.dataset.track) + Number(button.dataset.moveEnd));
  } else if ("answerEnd" in button.dataset) {
    button.closest("[data-track]").dataset.answered = "";
    askNext(photo);
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
  for (const track of photo.querySelectorAll("[data-track]")) showEnd(photo, track);
  clearTimeout(photo.checking);
  photo.checking = setTimeout(() => check(photo), CHECK_AFTER);
}

/** Fetch score and conflicts; ignore an answer if the marks have changed since. */
async function check(photo) {
  const cells = photo.querySelector("[data-cells]");
  const sheet = photo.querySelector("[data-sheet-version]");
  const sent = cells.value;
  const body = new URLSearchParams({ [sheet.name]: sheet.value, [cells.name]: sent });
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
  if (photo.querySelector("[data-claims]")) findOwners(cells.form); // these lines must have met
}

/** Mark conflicts, hide those that the player keeps, and fill in the totals. */
function follow(photo) {
  const score = photo.querySelector(".photo-score");
  for (const conflict of photo.querySelectorAll("[data-conflict]")) conflict.hidden = photo.kept.has(conflict.dataset.conflict);
  const disputed = new Set(JSON.parse(score.dataset.disputed));
  for (const cell of photo.querySelectorAll(".cell")) cell.classList.toggle("disputed", disputed.has(cell.dataset.cell));
  for (const [figure, total] of Object.entries(JSON.parse(score.dataset.totals))) {
    const field = document.querySelector(`.pad input[name="${photo.dataset.photo}-${figure}"]`); // on the page that scores a game
    if (!field || field.value === String(total)) continue;
    field.value = total;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
}

for (const photo of document.querySelectorAll("[data-photo]:has(.review)")) begin(photo);
for (const input of document.querySelectorAll("[data-photo] [data-picture]")) if (input.files.length) take(input); // chosen before this script ran
