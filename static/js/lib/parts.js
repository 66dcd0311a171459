// The parts of a page that change: fetched when something happens at the table, put in place of the old ones.

const RETRY_MS = 1000;
const ANSWER_MS = 8000;
const LINGERING_MS = 300; // how long an own entry's answer may take before the board is fetched beside it

export const pause = (ms = RETRY_MS) => new Promise((resume) => setTimeout(resume, ms));

/**
 * Return a function that fetches what `url` names and hands it to `show`, or calls `refused` when there is no such part.
 * A fetch under way may be older than a call, so everyone who calls meanwhile waits for the one after it: whoever has
 * waited sees at least what the table was when they asked.
 */
export function updater(url, show, refused = () => {}) {
  let fetching = Promise.resolve();
  let next = null;

  async function update() {
    const markup = await fetchText(url());
    if (markup === null) refused();
    else show(markup);
  }

  return () => {
    next ??= fetching.catch(() => {}).then(() => {
      next = null;
      fetching = update();
      return fetching;
    });
    return next;
  };
}

/** Ask until there is an answer; null when the answer is no. */
async function fetchText(url) {
  for (;;) {
    try {
      const signal = AbortSignal.timeout?.(ANSWER_MS); // a dead connection may not report itself
      const answer = await fetch(url, { cache: "no-store", signal });
      if (answer.ok) return await answer.text();
      if (answer.status < 500 && answer.status !== 429) return null;
    } catch {
      // no connection; the page says so already
    }
    await pause();
  }
}

/** Return what keeps a page up to date with events: several are one update, and an own entry's answer is none. */
export function follower(version, update) {
  let newest = 0; // the last event heard of
  let updating = false;
  let awaiting = false; // the answer to an entry brings the board along

  async function catchUp() {
    if (updating || newest <= version()) return;
    updating = true;
    await update();
    updating = false;
    catchUp();
  }

  return {
    catchUp,
    awaitAnswer: (awaited) => (awaiting = awaited),
    hear(event, delay = 0) {
      newest = Math.max(newest, event);
      if (awaiting || delay) setTimeout(catchUp, awaiting ? LINGERING_MS : delay);
      else catchUp();
    },
  };
}

export function parse(markup) {
  const template = document.createElement("template");
  template.innerHTML = markup;
  return template.content;
}

const shown = new Map(); // id of a part → its markup when it came

/**
 * Put fresh parts in place of those with the same id; parts that have not changed stay. The keyboard keeps its place: on
 * the same thing if there still is one, else on what `fallback(id of the part)` names. Details that are open stay open,
 * unless `keepOpen` is false. `prepare(old, fresh)` is called before each exchange.
 */
export function swap(parts, { fallback, keepOpen = true, prepare = () => {} }) {
  const focused = document.activeElement;
  let home = null; // the part that held the focus
  for (const part of [...parts]) {
    const markup = part.outerHTML;
    if (shown.get(part.id) === markup) continue;
    shown.set(part.id, markup);
    const old = document.getElementById(part.id);
    const open = keepOpen ? old.querySelectorAll("details[id][open]") : [];
    if (old.contains(focused)) home = part.id;
    prepare(old, part);
    old.replaceWith(part);
    for (const details of open) document.getElementById(details.id)?.setAttribute("open", "");
  }
  if (home === null) return;
  const same = focused.id && document.getElementById(focused.id);
  (same || fallback(home))?.focus({ preventScroll: true });
}
