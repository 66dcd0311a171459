// Play alone: show the records of this device next to the sheets, and fill in the remembered name.

import { recallPlayer } from "../../lib/player.js";
import { describeRecord, recallRecords } from "../../lib/records.js";

const sentence = document.getElementById("alone").dataset.saidRecord;
for (const [sheet, record] of Object.entries(recallRecords())) {
  const place = document.querySelector(`[data-record="${CSS.escape(sheet)}"]`);
  if (!place) continue;
  place.textContent = describeRecord(sentence, record);
  place.hidden = false;
}

const name = document.getElementById("name");
name.value ||= recallPlayer().name ?? "";
