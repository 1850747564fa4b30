import { chooseDrawn } from "./chart-series.js";
import { describeChange } from "./chart-summary.js";
import { formatMoment } from "./format.js";

/**
 * The usual form of a chart, a line and perhaps bars, for `chart-box.js`. Columns are times,
 * values, and optionally bars.
 *
 * - `load(url)`: the data of a file; `columns(data)`; `step(data)`: the expected distance of points
 * - `value` and `bars`: `head` (name), `format`, `column` in CSV, `list` in JSON
 * - `change(first, value)`: the change in words
 * - `summarise(columns, period)` and `listRows(data, columns)`: of `startChart`
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
    choose(known, { hasBars }) {
      const withBars = chooseDrawn(known);
      return { drawn: hasBars ? withBars : withBars.slice(0, 2), hasBars: withBars[2] !== undefined };
    },
    describe({ drawn: [times, values, barValues] }, at) {
      const pairs = [[value.head, value.format(values[at])]];
      if ((barValues?.[at] ?? null) !== null) pairs.push([bars.head, bars.format(barValues[at])]);
      const text = change(values[0], values[at]);
      if (text !== "") pairs.push(["Since first point", text]);
      const title = formatMoment(times[at]);
      const [[, first], ...more] = pairs;
      const line = [title, first, ...more.map(([label, words]) => `${label.toLowerCase()} ${words}`)].join(" · ");
      return { title, pairs, line };
    },
    /** Sentences about the drawing, if it needs any. */
    explain: ({ drawn: [, , barValues] }) =>
      barValues === undefined ? "" : `Bars: ${bars.head}, up to ${bars.format(Math.max(...barValues))}.`,
    json: async ({ drawn }) => (await import("./chart-export.js")).renderPoints(drawn, [value.list, bars?.list]),
    csv: async ({ drawn }) => (await import("./chart-export.js")).renderCsv(drawn, [value.column, bars?.column]),
  };
}
