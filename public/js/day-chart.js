import { startChart } from "./chart-box.js";
import { cutDays, readDays } from "./day-series.js";
import { formatMoment } from "./format.js";

/**
 * A chart of one value per day: recent days from the response's `history`, longer periods from the
 * archive's column `column`. `format`: a value as text. `cell`: a value in the table.
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

/** The text of an archive. Some hosts decompress it, so the first bytes decide. */
export async function readArchive(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return new TextDecoder().decode(bytes);
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(unpacked).text();
}
