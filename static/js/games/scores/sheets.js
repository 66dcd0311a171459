// The page of one score sheet: share the link, and show as many fields for names as are needed.

import { offerSharing } from "../../lib/share.js";

offerSharing(document.getElementById("share"));

/** Show the fields up to one more than are filled in, and at least as many as the game needs. */
function showNeeded(fields, least) {
  const last = fields.findLastIndex((field) => field.value.trim());
  fields.forEach((field, place) => (field.hidden = place >= Math.max(least, last + 2)));
}

for (const names of document.querySelectorAll(".names")) {
  const fields = [...names.querySelectorAll("input")];
  const least = Number(document.getElementById("start").dataset.least);
  names.addEventListener("input", () => showNeeded(fields, least));
  names.addEventListener("keydown", (event) => {
    const next = fields[fields.indexOf(event.target) + 1];
    if (event.key !== "Enter" || !event.target.value.trim() || !next || next.hidden) return;
    event.preventDefault();
    next.focus();
  });
  showNeeded(fields, least);
}
