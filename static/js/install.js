// Over https: install the service worker, and say so when the companion cannot be reached.

const { worker, scope, health } = document.getElementById("offline").dataset;
const note = document.getElementById("offline");

async function check() {
  const reached = navigator.onLine && (await fetch(health, { cache: "no-store" }).then((answer) => answer.ok, () => false));
  note.hidden = reached;
}

if (navigator.serviceWorker) {
  navigator.serviceWorker.register(worker, { scope, updateViaCache: "none" }).catch(() => {}); // http, or a private window
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") navigator.serviceWorker.controller?.postMessage({ keep: location.href });
  });
}
window.addEventListener("offline", check);
window.addEventListener("online", check);
check();
