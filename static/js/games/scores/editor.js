// The editor of a score sheet. The server does all the work: every button sends the form and gets it back changed; while
// somebody types, the preview follows. What is typed is kept on the phone until it is saved.

import { parse } from "../../lib/parts.js";
import { forget, recall, remember } from "../../lib/storage.js";

const PREVIEW_MS = 350; // after the last key
const STORE = "localStorage";
const draft = `score-sheet ${location.pathname}${location.search}`;
const form = () => document.getElementById("editor");
let timer;
let asked = 0; // number of the latest preview asked for

function begin() {
  form().addEventListener("submit", submit);
  form().addEventListener("input", typed);
  form().addEventListener("click", insert);
  document.getElementById("refused")?.focus();
}

function typed(event) {
  const row = event.target.closest(".draft-row");
  if (row && event.target.name.endsWith("-title")) row.querySelector("summary strong").textContent = event.target.value;
  clearTimeout(timer);
  timer = setTimeout(preview, PREVIEW_MS);
  keep();
}

function keep() {
  const fields = [...new FormData(form())].filter(([name]) => name !== "csrf_token");
  remember(draft, fields, STORE);
}

function post(fields, headers = {}) {
  return fetch(form().action, { method: "POST", body: new URLSearchParams([...fields]), headers });
}

async function preview() {
  const number = ++asked;
  try {
    const answer = await post(new FormData(form()), { "X-Parts": "1" });
    if (answer.ok && number === asked) document.getElementById("preview").replaceWith(parse(await answer.text()).getElementById("preview"));
  } catch {
    // without a connection the preview waits for the next key
  }
}

async function submit(event) {
  const action = event.submitter?.value ?? "look";
  const fields = new FormData(form());
  fields.set("do", action);
  event.preventDefault();
  if (action.startsWith("save")) remember(`${draft} sent`, 1, STORE);
  let answer;
  try {
    answer = await post(fields);
  } catch {
    form().submit(); // shows the browser's own page about the lost connection; the draft is kept
    return;
  }
  if (answer.redirected) {
    forget(draft, STORE);
    location.assign(answer.url);
    return;
  }
  show(await answer.text(), action);
}

/** Put the changed form in place, and go to the row that the button was about. */
function show(page, action) {
  const fresh = parse(page).getElementById("editor");
  if (!fresh) {
    location.reload();
    return;
  }
  const open = [...form().querySelectorAll("details[open]")].map((details) => details.id);
  form().replaceWith(fresh);
  open.forEach((id) => document.getElementById(id)?.setAttribute("open", ""));
  begin();
  keep();
  const [verb, about] = action.split(" ");
  if (verb === "add" || verb === "copy") {
    const rows = [...document.querySelectorAll(".draft-row")];
    const row = verb === "add" ? rows.at(-1) : document.getElementById(`row-${about}`)?.nextElementSibling;
    if (verb === "add") rows.slice(0, -1).forEach((other) => other.querySelector("details").removeAttribute("open"));
    row?.querySelector("details").setAttribute("open", "");
    row?.querySelector("input:not([type])")?.focus();
    row?.scrollIntoView({ block: "center" });
  } else if (verb === "up" || verb === "down") {
    document.querySelector(`#row-${about} [value^="${verb} "]:not(:disabled), #row-${about} .row-buttons button:not(:disabled)`)?.focus();
  }
}

/** Insert what a chip says into its formula, at the cursor. */
function insert(event) {
  const chip = event.target.closest("[data-insert]");
  if (!chip) return;
  const field = document.getElementById(chip.closest("[data-into]").dataset.into);
  const start = field.selectionStart ?? field.value.length;
  field.setRangeText(chip.dataset.insert, start, field.selectionEnd ?? start, "end");
  const bracket = chip.dataset.insert.indexOf("(");
  if (bracket >= 0 && chip.dataset.insert.length > 1) field.setSelectionRange(start + bracket + 1, start + bracket + 1);
  field.focus();
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Bring back what was typed before the page was closed. */
async function restore() {
  const fields = recall(draft, STORE);
  if (!fields || document.getElementById("refused")) return;
  const revision = new FormData(form()).get("revision");
  if ((fields.find(([name]) => name === "revision") ?? [])[1] !== revision) {
    forget(draft, STORE); // it was saved, here or elsewhere
    return;
  }
  const token = new FormData(form()).get("csrf_token");
  try {
    const answer = await post([...fields, ["csrf_token", token], ["do", "look"]]);
    if (answer.ok) show(await answer.text(), "look");
  } catch {
    // the form stays as it is
  }
}

begin();
restore();
