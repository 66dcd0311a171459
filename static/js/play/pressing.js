// A long press. Android tells of it by a contextmenu event, iOS by nothing, so the time is taken here.

const LONG_MS = 500;
const STILL_PX = 10; // a finger is never quite still

/** Call back with the element that is pressed for long, or clicked with the right button, if it matches `selector`. */
export function onLongPress(within, selector, explain) {
  let timer = null;
  let from = null;
  let held = false;

  function hold(place) {
    lift();
    if (held) return; // both have told of it
    held = true;
    explain(place);
  }

  const lift = () => clearTimeout(timer);

  within.addEventListener("pointerdown", (event) => {
    lift();
    held = false;
    const place = event.target.closest(selector);
    if (!place || event.pointerType === "mouse" || !event.isPrimary) return;
    from = event;
    timer = setTimeout(() => hold(place), LONG_MS);
  });
  within.addEventListener("pointermove", (event) => {
    if (from && Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY) > STILL_PX) lift();
  });
  for (const end of ["pointerup", "pointercancel", "pointerleave"]) within.addEventListener(end, lift);
  within.addEventListener("contextmenu", (event) => {
    const place = event.target.closest(selector);
    if (!place) return;
    event.preventDefault();
    hold(place);
  });
  // Lifting the finger is no tap any more. At the window, before anybody else hears of it.
  window.addEventListener("click", (event) => {
    if (!held || event.detail === 0) return; // a keyboard's click
    held = false;
    event.preventDefault();
    event.stopPropagation();
  }, true);
}
