import { buildDays } from "../../public/js/chart-series.js";
import { describeCoverage, KNOWN_DAYS } from "../../public/js/chart-summary.js";
import { formatTimeTick } from "../../public/js/chart-ticks.js";
import { chart } from "./chart.js";

/** A label of the time axis. */
const showDay = (timeMs) => formatTimeTick(timeMs, DAY_MS);
/** The API response has 30 days. */
const DRAWN = 30;
const DAY_MS = 86_400_000;

/**
 * A chart of one value per day: 30 days in the page, longer periods from the archive if there is
 * one. `answer`: the file with 30 days. `archive`: the file with all days. `level(value, step)`: a
 * label of the value axis.
 */
export function dayChart(
  { history, answer, archive, format, cell = format, head, summarise, level = format, range = undefined, ...rest },
  root,
) {
  const longer =
    archive === undefined
      ? []
      : [
          { id: "1y", title: "1 year", history: archive.path, hours: 8760 },
          { id: "all", title: "Full history", history: archive.path },
        ];
  const columns = buildDays(history);
  const summary = summarise(columns);
  const coverage = describeCoverage(columns, DAY_MS, DRAWN * DAY_MS);
  return chart(
    {
      ...rest,
      periods: [{ id: "30d", title: "30 days", history: answer, hours: DRAWN * 24 }, ...longer],
      shown: "30d",
      drawn: { times: columns[0], values: columns[1], range, level, time: showDay },
      summary: summary === null ? "No data yet" : `${coverage === "" ? "30 days" : KNOWN_DAYS}: ${summary}`,
      coverage,
      tools: range === undefined ? ["log"] : [],
      caption: rest.unit === undefined ? "30 days" : `30 days, ${rest.unit}`,
      heads: ["Day", head],
      rows: history.toReversed().map(([timeMs, value]) => [new Date(timeMs).toISOString().slice(0, 10), cell(value)]),
    },
    root,
  );
}
