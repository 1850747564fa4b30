import { HOUR_MS, MINUTE_MS } from "../../../lib/time.ts";
import { LARGEST_COINS } from "../../history/kept-hours.ts";
import { candleVenues } from "../../sources/candle-venues.ts";
import { sources } from "../../sources/registry.ts";
import { BACKFILL_PARTS } from "../budget.ts";
import { countRequests } from "../series-request.ts";

/** The requests of a manual backfill to one venue, if it alone has all hours of all coins. */
export interface FullRun {
  name: string;
  /** Of the whole run, and of one of its parts, which has an address of its own. */
  requests: number;
  perPart: number;
  /** Requests in a minute of one part, at the pacing of the source. */
  perMinute: number;
  /** How long a part takes at that pacing. */
  minutes: number;
  /** The limit of the venue, in words. */
  reason: string;
}

const YEARS = 10;
const LONGEST_MONTH_HOURS = 31 * 24;

/** By rank of the venues. Those that have no old hours are left out. */
export function estimateFullRun(): FullRun[] {
  return candleVenues.flatMap(({ source, feeds }): FullRun[] => {
    const pacing = sources.find(({ id }) => id === source)?.pacing;
    const hourly = feeds.find(({ intervalMs }) => intervalMs === HOUR_MS);
    if (pacing === undefined || hourly === undefined || hourly.reach !== undefined) return [];
    const requests = LARGEST_COINS * YEARS * 12 * countRequests(hourly.maxPerCall, LONGEST_MONTH_HOURS);
    const perPart = Math.ceil(requests / BACKFILL_PARTS);
    const { intervalMs, reason } = pacing;
    const name = sources.find(({ id }) => id === source)?.name ?? source;
    return [
      {
        name,
        reason,
        requests,
        perPart,
        perMinute: Math.floor(MINUTE_MS / intervalMs),
        minutes: Math.ceil((perPart * intervalMs) / MINUTE_MS),
      },
    ];
  });
}
