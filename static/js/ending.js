// When the others play again, everyone who sat at the table goes along.
import { follow } from "./live.js";

const page = document.getElementById("ending");

follow(page.dataset.stream, page.dataset.version, {
  onEvent(event) {
    if (event.kind !== "rematch") return;
    const address = page.dataset.rematch + event.table;
    if (page.dataset.plays === "1") {
      location.assign(address);
      return;
    }
    const invitation = document.getElementById("next-table");
    invitation.querySelector("a").href = address;
    invitation.hidden = false;
  },
});
