// Personal records of games alone, kept on this device: { sheet: { rounds, points } }. Fewer rounds are better, then more points.

const KEY = "solo-records";

export function recallRecords() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {}; // private window
  }
}

const isBetter = (one, other) => one.rounds < other.rounds || (one.rounds === other.rounds && one.points > other.points);

/** Store a result; return the earlier record, if any, and whether this is a new one. */
export function noteResult(sheet, result) {
  const records = recallRecords();
  const before = records[sheet];
  const isNew = !before || isBetter(result, before);
  if (isNew) {
    try {
      localStorage.setItem(KEY, JSON.stringify({ ...records, [sheet]: result }));
    } catch {
      // not kept
    }
  }
  return { before, isNew };
}

/** Fill a sentence with a record, with numbers in the page's language. */
export function describeRecord(sentence, { rounds, points }) {
  const format = new Intl.NumberFormat(document.documentElement.lang);
  return sentence.replace("{rounds}", format.format(rounds)).replace("{points}", format.format(points));
}
