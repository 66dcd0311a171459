// Scoring Rajas of the Ganges by tapping the markers on the drawn tracks: fame and money of one player after the other.

import { listen, mark } from "./scoring_track.js";

const text = (tag, content) => Object.assign(document.createElement(tag), { textContent: content });

function begin() {
  const panel = document.getElementById("tracks");
  const form = panel?.closest("form");
  if (!panel || "begun" in panel.dataset) return;
  panel.dataset.begun = "";
  panel.hidden = false;
  const tracks = [...panel.querySelectorAll("[data-track]")];
  const turns = panel.querySelector("[data-turns]");
  let current = 0;
  let tapped = new Set(); // tracks, since it became this player's turn

  const field = (player, figure) => form.elements[`players-${player}-${figure}`];
  const columns = () => [...form.querySelectorAll(".pad-player:not([hidden])")].map((column) => Number(column.dataset.player));

  function show() {
    const players = columns();
    if (!players.includes(current)) current = players[0];
    turns.replaceChildren(...players.map((player) => {
      const turn = document.createElement("button");
      turn.type = "button";
      turn.className = "chip";
      turn.setAttribute("aria-pressed", String(player === current));
      const numbers = tracks.map(({ dataset }) => field(player, dataset.track).value || "–").join(" · ");
      turn.append(signOf(player).cloneNode(true), text("span", field(player, "name").value || player + 1), text("b", numbers));
      turn.addEventListener("click", () => give(player));
      return turn;
    }));
    for (const track of tracks) {
      const markers = players.map((player) => ({ space: field(player, track.dataset.track).value, sign: signOf(player) }));
      mark(track, markers.filter(({ space }) => /^\d+$/.test(space)).map(({ space, sign }) => ({ space: Number(space), sign })));
    }
  }

  const signOf = (player) => form.querySelector(`.pad-player[data-player="${player}"] .sign`);

  function give(player) {
    current = player;
    tapped = new Set();
    show();
  }

  function set(figure, space) {
    const number = field(current, figure);
    number.value = space;
    tapped.add(figure);
    const player = current;
    number.dispatchEvent(new Event("input", { bubbles: true })); // also redraws the markers
    const next = columns()[columns().indexOf(player) + 1];
    if (tapped.size === tracks.length && next !== undefined) give(next);
  }

  for (const track of tracks) listen(track, (space) => set(track.dataset.track, space));
  form.addEventListener("pad", show);
  panel.addEventListener("toggle", () => panel.open && panel.scrollIntoView({ block: "start" }));
  show();
}

document.addEventListener("scoring", begin); // the form was replaced
begin();
