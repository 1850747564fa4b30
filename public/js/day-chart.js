import { startChart } from "./chart-box.js";
import { cutDays, readDays } from "./day-series.js";
import { formatMoment } from "./format.js";
import { readArchive } from "./read-archive.js";

/**
 * A chart of one value per day: the last days out of an answer's `history`, more out of the archive, in its column `column`. `format`
 * writes a value, `cell` writes it for the table, `summarise` puts the columns of a period into words.
 */
export function startDayChart({ column, head, format, cell = format, level = format, range, summarise }) {
  startChart({
    async load(url) {
      if (!url.endsWith(".json")) return readDays(await readArchive(url), column);
      const response = await fetch(url);
      if (!response.ok) throw new Error(`${url}: ${response.status}`);
      return (await response.json()).data.history;
    },
    columns: (points, { days }) => cutDays(points, Number(days)),
    summarise,
    describe: ([times, values], at) =>
      values[at] === null || values[at] === undefined ? "" : `${formatMoment(times[at])} · ${format(values[at])}`,
    listRows(points, { days }) {
      const [times, values] = cutDays(points, Number(days));
      const rows = times.flatMap((timeMs, at) =>
        values[at] === null ? [] : [[formatMoment(timeMs), cell(values[at])]],
      );
      return { heads: ["Day", head], rows: rows.reverse() };
    },
    level,
    range,
  });
}
