// Search while typing; without this script the server searches.

const field = document.getElementById("q");
const whole = !new URLSearchParams(location.search).get("q");

function search() {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  for (const section of document.querySelectorAll("[data-section]")) {
    const title = section.querySelector("h2").textContent.toLowerCase();
    for (const entry of section.querySelectorAll("[data-entry]")) {
      const text = `${title} ${entry.textContent.toLowerCase()}`;
      entry.hidden = !words.every((word) => text.includes(word));
    }
    section.hidden = !section.querySelector("[data-entry]:not([hidden])");
  }
  document.getElementById("found").hidden = true;
}

if (whole) field.addEventListener("input", search); // a page with search results lacks the other entries
