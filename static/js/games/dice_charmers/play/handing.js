// A shared phone: ask to pass it on before the next player sees the board.

import { play, status } from "./board.js";

const dialog = document.getElementById("hand");
const KEY = `hands-${play.dataset.code}`;

export function handOver() {
  const { acting, phones, name } = status();
  const players = phones.split(" ");
  if (players.length < 2 || !players.includes(acting) || sessionStorage.getItem(KEY) === acting) {
    if (dialog.open && !players.includes(acting)) dialog.close();
    return;
  }
  const sign = document.querySelector("#status .sign").cloneNode(true);
  document.getElementById("hand-sign").replaceChildren(sign);
  document.getElementById("hand-words").textContent = play.dataset.saidHand.replace("{name}", name);
  document.getElementById("hand-ready").textContent = play.dataset.saidReady.replace("{name}", name);
  if (!dialog.open) dialog.showModal();
}

document.getElementById("hand-ready").addEventListener("click", () => {
  sessionStorage.setItem(KEY, status().acting);
  dialog.close();
});
dialog.addEventListener("cancel", (event) => event.preventDefault());
