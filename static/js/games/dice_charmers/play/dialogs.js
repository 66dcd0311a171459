// Dialogs: beside the tapped spot, as a panel, or for confirmation.

const spot = document.getElementById("spot");
const content = document.getElementById("spot-content");
const header = document.querySelector(".play-head");
const pane = document.querySelector(".play-main");
const GAP = 8;
let beside = null; // the tapped element; null if the page opened the dialog itself

/** Show nodes or markup beside the tapped element, or above the foot if there is none. Not modal: opening a modal
 * dialog restyles the whole page, which on a phone takes longer than the rest of a tap. */
export function openAt(element, inside) {
  if (typeof inside === "string") content.innerHTML = inside;
  else content.replaceChildren(...inside);
  beside = element;
  spot.classList.toggle("docked", !beside);
  if (!spot.open) spot.show();
  place();
  spot.scrollTop = 0;
}

/** Return the y position below which a tip or the foot covers the sheet. */
export function findSheetBottom() {
  const [tip] = document.getElementById("hint").getClientRects(); // none while it is hidden
  return tip ? tip.top : innerHeight - document.querySelector(".play-foot").offsetHeight;
}

/** Return the y position above which a message of this height covers neither a tip nor a choice; of a dialog as high as
 * the screen it covers the top, as buttons are below. */
export function findMessageBottom(high) {
  const low = findSheetBottom();
  if (!spot.open) return low;
  const { top, bottom } = spot.getBoundingClientRect();
  const room = high + 2 * GAP;
  return bottom + room <= low ? low : Math.max(top, header.offsetHeight + room);
}

/** Place the dialog below the tapped spot, or above it if there is more room, always within the screen. A dialog that
 * the page opened itself is at the bottom of the sheet. It never covers the header, and neither does an explanation if
 * there is room. */
export function place() {
  if (!beside) spot.style.setProperty("--room", `${findSheetBottom() - header.offsetHeight - 2 * GAP}px`);
  const { offsetHeight: high, offsetWidth: wide } = spot;
  const { left: side, width } = pane.getBoundingClientRect();
  const at = beside?.getBoundingClientRect() ?? { left: side, width, bottom: innerHeight, top: findSheetBottom() };
  const left = Math.min(Math.max(at.left + at.width / 2 - wide / 2, GAP), innerWidth - wide - GAP);
  const below = at.bottom + GAP;
  const above = Math.max(at.top - high - GAP, content.querySelector("[name=move]") ? GAP : header.offsetHeight + GAP);
  const top = below + high + GAP <= innerHeight ? below : above;
  spot.style.left = `${Math.max(left, 0)}px`;
  spot.style.top = `${Math.max(Math.min(top, innerHeight - high - GAP), GAP)}px`;
  document.dispatchEvent(new Event("placed"));
}

addEventListener("resize", () => spot.open && place()); // the phone was rotated

export function closeSpot() {
  if (spot.open) spot.close();
}

// Imitate a modal dialog: close on an outside tap, Escape, or when focus leaves.

// Pressing a button moves focus to it; ignore that focus change, or the tap would also activate the button.

let pressing = false; // a finger or a mouse button is down, or was last
document.addEventListener("pointerdown", () => (pressing = true), true);
document.addEventListener("keydown", () => (pressing = false), true);
document.addEventListener("click", (event) => {
  if (!spot.open || event.target.closest("dialog")) return;
  spot.close();
  if (!beside) return; // the page opened it, and nothing is dimmed: the tap counts
  event.preventDefault();
  event.stopPropagation();
}, true);
document.addEventListener("keydown", (event) => event.key === "Escape" && closeSpot());
spot.addEventListener("focusout", (event) => {
  if (!pressing && event.relatedTarget && !spot.contains(event.relatedTarget)) closeSpot();
});

/** Ask for confirmation; call `yes` if the player confirms. `what` says what it is about. */
export function confirmFirst(words, yes, what = "") {
  const dialog = document.getElementById("sure");
  document.getElementById("sure-what").textContent = what;
  document.getElementById("sure-words").textContent = words;
  document.getElementById("sure-yes").onclick = () => {
    dialog.close();
    yes();
  };
  dialog.showModal();
}

document.addEventListener("click", (event) => {
  const dialog = event.target.closest("dialog");
  if (dialog && (event.target.closest("[data-close]") || (event.target === dialog && dialog.id !== "hand"))) dialog.close();
});
