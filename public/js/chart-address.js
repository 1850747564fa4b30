/*
 * The view of a chart in the query string:
 * `range=30d&from=2026-11-01&to=2026-11-05&scale=log&chart=candles`.
 */

/** With the second form, minutes are exact; points are at full minutes. */
const TIME = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}Z)?$/;

/** `range` may be `null` or unknown; `zoom` is `null` for a whole period. */
export function readChartView(search) {
  const params = new URLSearchParams(search);
  const [fromMs, toMs] = [params.get("from"), params.get("to")].map((text) =>
    TIME.test(text ?? "") ? Date.parse(text) : Number.NaN,
  );
  return {
    range: params.get("range"),
    zoom: fromMs < toMs ? { fromMs, toMs } : null,
    isLog: params.get("scale") === "log",
    hasBars: params.get("volume") !== "off",
    isCandles: params.get("chart") === "candles",
  };
}

/** A query string with that view, which keeps all other parameters of `search`. */
export function writeChartView(search, { range, zoom, isLog, hasBars, isCandles }) {
  const params = new URLSearchParams(search);
  const values = {
    range,
    from: zoom && formatParameter(zoom.fromMs),
    to: zoom && formatParameter(zoom.toMs),
    scale: isLog ? "log" : null,
    volume: hasBars ? null : "off",
    chart: isCandles ? "candles" : null,
  };
  for (const [name, value] of Object.entries(values)) {
    if (value === null) params.delete(name);
    else params.set(name, value);
  }
  return renderQuery(params);
}

/** A query string may contain colons, and is readable with them. */
export function renderQuery(params) {
  return params.size === 0 ? "" : `?${String(params).replaceAll("%3A", ":")}`;
}

function formatParameter(timeMs) {
  const iso = new Date(timeMs).toISOString();
  return iso.endsWith("T00:00:00.000Z") ? iso.slice(0, 10) : `${iso.slice(0, 16)}Z`;
}
