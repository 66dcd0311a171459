// When the others play again, everyone who sat at the table goes along; a sheet can be looked at from near, and the
// result can be shared.
import { follow } from "./lib/live.js";
import { offerSharing } from "./lib/share.js";

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

offerSharing(document.getElementById("share"));
offerPicture(document.getElementById("picture"));

for (const sheet of page.querySelectorAll(".final-sheet")) {
  sheet.addEventListener("toggle", () => show(sheet));
  show(sheet);
}

/** Share the picture as PNG where the phone can, save it elsewhere; without scripts, the link saves the SVG. */
function offerPicture(link) {
  const words = link.querySelector("[data-share]");
  const shares = (file) => Boolean(navigator.canShare?.({ files: [file] }));
  if (shares(new File([""], "a.png", { type: "image/png" }))) words.textContent = words.dataset.share;
  link.addEventListener("click", async (event) => {
    event.preventDefault();
    const picture = await drawPng(link.href).catch(() => null);
    const name = link.download.replace(".svg", ".png");
    const file = picture && new File([picture], name, { type: "image/png" });
    if (file && shares(file)) navigator.share({ files: [file], title: link.dataset.title }).catch(() => {});
    else if (file) save(URL.createObjectURL(file), name);
    else save(link.href, link.download);
  });
}

async function drawPng(address) {
  const picture = new Image();
  picture.src = address;
  await picture.decode();
  const canvas = document.createElement("canvas");
  canvas.width = picture.naturalWidth;
  canvas.height = picture.naturalHeight;
  canvas.getContext("2d").drawImage(picture, 0, 0);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

function save(address, name) {
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  if (address.startsWith("blob:")) setTimeout(() => URL.revokeObjectURL(address), 60_000);
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
