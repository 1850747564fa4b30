import { chooseDrawn, hasHours } from "./chart-series.js";
import { describeChange } from "./chart-summary.js";
import { formatHour, formatMoment } from "./format.js";
import { importAgain } from "./import-again.js";

const loadExport = () => importAgain(() => import("./chart-export.js"));

/** What names the times of a file's points. `newest_ms`: when its newest price was observed. */
export function nameTimes(data) {
  return hasHours(data) ? (timeMs) => formatHour(timeMs, data.newest_ms) : formatMoment;
}

/**
 * The usual form of a chart, a line and perhaps bars, for `chart-box.js`. Columns are times,
 * values, and optionally bars.
 *
 * - `load(url)`: the data of a file; `columns(data)`; `step(data)`: the expected distance of points
 * - `value` and `bars`: `head` (name), `format`, `column` in CSV, `list` in JSON
 * - `change(first, value)`: the change in words
 * - `summarise(columns, period, data)` and `listRows(data, columns)`: of `startChart`
 */
export function createLine({ load, columns, step, value, bars, change = describeChange, summarise, listRows }) {
  return {
    /** The data attribute of a period's button with the file. */
    file: "history",
    load,
    columns,
    step,
    summarise,
    listRows,
    lows: ([, values]) => values,
    choose(known, { data, hasBars }) {
      const withBars = chooseDrawn(known);
      const drawn = hasBars ? withBars : withBars.slice(0, 2);
      return { drawn, hasBars: withBars[2] !== undefined, nameTime: nameTimes(data), hasHours: hasHours(data) };
    },
    describe({ drawn: [times, values, barValues], nameTime }, at) {
      const pairs = [[value.head, value.format(values[at])]];
      if ((barValues?.[at] ?? null) !== null) pairs.push([bars.head, bars.format(barValues[at])]);
      const text = change(values[0], values[at]);
      if (text !== "") pairs.push(["Since first point", text]);
      const title = nameTime(times[at]);
      const [[, first], ...more] = pairs;
      const line = [title, first, ...more.map(([label, words]) => `${label.toLowerCase()} ${words}`)].join(" · ");
      return { title, pairs, line };
    },
    /** Sentences about the drawing, if it needs any. */
    explain: ({ drawn: [, , barValues] }) =>
      barValues === undefined ? "" : `Bars: ${bars.head}, up to ${bars.format(Math.max(...barValues))}.`,
    json: async ({ drawn }) => (await loadExport()).renderPoints(drawn, [value.list, bars?.list]),
    csv: async ({ drawn, hasHours }) => (await loadExport()).renderCsv(drawn, [value.column, bars?.column], hasHours),
  };
}
