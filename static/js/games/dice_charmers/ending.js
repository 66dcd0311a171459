// The result page: follow a rematch, zoom into sheets, share the result.
import { follow } from "../../lib/live.js";
import { offerPicture } from "../../lib/picture.js";
import { describeRecord, noteResult } from "../../lib/records.js";
import { recall, remember } from "../../lib/storage.js";
import { offerSharing } from "../../lib/share.js";

const page = document.getElementById("ending");

follow(page.dataset.stream, page.dataset.version, (event) => {
  if (event.kind === "sheet-corrected") location.reload();
  if (event.kind !== "rematch") return;
  const address = page.dataset.rematch + event.table;
  if (page.dataset.plays === "1") {
    location.assign(address);
    return;
  }
  const invitation = document.getElementById("next-table");
  invitation.href = address;
  invitation.hidden = false;
});

showRecord(document.querySelector(".solo"));
offerSharing(document.getElementById("share"));
offerPicture(document.getElementById("picture"));

for (const sheet of page.querySelectorAll(".final-sheet")) {
  sheet.addEventListener("toggle", () => show(sheet));
  show(sheet);
}

const analysis = document.getElementById("analysis");
analysis?.addEventListener("toggle", () => showAnalysis(analysis));

/** Fetch the analysis on demand; until then, and without scripts, there is a link to it. */
async function showAnalysis(card) {
  const link = card.querySelector(".to-analysis");
  if (!card.open || !link || link.hidden) return;
  const status = card.querySelector("[role=status]");
  link.hidden = true;
  status.textContent = status.dataset.waiting;
  const answer = await fetch(link.querySelector("a").href).catch(() => null);
  const text = answer?.ok ? await answer.text() : "";
  const found = new DOMParser().parseFromString(text, "text/html").querySelector(".analysis");
  status.textContent = found ? "" : status.dataset.failed;
  if (found) link.replaceWith(found);
  else link.hidden = false;
}

/** Say whether a solo result is a record. It counts once, even if the page is opened again. */
function showRecord(solo) {
  if (!solo || !("counts" in solo.dataset)) return;
  const { sheet, saidNew, saidFirst, saidOld } = solo.dataset;
  const result = { rounds: Number(solo.dataset.rounds), points: Number(solo.dataset.points) };
  const key = `record-${location.pathname}`;
  const told = recall(key) ?? tell(noteResult(sheet, result));
  remember(key, told);
  const place = document.getElementById("record");
  place.textContent = told;
  place.hidden = false;

  function tell({ before, isNew }) {
    if (!before) return saidFirst;
    return isNew ? `${saidNew} ${describeRecord(saidOld, result)}` : describeRecord(saidOld, before);
  }
}

/** Fetch the drawing of an opened sheet; until then, and without scripts, there is a link to it. */
async function show(sheet) {
  const link = sheet.querySelector(".to-sheet");
  if (!sheet.open || !link || link.dataset.asked) return;
  link.dataset.asked = "1";
  const answer = await fetch(link.querySelector("a").href).catch(() => null);
  const text = answer?.ok ? await answer.text() : "";
  const paper = new DOMParser().parseFromString(text, "text/html").querySelector(".paper");
  if (!paper) {
    delete link.dataset.asked;
    return;
  }
  link.replaceWith(paper);
  const button = sheet.querySelector(".closer");
  button.hidden = false;
  button.addEventListener("click", () => turn(paper, button, 0, 0));
  paper.addEventListener("click", (event) => {
    const { left, top, width, height } = paper.firstElementChild.getBoundingClientRect();
    turn(paper, button, (event.clientX - left) / width, (event.clientY - top) / height);
  });
}

/** Zoom in or out, centred on the tapped point (given as a fraction of the sheet). */
function turn(paper, button, across, down) {
  if (getComputedStyle(button).display === "none") return; // wide pages show the sheet at full size
  const near = paper.classList.toggle("near");
  button.setAttribute("aria-pressed", String(near));
  paper.tabIndex = near ? 0 : -1; // arrow keys scroll it while zoomed in
  const { scrollWidth, scrollHeight, clientWidth, clientHeight } = paper;
  paper.scrollTo(across * scrollWidth - clientWidth / 2, down * scrollHeight - clientHeight / 2);
}
