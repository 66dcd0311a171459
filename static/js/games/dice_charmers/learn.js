// Cards to swipe through: buttons, arrow keys and dots. Without this script they scroll.

const list = document.getElementById("cards");
const cards = [...list.children];
const dots = [...document.querySelectorAll(".dot")];
const back = document.getElementById("back");
const on = document.getElementById("on");

const middle = (box) => box.left + box.width / 2;

/** Return the card in the middle, or the first or last one when scrolled to that end. */
function current() {
  const last = list.scrollWidth - list.clientWidth;
  if (list.scrollLeft <= 2) return 0;
  if (list.scrollLeft >= last - 2) return cards.length - 1;
  const centre = middle(list.getBoundingClientRect());
  const distance = (card) => Math.abs(middle(card.getBoundingClientRect()) - centre);
  return cards.indexOf(cards.reduce((best, card) => (distance(card) < distance(best) ? card : best)));
}

function show(index) {
  const card = cards[Math.max(0, Math.min(index, cards.length - 1))];
  const shift = middle(card.getBoundingClientRect()) - middle(list.getBoundingClientRect());
  list.scrollTo({ left: list.scrollLeft + shift });
}

function mark() {
  const now = current();
  dots.forEach((dot, index) => (index === now ? dot.setAttribute("aria-current", "step") : dot.removeAttribute("aria-current")));
  back.disabled = now === 0;
  on.disabled = now === cards.length - 1;
}

const fits = () => list.scrollWidth <= list.clientWidth + 2;

function arrange() {
  for (const part of [back, on, ...dots]) part.hidden = fits();
  mark();
}

back.addEventListener("click", () => show(current() - 1));
on.addEventListener("click", () => show(current() + 1));
dots.forEach((dot, index) =>
  dot.addEventListener("click", (event) => {
    event.preventDefault();
    show(index);
  }),
);
document.addEventListener("keydown", (event) => {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  show(current() + step);
});
list.addEventListener("scroll", mark, { passive: true });
addEventListener("resize", arrange);
arrange();
