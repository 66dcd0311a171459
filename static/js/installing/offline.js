// The offline page keeps the requested URL: reload it when the companion is reachable.

const { health } = document.getElementById("offline").dataset;
const TRY_AGAIN_MS = 3000;

if (!location.pathname.endsWith("/offline")) {
  setInterval(async () => {
    if (await fetch(health, { cache: "no-store" }).then((answer) => answer.ok, () => false)) location.reload();
  }, TRY_AGAIN_MS);
}
