import { summariseChange } from "./chart-summary.js";
import { capitalise, formatMoment, formatTime } from "./format.js";
import { importAgain } from "./import-again.js";

/*
 * Candles as a form of a chart, for `chart-box.js`. Columns are times in unix milliseconds
 * (starts), opens, highs, lows and closes; all are known.
 */

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** Lengths of drawn candles: each is a multiple of those before it within its interval. */
const LENGTHS = {
  "1h": [1, 2, 4, 8, 24].map((hours) => hours * HOUR_MS),
  "1d": [1, 7, 28, 84, 336].map((days) => days * DAY_MS),
};
/** 1970-01-05, the first Monday of unix time: weeks begin on Mondays. */
const MONDAY_MS = 4 * DAY_MS;
/** Pixels per candle; with fewer, body and wick look alike. */
const MIN_WIDTH = 7;
const MAX_BODY = 18;
/** @type {readonly [size: number, name: string][]} */
const UNITS = [
  [7 * DAY_MS, "week"],
  [DAY_MS, "day"],
  [HOUR_MS, "hour"],
];
const NAMES = ["open", "high", "low", "close"];

const loadExport = () => importAgain(() => import("./chart-export.js"));

/** `candles` of a response as columns. */
export function buildCandles({ candles }) {
  return [0, 1, 2, 3, 4].map((at) => candles.map((candle) => candle[at]));
}

/**
 * The shortest length of candles, in milliseconds, with which a period fits into a width in pixels.
 * `interval`: of the response.
 */
export function chooseLength(columns, interval, width) {
  const [times] = columns;
  const lengths = LENGTHS[interval];
  const spanMs = times.at(-1) - times[0];
  return lengths.find((lengthMs) => spanMs / lengthMs <= width / MIN_WIDTH) ?? lengths.at(-1);
}

/**
 * Unites the candles of each `lengthMs`: first open, highest high, lowest low, last close.
 *
 * @param {number[][]} columns
 * @param {number} lengthMs
 * @returns {[number[], number[], number[], number[], number[]]}
 */
export function uniteCandles(columns, lengthMs) {
  const [times, opens, highs, lows, closes] = columns;
  /** @type {ReturnType<typeof uniteCandles>} */
  const united = [[], [], [], [], []];
  const offsetMs = lengthMs > DAY_MS ? MONDAY_MS : 0;
  for (const [at, timeMs] of times.entries()) {
    const startMs = Math.floor((timeMs - offsetMs) / lengthMs) * lengthMs + offsetMs;
    const last = united[0].length - 1;
    if (united[0][last] === startMs) {
      united[2][last] = Math.max(united[2][last], highs[at]);
      united[3][last] = Math.min(united[3][last], lows[at]);
      united[4][last] = closes[at];
    } else {
      const candle = [startMs, opens[at], highs[at], lows[at], closes[at]];
      for (const [column, value] of candle.entries()) united[column].push(value);
    }
  }
  return united;
}

/**
 * The form. `load(url)` returns the data of a file, with `provisional_from` of its `meta`.
 * `format`: a price as text. `cell`: a price in the table. `findChange(period)`: the published
 * change of a whole period, or `null`.
 */
export function createCandles({ load, format, cell, findChange }) {
  return {
    file: "candles",
    load,
    columns: buildCandles,
    step: (data) => LENGTHS[data.interval][0],
    lows: ([, , , lows]) => lows,
    choose(columns, { data: { interval }, width }) {
      const lengthMs = chooseLength(columns, interval, width);
      return { drawn: uniteCandles(columns, lengthMs), hasBars: false, lengthMs };
    },
    summarise(columns, period) {
      const [times, , highs, lows, closes] = columns;
      return summariseChange([times, closes], format, findChange(period), [lows, highs]);
    },
    describe({ drawn, lengthMs }, at) {
      const startMs = drawn[0][at];
      const start = formatMoment(startMs);
      const title = lengthMs > DAY_MS ? `${describeLength(lengthMs)} from ${start}` : start;
      const pairs = NAMES.map((label, column) => [capitalise(label), format(drawn[column + 1][at])]);
      const line = [title, ...NAMES.map((label, column) => `${label} ${pairs[column][1]}`)].join(" · ");
      return { title, pairs, line };
    },
    explain({ lengthMs }, { provisional_from: from }) {
      const length = `Each candle: ${describeLength(lengthMs)}.`;
      return from === null ? length : `${length} From ${formatTime(from)} on, highs and lows can still change.`;
    },
    listRows: (_, columns) => ({
      heads: ["Start", ...NAMES.map(capitalise)],
      rows: columns[0].map((_, at) => listCells(columns, at, cell)).reverse(),
    }),
    /** The lengths of the candles of the file and of the drawn ones. */
    nameLengths: ({ lengthMs }, { interval }) => ({
      file: describeLength(LENGTHS[interval][0]),
      drawn: describeLength(lengthMs),
    }),
    json: async ({ columns }) => (await loadExport()).renderRows(columns, "candles"),
    csv: async ({ columns }) => (await loadExport()).renderCsv(columns, NAMES),
    paint: paintCandles,
  };
}

function listCells([times, ...prices], at, cell) {
  return [formatMoment(times[at]), ...prices.map((column) => cell(column[at]))];
}

/** 14,400,000 → `4 hours`. */
export function describeLength(lengthMs) {
  const [unitMs, unit] = UNITS.find(([size]) => lengthMs >= size);
  const count = lengthMs / unitMs;
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

/**
 * Draws candles onto the canvas of a chart of uPlot. Rising ones are hollow and falling ones are
 * full, so that colour alone says nothing. `colour(name)`: of the theme.
 */
function paintCandles({ ctx, bbox, data: [times, opens, highs, lows, closes], valToPos }, lengthMs, colour) {
  const pixel = devicePixelRatio;
  const up = colour("--up");
  const down = colour("--down");
  const surface = colour("--surface");
  const distance = valToPos(times[0] + lengthMs, "x", true) - valToPos(times[0], "x", true);
  const body = Math.max(pixel, Math.min(Math.round(distance * 0.7), MAX_BODY * pixel));
  const line = Math.max(1, Math.round(pixel));
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  for (const [at, timeMs] of times.entries()) {
    const middle = valToPos(timeMs, "x", true);
    const [open, high, low, close] = [opens, highs, lows, closes].map((column) => valToPos(column[at], "y", true));
    const isUp = closes[at] >= opens[at];
    const left = Math.round(middle - body / 2);
    const top = Math.round(Math.min(open, close));
    const height = Math.max(line, Math.round(Math.abs(open - close)));
    ctx.fillStyle = isUp ? up : down;
    ctx.fillRect(Math.round(middle - line / 2), Math.round(high), line, Math.max(line, Math.round(low - high)));
    ctx.fillRect(left, top, body, height);
    if (!isUp || body <= 3 * line || height <= 2 * line) continue;
    ctx.fillStyle = surface;
    ctx.fillRect(left + line, top + line, body - 2 * line, height - 2 * line);
  }
  ctx.restore();
}
