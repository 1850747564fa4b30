import { chart } from "./chart.js";

/** Days of the period that is drawn in the page: those that the answer has. */
const DRAWN = 30;

/**
 * A chart of one value per day: 30 days in the page, and the longer periods out of the archive, where there is one. `answer`: the file with
 * the days drawn; `archive`: a file of all days;
 * `summarise` puts `[times, values]` into words.
 */
export function dayChart({ history, answer, archive, format, cell = format, head, summarise, ...rest }, root) {
  const longer =
    archive === undefined
      ? []
      : [
          { id: "1y", title: "1 year", history: archive.path, days: 365 },
          { id: "all", title: "All days", history: archive.path, days: "all" },
        ];
  const values = history.map(([, value]) => value);
  return chart(
    {
      ...rest,
      periods: [{ id: "30d", title: "30 days", history: answer, days: DRAWN }, ...longer],
      shown: "30d",
      values,
      summary: `30 days: ${summarise([history.map(([timeMs]) => timeMs), values])}`,
      caption: rest.unit === undefined ? "30 days" : `30 days, ${rest.unit}`,
      heads: ["Day", head],
      rows: history.toReversed().map(([timeMs, value]) => [new Date(timeMs).toISOString().slice(0, 10), cell(value)]),
    },
    root,
  );
}
