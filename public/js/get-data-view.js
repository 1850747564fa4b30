import { readStep } from "./chart-series.js";

/*
 * What "Get this data" says of the file behind a chart and of its CSV, from what `onShow` of
 * `chart-box.js` names.
 */

/** `candles`: the lengths of those of the file and of the drawn ones; absent for a line. */
export function describeFile({ title, coverage, isOlder, isPart, candles }) {
  const sentences = [];
  if (isOlder) sentences.push(`Its newest point is older than ${title.toLowerCase()}.`);
  else if (coverage !== "") sentences.push(`Only ${coverage} ${coverage.startsWith("1 ") ? "is" : "are"} known.`);
  if (candles === undefined) {
    if (isPart) sentences.push("The chart shows a part of it.");
  } else {
    const isJoined = candles.file !== candles.drawn;
    const joined = isJoined ? ` as candles of ${candles.drawn}` : "";
    sentences.push(`It has candles of ${candles.file}.`);
    if (isPart) sentences.push(`The chart shows a part of them${joined && `,${joined}`}.`);
    else if (isJoined) sentences.push(`The chart shows them${joined}.`);
  }
  return sentences.join(" ");
}

/** `columns`: the shown points; `data`: of their file. */
export function describeCsv({ isOlder, isPart, candles, columns, data }) {
  if (candles !== undefined) return `with the candles of ${candles.file}${isPart ? " of the shown part" : ""}.`;
  const lastMs = columns[0].at(-1);
  const isCurrent = !isOlder && lastMs < data.newest_ms && data.newest_ms < lastMs + readStep(data);
  return `with the drawn points${isCurrent ? ": the last one is the current price" : ""}.`;
}

/**
 * The name of the CSV: `btc-30d-eur.csv`. Candles and points that are not those of a whole period
 * say so, because they would replace it in a folder.
 */
export function nameCsv({ symbol, period, currency, isZoomed, isOlder, candles, columns }) {
  const form = candles === undefined ? [] : ["candles"];
  const ends = isZoomed || isOlder ? [columns[0].at(0), columns[0].at(-1)] : [];
  const span = ends.map((timeMs) => new Date(timeMs).toISOString().slice(0, 16));
  const parts = [symbol, period, ...form, ...span, currency];
  return `${parts.map((part) => part.toLowerCase().replace(/[^a-z0-9]+/g, "-")).join("-")}.csv`;
}
