// Keep the screen on while a table is shown.
//
// Over https and on localhost browsers have a wake lock; Safari grants it only during a tap. Over plain http, as at
// home, a small silent video does the same if the player switches it on, because it may pause music on the phone.
// Browsers require a sound track that is not muted (all), no `loop` (Safari), and a tap to start it.

const KEY = "screen-on";
let lock = null;
let video = null;

const isVisible = () => document.visibilityState === "visible";
const isAsked = () => localStorage.getItem(KEY) === "yes";

/** Keep the screen on. `button` switches the video on and off; it is shown where there is no wake lock. */
export function keepAwake(button) {
  const keep = navigator.wakeLock ? holdLock : () => playVideo(button);
  if (!navigator.wakeLock && button) {
    button.hidden = false;
    button.setAttribute("aria-pressed", String(isAsked()));
    button.addEventListener("click", () => {
      localStorage.setItem(KEY, isAsked() ? "no" : "yes");
      button.setAttribute("aria-pressed", String(isAsked()));
      if (isAsked()) keep();
      else video?.pause();
    });
  }
  document.addEventListener("click", keep, { capture: true });
  document.addEventListener("visibilitychange", keep);
  keep();
}

async function holdLock() {
  if (lock || !isVisible()) return;
  try {
    lock = await navigator.wakeLock.request("screen");
    lock.addEventListener("release", () => (lock = null));
  } catch {
    lock = null; // low battery, or Safari before the first tap: the next tap tries again
  }
}

function playVideo(button) {
  if (!button || !isAsked() || !isVisible()) return;
  video ??= makeVideo(button.dataset.sources.split(" "));
  if (video.paused) video.play().catch(() => {}); // not tapped yet: the next tap tries again
}

function makeVideo(addresses) {
  const made = document.createElement("video");
  made.className = "unseen";
  made.setAttribute("playsinline", "");
  made.setAttribute("aria-hidden", "true");
  made.disableRemotePlayback = true;
  for (const address of addresses) made.append(Object.assign(document.createElement("source"), { src: address }));
  made.addEventListener("timeupdate", () => {
    if (made.currentTime > made.duration / 2) made.currentTime = 0;
  });
  document.body.append(made);
  return made;
}
