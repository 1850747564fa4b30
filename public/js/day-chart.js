import { startChart } from "./chart-box.js";
import { buildDays, listKnown } from "./chart-series.js";
import { KNOWN_DAYS } from "./chart-summary.js";
import { formatMoment } from "./format.js";
import { importAgain } from "./import-again.js";

const DAY_MS = 86_400_000;

/**
 * A chart of one value per day: recent days from the response's `history`, longer periods from the
 * archive's column `column`. `format`: a value as text. `cell`: a value in the table. The rest is
 * of `startChart`.
 */
export function startDayChart({ column, head, format, cell = format, ...rest }) {
  startChart({
    async load(url) {
      if (!url.endsWith(".json")) return (await importAgain(() => import("./day-series.js"))).loadDays(url, column);
      const response = await fetch(url);
      if (!response.ok) throw new Error(`${url}: ${response.status}`);
      return (await response.json()).data.history;
    },
    columns: buildDays,
    known: KNOWN_DAYS,
    step: () => DAY_MS,
    value: { head, format, column, list: "history" },
    listRows: (_, [times, values]) => ({
      heads: ["Day", head],
      rows: listKnown(values)
        .reverse()
        .map((at) => [formatMoment(times[at]), cell(values[at])]),
    }),
    ...rest,
  });
}
