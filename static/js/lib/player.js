// The player's name and colour for the next table, remembered on this device only.

import { forget, recall, remember } from "./storage.js";

const KEY = "player";

export const recallPlayer = () => recall(KEY, "localStorage") ?? {};

/** Fill in the remembered name, and the colour if it is free; remember what is sent if the box is ticked. */
export function offerOwnSeat(form, choice) {
  if (!form || !choice) return;
  const { name, colour } = recallPlayer();
  const field = form.elements.namedItem("name");
  if (name && !field.value) {
    field.value = name;
    const own = form.querySelector(`input[name=colour][value="${CSS.escape(colour ?? "")}"]`);
    if (own && !own.disabled) own.checked = true;
  }
  choice.hidden = false;
  form.addEventListener("submit", () => {
    const sent = new FormData(form);
    if (choice.querySelector("input").checked) remember(KEY, { name: sent.get("name"), colour: sent.get("colour") }, "localStorage");
    else forget(KEY, "localStorage");
  });
}
