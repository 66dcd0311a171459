// The part of the page that changes. It is fetched anew whenever something happens at the table.

export const root = document.getElementById("accompany");
export const live = document.getElementById("live");
export const board = () => document.getElementById("live-board");
export const newestVersion = () => Number(board().dataset.version);

const RETRY_MS = 1000;
const ANSWER_MS = 8000;

let shown = board().dataset.shown;
let fetching = Promise.resolve();
let next = null;

/**
 * Fetch what has changed. One that is under way may be older than this call, so everyone who calls meanwhile waits for
 * the one after it: whoever has waited sees at least what the table was when it was asked.
 */
export function update() {
  next ??= fetching.then(() => {
    next = null;
    fetching = fetchBoard();
    return fetching;
  });
  return next;
}

export function showSeat(seat) {
  shown = seat;
  return update();
}

export const pause = () => new Promise((resume) => setTimeout(resume, RETRY_MS));

async function fetchBoard() {
  for (;;) {
    try {
      const signal = AbortSignal.timeout?.(ANSWER_MS); // a line that is dead without knowing it
      const answer = await fetch(`${root.dataset.counters}?seat=${shown}`, { cache: "no-store", signal });
      if (answer.ok) {
        show(await answer.text());
        return;
      }
      if (answer.status < 500 && answer.status !== 429) {
        location.replace(root.dataset.page);
        return;
      }
    } catch {
      // no connection; the page says so already
    }
    await pause();
  }
}

/** Exchange the live part; what is unfolded or focused stays so. */
function show(fragment) {
  const fresh = document.createRange().createContextualFragment(fragment).querySelector("#live-board");
  const focused = live.contains(document.activeElement) ? document.activeElement.id : null;
  const sameSeat = fresh.dataset.shown === board().dataset.shown;
  const unfolded = sameSeat ? [...live.querySelectorAll("details[id][open]")].map((details) => details.id) : [];
  live.replaceChildren(fresh);
  for (const id of unfolded) document.getElementById(id)?.setAttribute("open", "");
  live.dispatchEvent(new Event("shown"));
  if (focused) focus(focused);
}

/** The keyboard goes on where it was, or at the head of the board when that has gone. */
export function focus(id) {
  (document.getElementById(id) ?? document.getElementById("board-heading"))?.focus({ preventScroll: true });
}
