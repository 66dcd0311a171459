// Notifications when it is my turn, switched on per table. Over https only; on iOS only as an installed app.

const csrf = document.querySelector("meta[name=csrf-token]").content;

function decode(text) {
  const raw = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(raw, (letter) => letter.charCodeAt(0));
}

/** Show the button if the browser has notifications; it switches them on and off for this table. */
export async function offerPush(button) {
  if (!button || !navigator.serviceWorker || !("PushManager" in window)) return;
  const registration = await navigator.serviceWorker.ready;
  const kept = `push ${button.dataset.url}`;
  const show = (on) => button.setAttribute("aria-pressed", String(on));
  show(localStorage.getItem(kept) === "yes" && Notification.permission === "granted");
  button.hidden = false;
  button.addEventListener("click", async () => {
    const on = button.getAttribute("aria-pressed") !== "true";
    try {
      if (on && (await Notification.requestPermission()) !== "granted") return;
      const wanted = { userVisibleOnly: true, applicationServerKey: decode(button.dataset.key) };
      const { endpoint, keys } = (await registration.pushManager.subscribe(wanted)).toJSON();
      const body = new URLSearchParams({ endpoint, ...keys, on: on ? "1" : "" });
      const answer = await fetch(button.dataset.url, { method: "POST", body, headers: { "X-CSRFToken": csrf } });
      if (!answer.ok) return;
      localStorage.setItem(kept, on ? "yes" : "no");
      show(on);
    } catch {
      show(false); // the browser's push service cannot be reached
    }
  });
}
