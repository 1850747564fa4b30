import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "./time.ts";

/** `140,929`. */
export function groupThousands(value: number): string {
  return value.toLocaleString("en-US");
}

/** `12.3 kB`, `1.9 MB`, `1.2 GB`: powers of ten, like the limits of hosts. */
export function renderBytes(bytes: number): string {
  if (bytes < 1e6) return `${(bytes / 1e3).toFixed(1)} kB`;
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(2)} GB`;
}

/** A duration in the largest unit that gives at least 2: `40 s`, `119 min`, `3 h`, `12 d`. */
export function renderAge(ms: number): string {
  if (ms < 0) return "in the future";
  if (ms < MINUTE_MS) return `${Math.floor(ms / SECOND_MS)} s`;
  if (ms < 2 * HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} min`;
  return ms < 2 * DAY_MS ? `${Math.floor(ms / HOUR_MS)} h` : `${Math.floor(ms / DAY_MS)} d`;
}

/** The first entries of a list; a last entry counts the omitted ones. */
export function cutList(entries: readonly string[], most = 10): string[] {
  if (entries.length <= most) return [...entries];
  return [...entries.slice(0, most), `… and ${groupThousands(entries.length - most)} more`];
}

/** The first row is the header. Columns in `left` are left-aligned, others right. */
export function renderTable(rows: readonly (readonly string[])[], left: readonly number[] = [0]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const pad = (cell: string, column: number) => {
    const width = widths[column] ?? 0;
    return left.includes(column) ? cell.padEnd(width) : cell.padStart(width);
  };
  return rows.map((row) => `${row.map(pad).join("  ").trimEnd()}\n`).join("");
}
