// Personal records of games alone, kept on this device: { sheet: { rounds, points } }. Fewer rounds are better, then more points.

import { recall, remember } from "./storage.js";

const KEY = "solo-records";

export const recallRecords = () => recall(KEY, "localStorage") ?? {};

const isBetter = (one, other) => one.rounds < other.rounds || (one.rounds === other.rounds && one.points > other.points);

/** Store a result; return the earlier record, if any, and whether this is a new one. */
export function noteResult(sheet, result) {
  const records = recallRecords();
  const before = records[sheet];
  const isNew = !before || isBetter(result, before);
  if (isNew) remember(KEY, { ...records, [sheet]: result }, "localStorage");
  return { before, isNew };
}

/** Fill a sentence with a record, with numbers in the page's language. */
export function describeRecord(sentence, { rounds, points }) {
  const format = new Intl.NumberFormat(document.documentElement.lang);
  return sentence.replace("{rounds}", format.format(rounds)).replace("{points}", format.format(points));
}
