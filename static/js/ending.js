// When the others play again, everyone who sat at the table goes along; a sheet can be looked at from near.
import { follow } from "./lib/live.js";

const page = document.getElementById("ending");

follow(page.dataset.stream, page.dataset.version, (event) => {
  if (event.kind !== "rematch") return;
  const address = page.dataset.rematch + event.table;
  if (page.dataset.plays === "1") {
    location.assign(address);
    return;
  }
  const invitation = document.getElementById("next-table");
  invitation.querySelector("a").href = address;
  invitation.hidden = false;
});

for (const sheet of page.querySelectorAll(".final-sheet")) {
  sheet.addEventListener("toggle", () => show(sheet));
  show(sheet);
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

/** Near or far; the place that was tapped, as shares of the sheet, comes to the middle. */
function turn(paper, button, across, down) {
  if (getComputedStyle(button).display === "none") return; // on a wide page it is near already
  const near = paper.classList.toggle("near");
  button.setAttribute("aria-pressed", String(near));
  paper.tabIndex = near ? 0 : -1; // arrow keys move it then
  const { scrollWidth, scrollHeight, clientWidth, clientHeight } = paper;
  paper.scrollTo(across * scrollWidth - clientWidth / 2, down * scrollHeight - clientHeight / 2);
}
