// The lobby: show new players live, and open the game when it starts.

import { keepAwake } from "./lib/awake.js";
import { follow, showConnection } from "./lib/live.js";
import { closeMenus } from "./lib/menus.js";
import { makeUpdater, parse, swap } from "./lib/parts.js";
import { offerOwnSeat } from "./lib/player.js";
import { offerSharing } from "./lib/share.js";

const lobby = document.getElementById("lobby");
const live = document.getElementById("live");
const said = document.getElementById("said");
const seats = () => document.getElementById("seats");

const update = makeUpdater(() => lobby.dataset.fragment, show, reload);

function show(fragment) {
  const before = seats();
  const fresh = parse(fragment).getElementById("seats");
  const changed = (name) => before.dataset[name] !== fresh.dataset[name];
  if (changed("own") || changed("host")) {
    reload(); // this device has another role now: load its page
    return;
  }
  const known = new Set([...before.querySelectorAll(".seat")].map((seat) => seat.id));
  swap([fresh], { fallback: () => document.getElementById("seats-heading") });
  for (const seat of seats().querySelectorAll(".seat")) seat.classList.toggle("arrived", !known.has(seat.id));
  offerFreeColours(seats());
  if ("enough" in seats().dataset) live.after(document.querySelector(".invite")); // to the players and the start button
}

/** Disable colours that others have taken; keep what was typed. */
function offerFreeColours(fresh) {
  const join = document.getElementById("join");
  if (!join) return;
  join.hidden = "full" in fresh.dataset;
  const taken = (fresh.dataset.taken ?? "").split(" ");
  const colours = [...join.querySelectorAll("input[name=colour]")];
  for (const colour of colours) colour.disabled = taken.includes(colour.value);
  if (colours.some((colour) => colour.checked && colour.disabled)) {
    const free = colours.find((colour) => !colour.disabled);
    if (free) free.checked = true;
    if (document.getElementById("name").value) say("colourTaken");
  }
}

function say(kind, values = {}) {
  const sentence = lobby.dataset[`said${kind[0].toUpperCase()}${kind.slice(1)}`];
  if (sentence) said.textContent = sentence.replace("{name}", values.name ?? "");
}

function reload() {
  location.replace(lobby.dataset.page);
}

/** Submit lobby buttons with fetch; on a refusal, load the page that explains it. */
async function arrange(event) {
  const form = event.target;
  if ("leaves" in form.dataset || form.method === "get") return; // opens another page
  event.preventDefault();
  const sent = new FormData(form);
  if (event.submitter?.name) sent.append(event.submitter.name, event.submitter.value);
  let answer;
  try {
    answer = await fetch(form.action, { method: "POST", body: sent });
  } catch {
    showConnection("lost"); // nothing was sent, so the button can be pressed again
    return;
  }
  if (answer.ok) {
    await update();
    return;
  }
  live.removeEventListener("submit", arrange);
  form.requestSubmit(event.submitter);
}

const camelCase = (kind) => kind.replace(/-(.)/g, (_, letter) => letter.toUpperCase());

/** Leave the page with the code for another device as soon as that device has the seat. */
function followMovedSeat() {
  follow(lobby.dataset.stream, lobby.dataset.version, (event) => {
    if (event.kind === "seat-moved" && event.seat === lobby.dataset.leaves) reload();
  });
}

function followLobby() {
  follow(lobby.dataset.stream, lobby.dataset.version, (event) => {
    say(camelCase(event.kind), event);
    if (event.kind === "started") reload();
    else update();
  });
  live.addEventListener("submit", arrange);
  closeMenus("#live .seat-more");
  offerOwnSeat(document.querySelector("#join form"), document.getElementById("remember"));
  keepAwake(document.getElementById("awake"));
  offerSharing(document.getElementById("share"));
}

if ("leaves" in lobby.dataset) followMovedSeat();
else followLobby();
