import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../time.ts";

/** `12.3 kB`, `1.9 MB`, `1.2 GB`: powers of ten, as limits of hosts are. */
export function renderBytes(bytes: number): string {
  if (bytes < 1e6) return `${(bytes / 1e3).toFixed(1)} kB`;
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(2)} GB`;
}

/** A duration in the largest unit of which there are at least two: `40 s`, `119 min`, `3 h`, `12 d`. */
export function renderAge(ms: number): string {
  if (ms < 0) return "in the future";
  if (ms < MINUTE_MS) return `${Math.floor(ms / SECOND_MS)} s`;
  if (ms < 2 * HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} min`;
  return ms < 2 * DAY_MS ? `${Math.floor(ms / HOUR_MS)} h` : `${Math.floor(ms / DAY_MS)} d`;
}
