import { keysOf } from "../../lib/collections.ts";
import { DAY_MS, HOUR_MS } from "../../lib/time.ts";

/** The windows of published price changes. Imports nothing of Node: it also runs in workers. */
export const CHANGE_WINDOW_MS = {
  "1h": HOUR_MS,
  "24h": DAY_MS,
  "7d": 7 * DAY_MS,
  "30d": 30 * DAY_MS,
  "1y": 365 * DAY_MS,
} as const;

export type ChangeWindow = keyof typeof CHANGE_WINDOW_MS;

export const CHANGE_WINDOWS = keysOf(CHANGE_WINDOW_MS);

/** The windows whose first price is in the samples of builds, which reach back a day. */
export type ShortWindow = "1h" | "24h";

/** The windows whose first price is in the series. */
export type LongWindow = Exclude<ChangeWindow, ShortWindow>;
