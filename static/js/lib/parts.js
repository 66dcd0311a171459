// Live parts of a page: fetched when something happens at the table, and swapped in.

const RETRY_MS = 1000;
const ANSWER_MS = 8000;
const LINGERING_MS = 300; // fetch the board if the answer to our own entry takes longer than this

export const pause = (ms = RETRY_MS) => new Promise((resume) => setTimeout(resume, ms));

/**
 * Return a function that fetches what `url` names and hands it to `show`, or calls `refused` when there is no such
 * part. A call made while a fetch is running waits for one more fetch, because the running one may be out of date.
 */
export function makeUpdater(url, show, refused = () => {}) {
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

/** Retry until the server answers; null if it answers with a client error. */
async function fetchText(url) {
  for (;;) {
    try {
      const signal = AbortSignal.timeout?.(ANSWER_MS); // a dead connection may not report itself
      const answer = await fetch(url, { cache: "no-store", signal });
      if (answer.ok) return await answer.text();
      if (answer.status < 500 && answer.status !== 429) return null;
    } catch {
      // no connection: the page already shows that
    }
    await pause();
  }
}

/** Return an event handler that merges several events into one update, and waits a moment while the answer to our own
 * entry is on its way. */
export function makeFollower(version, update) {
  let newest = 0; // number of the newest event
  let updating = false;
  let awaiting = false; // the answer to an entry will include the board

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

const shown = new Map(); // id of a part → its markup as received

/**
 * Put fresh parts in place of those with the same id; parts that have not changed stay. Focus stays on the element with
 * the same id, or moves to what `fallback(id of the part)` returns. Details that are open stay open, unless `keepOpen`
 * is false. `prepare(old, fresh)` is called before each replacement.
 */
export function swap(parts, { fallback, keepOpen = true, prepare = () => {} }) {
  const focused = document.activeElement;
  let home = null; // the part that had the focus
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
