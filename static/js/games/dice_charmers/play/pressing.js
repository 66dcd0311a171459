// Detect long presses. Android fires `contextmenu`; iOS fires nothing, so we use a timer.

const LONG_MS = 500;
const STILL_PX = 10; // a finger that moves less counts as still

/** Call back with an element that is long-pressed or right-clicked and matches `selector`. */
export function onLongPress(within, selector, explain) {
  let timer = null;
  let from = null;
  let held = false;

  function hold(place) {
    lift();
    if (held) return; // both have fired
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
  // Swallow the click that follows a long press, in the capture phase.
  window.addEventListener("click", (event) => {
    if (!held || event.detail === 0) return; // a click by keyboard
    held = false;
    event.preventDefault();
    event.stopPropagation();
  }, true);
}
