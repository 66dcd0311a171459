// The large screen follows its table, and its people when they play again.
import { follow } from "./live.js";
import { updater } from "./part.js";

const screen = document.getElementById("tv");
const connection = document.getElementById("connection");
const update = updater(
  () => screen.dataset.live,
  (markup) => {
    screen.innerHTML = markup;
  },
);

follow(screen.dataset.stream, screen.dataset.version, {
  onEvent(event) {
    if (event.kind === "rematch") location.replace(screen.dataset.rematch.replace("CODE", event.table));
    else update();
  },
  onState(state) {
    connection.hidden = false;
    connection.dataset.state = state;
  },
});
