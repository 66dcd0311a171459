// A part of a page that is fetched anew whenever something happens at the table.

const RETRY_MS = 1000;
const ANSWER_MS = 8000;

export const pause = () => new Promise((resume) => setTimeout(resume, RETRY_MS));

/**
 * A function that fetches what `url` names and hands it to `show`, or calls `refused` when there is no such part.
 * One that is under way may be older than a call, so everyone who calls meanwhile waits for the one after it: whoever
 * has waited sees at least what the table was when it was asked.
 */
export function updater(url, show, refused = () => {}) {
  let fetching = Promise.resolve();
  let next = null;

  async function update() {
    const markup = await fetched(url());
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

/** Asks until there is an answer; null when it is no. */
async function fetched(url) {
  for (;;) {
    try {
      const signal = AbortSignal.timeout?.(ANSWER_MS); // a line that is dead without knowing it
      const answer = await fetch(url, { cache: "no-store", signal });
      if (answer.ok) return await answer.text();
      if (answer.status < 500 && answer.status !== 429) return null;
    } catch {
      // no connection; the page says so already
    }
    await pause();
  }
}
