// My turn: a soft sound, a short vibration, a dot in the title; and the screen stays on.

import { keepAwake } from "../../../lib/awake.js";
import { offerPush } from "../../../lib/push.js";

const KEY = "quiet-turns";
const switchButton = document.getElementById("sound");
let audio = null;

const quiet = () => localStorage.getItem(KEY) === "yes";

function showSwitch() {
  switchButton.setAttribute("aria-pressed", String(!quiet()));
}

const title = document.title;

/** Show a dot in the title of the tab while it is my turn. */
export function showTurnInTitle(mine) {
  document.title = mine ? `● ${title}` : title;
}

export function callMyTurn() {
  if (quiet()) return;
  navigator.vibrate?.([60, 60, 60]);
  audio?.resume?.().then(chime);
}

/** Play two notes, then suspend the audio context, which otherwise uses CPU all the time. */
function chime() {
  const last = [659, 880].map((pitch, which) => {
    const start = audio.currentTime + which * 0.16;
    const [tone, volume] = [audio.createOscillator(), audio.createGain()];
    tone.type = "sine";
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(0.12, start + 0.03);
    volume.gain.exponentialRampToValueAtTime(0.001, start + 0.5);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + 0.55);
    return tone;
  }).pop();
  last.onended = () => audio.suspend();
}

/** Prepare the sound. Browsers allow it only after a click or a key press; pointerdown does not count. */
function unlock() {
  const Context = window.AudioContext ?? window.webkitAudioContext;
  if (!audio && Context) audio = new Context();
  audio?.resume?.().then(() => audio.suspend());
}

switchButton.addEventListener("click", () => {
  localStorage.setItem(KEY, quiet() ? "no" : "yes");
  showSwitch();
  if (!quiet()) callMyTurn();
});
document.addEventListener("click", unlock, { once: true, capture: true });
showSwitch();
keepAwake(document.getElementById("awake"));
offerPush(document.getElementById("push"));
