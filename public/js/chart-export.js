import { listKnown } from "./chart-series.js";

const DAY_MS = 86_400_000;

/**
 * The points of columns as CSV. `names`: of the columns after the time, and perhaps more.
 * `hasHours`: the values are those at the end of hours, and the times are their starts.
 */
export function renderCsv(columns, names, hasHours = false) {
  const [times, values] = columns;
  const isDaily = !hasHours && times.every((timeMs) => timeMs % DAY_MS === 0);
  const lines = listKnown(values).map((at) =>
    columns.map((column, index) => (index === 0 ? renderTime(column[at], isDaily) : (column[at] ?? ""))).join(","),
  );
  const head = hasHours ? "hour_start" : isDaily ? "date" : "time";
  return `${[[head, ...names.slice(0, columns.length - 1)].join(","), ...lines].join("\n")}\n`;
}

/** The same as JSON: one list of `[unix milliseconds, value]` per name, as in the API. */
export function renderPoints(columns, names) {
  const [times, ...values] = columns;
  const known = listKnown(values[0]);
  const lists = values.map((column, index) => [names[index], known.map((at) => [times[at], column[at]])]);
  const [from, to] = [known[0], known.at(-1)].map((at) => renderTime(times[at]));
  return JSON.stringify({ from, to, ...Object.fromEntries(lists) });
}

/** One list of rows, `[unix milliseconds, value, …]`, as candles in the API. */
export function renderRows(columns, name) {
  const [times] = columns;
  const rows = times.map((_, at) => columns.map((column) => column[at]));
  const [from, to] = [times[0], times.at(-1)].map((timeMs) => renderTime(timeMs));
  return JSON.stringify({ from, to, [name]: rows });
}

function renderTime(timeMs, isDaily = false) {
  const iso = new Date(timeMs).toISOString();
  return isDaily ? iso.slice(0, 10) : `${iso.slice(0, 19)}Z`;
}
