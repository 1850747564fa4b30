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

/**
 * A history as chart columns: times in unix milliseconds, prices, volumes. A gap becomes a point
 * without values, so that the line breaks.
 */
export function buildColumns({ prices, total_volumes: volumes, interval }) {
  const volumeAt = new Map(volumes);
  const columns = [[], [], []];
  const push = (...values) => {
    for (const [at, value] of values.entries()) columns[at].push(value);
  };
  let lastMs;
  for (const [timeMs, price] of prices) {
    if (lastMs !== undefined && timeMs - lastMs > 1.5 * STEPS[interval]) push(lastMs + STEPS[interval], null, null);
    push(timeMs, price, volumeAt.get(timeMs) ?? null);
    lastMs = timeMs;
  }
  return columns;
}

/** Drops the volumes if most points have none: missing bars would look like no trade. */
export function chooseDrawn(columns) {
  const [times, values, volumes] = columns;
  const count = (column) => column?.filter((value) => value !== null).length ?? 0;
  return count(volumes) > count(values) / 2 ? columns : [times, values];
}
