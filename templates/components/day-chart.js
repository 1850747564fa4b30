import { chart } from "./chart.js";

/** The API response has 30 days. */
const DRAWN = 30;

/**
 * A chart of one value per day: 30 days in the page, longer periods from the archive if there is
 * one. `answer`: the file with 30 days. `archive`: the file with all days.
 */
export function dayChart({ history, answer, archive, format, cell = format, head, summarise, ...rest }, root) {
  const longer =
    archive === undefined
      ? []
      : [
          { id: "1y", title: "1 year", history: archive.path, days: 365 },
          { id: "all", title: "Full history", history: archive.path, days: "all" },
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
