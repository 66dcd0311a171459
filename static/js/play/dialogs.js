// Dialogs: at the spot that was tapped, as a panel, or to ask once more.

const spot = document.getElementById("spot");
const content = document.getElementById("spot-content");
const header = document.querySelector(".play-head");
const pane = document.querySelector(".play-main");
const GAP = 8;
let beside = null; // what was tapped; null where the page asks by itself

/** Show nodes or markup beside the tapped element, or above the foot if there is none. Not as a modal dialog: for one,
 * browsers style the whole page anew when it opens and when it closes, and a phone takes longer for that than for
 * everything else of a tap. */
export function openAt(element, inside) {
  if (typeof inside === "string") content.innerHTML = inside;
  else content.replaceChildren(...inside);
  beside = element;
  spot.classList.toggle("docked", !beside);
  if (!spot.open) spot.show();
  place();
  spot.scrollTop = 0;
}

/** Return where the sheet is covered: by a tip, or by what stands at the thumb. */
export function floor() {
  const [tip] = document.getElementById("hint").getClientRects(); // none while it is hidden
  return tip ? tip.top : innerHeight - document.querySelector(".play-foot").offsetHeight;
}

/** Return where a sentence can stand without covering a tip or a choice. */
export function ground() {
  return spot.open && !beside ? spot.getBoundingClientRect().top : floor();
}

/** Below the spot, or above it where there is more room; never outside the screen. A dialog that nobody has opened stands
 * at the lower edge of the sheet and leaves the header free, and so does an explanation if there is room. */
function place() {
  if (!beside) spot.style.setProperty("--room", `${floor() - header.offsetHeight - 2 * GAP}px`);
  const { offsetHeight: high, offsetWidth: wide } = spot;
  const { left: side, width } = pane.getBoundingClientRect();
  const at = beside?.getBoundingClientRect() ?? { left: side, width, bottom: innerHeight, top: floor() };
  const left = Math.min(Math.max(at.left + at.width / 2 - wide / 2, GAP), innerWidth - wide - GAP);
  const below = at.bottom + GAP;
  const above = Math.max(at.top - high - GAP, content.querySelector("[name=move]") ? GAP : header.offsetHeight + GAP);
  const top = below + high + GAP <= innerHeight ? below : above;
  spot.style.left = `${Math.max(left, 0)}px`;
  spot.style.top = `${Math.max(Math.min(top, innerHeight - high - GAP), GAP)}px`;
}

addEventListener("resize", () => spot.open && place()); // a phone was turned

export function closeSpot() {
  if (spot.open) spot.close();
}

// What a modal dialog does by itself: a tap beside it, Escape, and a keyboard that leaves it, close it and do nothing else.

// A finger that is put down on a button moves the focus there: only the tap, not the focus, may close the dialog then, or
// the tap would go through to the button.

let pressing = false; // a finger or a mouse button is down, or was last
document.addEventListener("pointerdown", () => (pressing = true), true);
document.addEventListener("keydown", () => (pressing = false), true);
document.addEventListener("click", (event) => {
  if (!spot.open || event.target.closest("dialog")) return;
  spot.close();
  if (!beside) return; // nothing is dimmed, and nobody has opened it: the tap counts
  event.preventDefault();
  event.stopPropagation();
}, true);
document.addEventListener("keydown", (event) => event.key === "Escape" && closeSpot());
spot.addEventListener("focusout", (event) => {
  if (!pressing && event.relatedTarget && !spot.contains(event.relatedTarget)) closeSpot();
});

/** Ask once more; `yes` is called when the player is sure. `what` says what it is about. */
export function sure(words, yes, what = "") {
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
