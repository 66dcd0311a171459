// Look-up: search while typing, and open the section of an entry that a link leads to. Without this script the sections
// still open and close.

const field = document.getElementById("q");
const found = document.getElementById("found");
const clear = document.getElementById("clear");
const results = document.getElementById("results");
const sections = document.getElementById("sections");

/** Return the words of a text as the search compares them: in small letters, ё as е, colour as color. */
function readWords(text) {
  const plain = text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "").replace(/our/g, "or");
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}

const RUSSIAN_ENDING = /(ами|ями|ыми|ими|ого|его|ому|ему|ов|ев|еи|ои|ыи|ии|ая|яя|ое|ее|ые|ие|ам|ям|ах|ях|ом|ем|ым|им|ую|юю|ию|ия|[аяоеыиуюь])$/;
const RUSSIAN_SUFFIX = /ь?[оие]?[кц]$/; // the vowel that some cases drop: рынок, рынка
const ENGLISH_ENDING = /(ings?|ies|ied|es|ed|y|e|(?<!s)s)$/;

/** Cut off the endings of plurals, cases and verbs; a simple rule that treats both sides of a comparison alike. */
function stem(word) {
  const cut = (from, ending) => {
    const shorter = from.replace(ending, "");
    return shorter.length >= 3 ? shorter : from;
  };
  return /[а-я]/.test(word) ? cut(cut(word, RUSSIAN_ENDING), RUSSIAN_SUFFIX) : cut(word, ENGLISH_ENDING);
}

const NAME = 6, WORDS = 4, TEXT = 2; // an entry whose name has the word comes first

const entries = [...document.querySelectorAll("[data-entry]")].map((element) => {
  const name = readWords(element.querySelector("dt").textContent);
  const text = [...element.querySelectorAll("dd")].map((part) => part.textContent).join(" ");
  const fields = [[NAME, name], [WORDS, readWords(element.dataset.words)], [TEXT, readWords(text)]];
  return { element, home: element.parentElement, length: name.length, fields };
});

const isSame = (each, word) => each === word || stem(each) === stem(word);
const begins = (each, word) => each.startsWith(word);

/** Tell whether words begin alike, such as overpaid and overpay, or a word with a slip at its end. */
function isAlike(each, word) {
  let shared = 0;
  while (shared < word.length && each[shared] === word[shared]) shared += 1;
  return shared >= 4 && shared >= 0.6 * Math.max(each.length, word.length);
}

/** Return how well an entry fits a searched word, 0 if not at all: the points of the field that has it, a little more for
    the whole word, and of names that have it, most for the shortest. */
function rate(entry, word, fits) {
  for (const [points, words] of entry.fields) {
    if (!words.some((each) => fits(each, word))) continue;
    const whole = words.some((each) => isSame(each, word)) ? 1 : 0;
    return points + whole + (points === NAME ? 1 / (1 + entry.length) : 0);
  }
  return 0;
}

/** Return the entries that have as many of the searched words as possible, best first. */
function rank(wanted, fits = (each, word) => begins(each, word) || isSame(each, word)) {
  const rated = entries.map((entry) => {
    const ratings = wanted.map((word) => rate(entry, word, fits)).filter(Boolean);
    return { entry, count: ratings.length, sum: ratings.reduce((sum, each) => sum + each, 0) };
  });
  const most = Math.max(1, ...rated.map((each) => each.count));
  const fitting = rated.filter((each) => each.count === most).sort((one, other) => other.sum - one.sum);
  return fitting.length || fits === isAlike ? fitting.map((each) => each.entry.element) : rank(wanted, isAlike);
}

function search() {
  const wanted = readWords(field.value);
  const ranked = wanted.length ? rank(wanted) : [];
  for (const { element, home } of entries) home.append(element);
  results.firstElementChild.replaceChildren(...ranked);
  results.hidden = !ranked.length;
  sections.hidden = ranked.length > 0;
  clear.hidden = !field.value;
  const sentence = ranked.length ? found.dataset.found : found.dataset.nothing;
  found.textContent = wanted.length ? sentence.replace("{count}", ranked.length).replace("{words}", field.value.trim()) : "";
}

function endSearch() {
  field.value = "";
  search();
}

/** Open the entry or section that the address names, unless it is among the results. */
function follow() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const section = target?.closest("details");
  if (!section) return;
  endSearch();
  section.open = true;
  target.scrollIntoView();
}

field.addEventListener("input", () => {
  search();
  if (scrollY > document.getElementById("lookup").offsetTop) document.getElementById("lookup").scrollIntoView();
});
field.form.addEventListener("submit", (event) => {
  event.preventDefault();
  field.blur(); // the keyboard makes room
});
clear.addEventListener("click", () => {
  endSearch();
  field.focus();
});
document.getElementById("to-sections").addEventListener("click", () => {
  endSearch();
  for (const section of sections.children) section.open = false;
});
sections.addEventListener("click", (event) => {
  const section = event.target.closest("summary")?.parentElement;
  // The section that was open closes, so that this one moves
  if (section) requestAnimationFrame(() => section.open && section.scrollIntoView());
});
addEventListener("hashchange", follow);
addEventListener("pageshow", search); // the browser may have kept the words
search();
follow();
