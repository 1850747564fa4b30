/** Milliseconds between two points where none is missing. */
const STEPS = { "5m": 300_000, "1h": 3_600_000, "1d": 86_400_000 };

/**
 * A history as the columns of a chart: times in unix milliseconds, prices, volumes. Where points are missing stands a moment
 * without values, so that the line breaks there instead of inventing what nobody observed.
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

/** The change over a period in percent and its extremes; `null` where fewer than two prices are known. */
export function summarise(prices) {
  const known = prices.filter((price) => price !== null);
  if (known.length < 2) return null;
  let [low, high] = [known[0], known[0]];
  for (const price of known) {
    if (price < low) low = price;
    if (price > high) high = price;
  }
  return { percent: known[0] > 0 ? (known.at(-1) / known[0] - 1) * 100 : null, low, high };
}
