// The large screen follows its table.
import { follow } from "./live.js";

const screen = document.getElementById("tv");
let fetching = false;
let again = false;

async function update() {
  if (fetching) {
    again = true;
    return;
  }
  fetching = true;
  try {
    const answer = await fetch(screen.dataset.live, { cache: "no-store" });
    if (answer.ok) screen.innerHTML = await answer.text();
    else if (answer.status >= 500 || answer.status === 429) setTimeout(update, 1000);
  } catch {
    setTimeout(update, 1000);
  } finally {
    fetching = false;
  }
  if (again) {
    again = false;
    update();
  }
}

follow(screen.dataset.stream, screen.dataset.version, { onEvent: update });
