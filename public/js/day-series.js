const DAY_MS = 86_400_000;

/**
 * The last `days` of a daily series (NaN: all days) as chart columns. `points` are
 * `[unix milliseconds, value]`, oldest first. A gap becomes a point without a value.
 */
export function cutDays(points, days) {
  const lastMs = points.at(-1)?.[0] ?? 0;
  const columns = [[], []];
  let previousMs;
  for (const [timeMs, value] of points) {
    if (days > 0 && timeMs <= lastMs - days * DAY_MS) continue;
    if (previousMs !== undefined && timeMs - previousMs > 1.5 * DAY_MS) {
      columns[0].push(previousMs + DAY_MS);
      columns[1].push(null);
    }
    columns[0].push(timeMs);
    columns[1].push(value);
    previousMs = timeMs;
  }
  return columns;
}

/** The points of a CSV column, by the column `date`. Drops cells that are not numbers. */
export function readDays(csv, column) {
  const [head = "", ...lines] = csv.trimEnd().split(/\r?\n/);
  const names = head.split(",");
  const [dateAt, valueAt] = [names.indexOf("date"), names.indexOf(column)];
  if (dateAt === -1 || valueAt === -1) throw new Error(`There is no column ${column}`);
  return lines.flatMap((line) => {
    const cells = line.split(",");
    const value = cells[valueAt];
    const timeMs = Date.parse(`${cells[dateAt]}T00:00:00Z`);
    return value === undefined || value === "" || Number.isNaN(timeMs) || Number.isNaN(Number(value))
      ? []
      : [[timeMs, Number(value)]];
  });
}
