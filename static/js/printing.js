// Update the preview when the form changes. Without this script the form still makes the PDF.
const form = document.getElementById("print-form");
const picture = document.getElementById("preview");
let newest = 0;

async function look() {
  const mine = ++newest;
  picture.classList.add("waiting");
  const answer = await fetch(`${form.dataset.preview}?${new URLSearchParams(new FormData(form))}`);
  if (mine !== newest) return; // a newer request is running
  picture.classList.remove("waiting");
  if (answer.ok) picture.innerHTML = await answer.text();
}

form.addEventListener("change", look);
