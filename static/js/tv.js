// The large screen follows its table.
import { follow } from "./live.js";
import { updater } from "./part.js";

const screen = document.getElementById("tv");
const update = updater(
  () => screen.dataset.live,
  (markup) => {
    screen.innerHTML = markup;
  },
);

follow(screen.dataset.stream, screen.dataset.version, { onEvent: update });
