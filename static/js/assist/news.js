// Show a card with the important news since this phone last looked.

import { live, version, root } from "./board.js";

const READ = `news-${root.dataset.code}`;
const card = document.getElementById("news-card");
const list = document.getElementById("news-list");
const own = new Set(root.dataset.seats.split(" ").filter(Boolean));

function lastRead() {
  const kept = localStorage.getItem(READ);
  return kept === null ? null : Number(kept);
}

/** Show the unread news that concern everybody or this phone's players. */
function announce() {
  const read = lastRead();
  const newest = version();
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
  list.replaceChildren(...texts.map((line) => Object.assign(document.createElement("li"), { textContent: line.textContent })));
  card.dataset.read = newest;
  if (!card.open) card.showModal();
}

card.addEventListener("close", () => localStorage.setItem(READ, card.dataset.read));
live.addEventListener("shown", announce);
announce();
