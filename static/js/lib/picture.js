// The picture of a result: shared where the browser can, otherwise saved; without scripts, the link saves it.

export function offerPicture(link) {
  if (!link) return;
  const words = link.querySelector("[data-share]");
  const shares = (file) => Boolean(navigator.canShare?.({ files: [file] }));
  if (shares(new File([""], "a.png", { type: "image/png" }))) words.textContent = words.dataset.share;
  link.addEventListener("click", async (event) => {
    event.preventDefault();
    const picture = await fetchBlob(link.href).catch(() => null);
    const file = picture && new File([picture], link.download, { type: "image/png" });
    if (file && shares(file)) navigator.share({ files: [file], title: link.dataset.title }).catch(() => {});
    else if (file) save(URL.createObjectURL(file), link.download);
    else save(link.href, link.download);
  });
}

async function fetchBlob(address) {
  const answer = await fetch(address);
  return answer.ok ? answer.blob() : null;
}

function save(address, name) {
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  if (address.startsWith("blob:")) setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
