import { HOUR_MS, MINUTE_MS, startOfMonth } from "../../../lib/time.ts";
import { LARGEST_COINS } from "../../history/kept-hours.ts";
import { candleVenues } from "../../sources/candle-venues.ts";
import type { CandleFeed } from "../../sources/kit/candle-feed.ts";
import { sources } from "../../sources/registry.ts";
import { BACKFILL_PARTS } from "../budget.ts";
import { listMonthRequests } from "./plan-past-hours.ts";

/** The requests of a manual backfill to one venue, if it alone has all hours of all coins. */
export interface FullRun {
  /** Id of the source. */
  id: string;
  name: string;
  /** Requests of the whole run, and of one of its parts, which has an address of its own. */
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
/** Any month of 31 days. */
const MONTH_MS = Date.UTC(2026, 0, 1);

/** By rank of the venues. Those that have no old hours are left out. */
export function estimateFullRun(coins = LARGEST_COINS, years = YEARS, parts = BACKFILL_PARTS): FullRun[] {
  return candleVenues.flatMap(({ source, feeds }): FullRun[] => {
    const pacing = sources.find(({ id }) => id === source)?.pacing;
    const hourly = feeds.find(({ intervalMs }) => intervalMs === HOUR_MS);
    if (pacing === undefined || hourly === undefined || hourly.reach !== undefined) return [];
    // Each part needs the rate of USDT, too.
    const coinsPerPart = Math.ceil(coins / parts) + 1;
    const perPart = coinsPerPart * years * 12 * countMonthRequests(source, hourly);
    const { intervalMs, reason } = pacing;
    const name = sources.find(({ id }) => id === source)?.name ?? source;
    return [
      {
        id: source,
        name,
        reason,
        requests: perPart * parts,
        perPart,
        perMinute: Math.floor(MINUTE_MS / intervalMs),
        minutes: Math.ceil((perPart * intervalMs) / MINUTE_MS),
      },
    ];
  });
}

/** The requests that the backfill plans for a month of which no hour is known. */
function countMonthRequests(source: string, hourly: CandleFeed): number {
  const month = { fromMs: MONTH_MS, toMs: startOfMonth(MONTH_MS, 1) };
  const feeds = { "5m": hourly, hourly, daily: hourly };
  const market = { source, market: "", quote: "USD", units: 1, last: null, feeds } as const;
  return listMonthRequests({ kind: "candles", id: source, market }, "", [month], month, month.toMs + HOUR_MS).length;
}
