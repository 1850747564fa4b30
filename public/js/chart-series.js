/*
 * Pure functions of chart columns: times in unix milliseconds, values, and optionally bars. A gap
 * is a point without values, so that the line breaks.
 */

/** Milliseconds per interval. */
const STEPS = {
  "5m": 300_000,
  "10m": 600_000,
  "15m": 900_000,
  "30m": 1_800_000,
  "1h": 3_600_000,
  "2h": 7_200_000,
  "6h": 21_600_000,
  "1d": 86_400_000,
};

/** The expected distance of the points of a history, in milliseconds. */
export const readStep = ({ interval }) => STEPS[interval];

/**
 * Whether the points are hours. Those of 24 hours are hours on a new site. The API names no form:
 * one build in the first five minutes of each hour gives the same times, and then every price is
 * also the last one of its hour.
 */
export const hasHours = ({ interval, prices }) =>
  interval === "1h" && prices.every(([timeMs]) => timeMs % STEPS[interval] === 0);

/** A history as chart columns: times, prices, volumes. */
export function buildColumns({ prices, total_volumes: volumes, interval }) {
  const volumeAt = new Map(volumes);
  return breakGaps(
    prices.map(([timeMs, price]) => [timeMs, price, volumeAt.get(timeMs) ?? null]),
    [[], [], []],
    STEPS[interval],
  );
}

/** A daily series as chart columns. `points` are `[unix milliseconds, value]`, oldest first. */
export function buildDays(points) {
  return breakGaps(points, [[], []], STEPS["1d"]);
}

/** Adds `rows` to empty columns, with a point without values in each gap. */
function breakGaps(rows, columns, stepMs) {
  let lastMs;
  for (const row of rows) {
    const [timeMs] = row;
    if (lastMs !== undefined && timeMs - lastMs > 1.5 * stepMs)
      for (const [at, column] of columns.entries()) column.push(at === 0 ? lastMs + stepMs : null);
    for (const [at, column] of columns.entries()) column.push(row[at]);
    lastMs = timeMs;
  }
  return columns;
}

/** Drops the volumes if most points have none: missing bars would look like no trade. */
export function chooseDrawn(columns) {
  const [times, values, volumes] = columns;
  return countKnown(volumes) > countKnown(values) / 2 ? columns : [times, values];
}

export function countKnown(column) {
  return column?.filter((value) => value !== null).length ?? 0;
}

/** The positions of the values that are known. */
export function listKnown(values) {
  return [...values.keys()].filter((at) => values[at] !== null);
}

/** The positions of values between two gaps: a line does not show them. */
export function listIsolated(values) {
  return listKnown(values).filter((at) => (values[at - 1] ?? null) === null && (values[at + 1] ?? null) === null);
}

/**
 * The last `lengthMs` (`NaN`: everything), from the price that counted when they began: the last
 * point at or before their start, unless a gap is there.
 */
export function cutLast(columns, lengthMs) {
  const [times, values] = columns;
  const lastAt = listKnown(values).at(-1);
  if (lastAt === undefined) return columns.map(() => []);
  const within = times.findIndex((timeMs) => !(timeMs <= times[lastAt] - lengthMs));
  const start = Math.max(0, within - 1);
  return trim(columns.map((column) => column.slice(start, lastAt + 1)));
}

/** The points with `fromMs <= time <= toMs`. */
export function cutRange(columns, { fromMs, toMs }) {
  const [times] = columns;
  return trim(columns.map((column) => column.filter((_, at) => times[at] >= fromMs && times[at] <= toMs)));
}

/**
 * A range of `factor` times the length of `times` around a time (`null`: their middle), moved into
 * the times of `whole`.
 */
export function scaleRange(times, factor, centreMs, whole) {
  const firstMs = times[0];
  const lastMs = times.at(-1);
  const spanMs = (lastMs - firstMs) * factor;
  const wantedMs = (centreMs ?? (firstMs + lastMs) / 2) - spanMs / 2;
  const fromMs = Math.max(whole[0], Math.min(wantedMs, whole.at(-1) - spanMs));
  return { fromMs, toMs: fromMs + spanMs };
}

/** Drops the gaps at both ends. */
function trim(columns) {
  const known = listKnown(columns[1]);
  return columns.map((column) => (known.length === 0 ? [] : column.slice(known[0], known.at(-1) + 1)));
}
