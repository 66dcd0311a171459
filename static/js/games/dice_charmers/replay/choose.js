// Send a file that is dropped anywhere on the page.

const form = document.getElementById("drop");
const input = document.getElementById("file");

addEventListener("dragover", (event) => {
  event.preventDefault();
  form.classList.add("over");
});
addEventListener("dragleave", () => form.classList.remove("over"));
addEventListener("drop", (event) => {
  event.preventDefault();
  form.classList.remove("over");
  if (!event.dataTransfer.files.length) return;
  input.files = event.dataTransfer.files;
  form.requestSubmit();
});
input.addEventListener("change", () => input.files.length && form.requestSubmit());
