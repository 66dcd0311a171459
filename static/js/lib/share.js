// The buttons of an invitation: share where the browser can, otherwise copy.

export function offerSharing(box) {
  if (!box) return;
  const { link, title } = box.dataset;
  const share = box.querySelector("[data-share]");
  const copy = box.querySelector("[data-copy]");
  const done = box.querySelector("[data-said]");

  if (navigator.share) {
    share.hidden = false;
    share.addEventListener("click", () => navigator.share({ title, url: link }).catch(() => {}));
  }
  copy.addEventListener("click", async () => {
    if (!(await copyText(link))) return;
    done.textContent = done.dataset.said;
    setTimeout(() => (done.textContent = ""), 4000);
  });
  box.hidden = false;
}

export async function copyText(text) {
  if (navigator.clipboard) {
    return navigator.clipboard.writeText(text).then(() => true, () => copiedBySelection(text));
  }
  return copiedBySelection(text);
}

// navigator.clipboard needs https, which a companion on the local network usually lacks.
function copiedBySelection(text) {
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "unseen";
  document.body.append(field);
  field.select();
  const worked = document.execCommand("copy");
  field.remove();
  return worked;
}
