// Ticks stay when the page is loaded again; other dice start a fresh list.

const key = `steps-${location.pathname}-${new URLSearchParams(location.search).get("roll")}`;
const boxes = [...document.querySelectorAll("#steps input")];
const done = new Set(JSON.parse(sessionStorage.getItem(key) ?? "[]"));

for (const box of boxes) {
  box.checked = done.has(box.id);
  box.addEventListener("change", () => {
    sessionStorage.setItem(key, JSON.stringify(boxes.filter((each) => each.checked).map((each) => each.id)));
  });
}
