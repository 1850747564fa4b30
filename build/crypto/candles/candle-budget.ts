import { DAY_MS } from "../../lib/time.ts";
import { LARGEST_COINS } from "../history/kept-hours.ts";

/** Exchanges that give a coin's highs and lows of a day. */
export const VENUES_PER_COIN = 2;
/** One request per coin, exchange and closed day, whatever the number of builds. */
export const CANDLE_REQUESTS_PER_DAY = VENUES_PER_COIN * LARGEST_COINS;
/** A late or first build catches up with a quarter of a day: about 20 requests to each exchange. */
const MOST_PER_BUILD = VENUES_PER_COIN * Math.floor(LARGEST_COINS / 4);

/**
 * The requests of a build: its share of the day's since the build before, so that all builds of a
 * day together stay below the limit at any cadence.
 *
 * @param previousMs the time of the build before; `undefined`: this one is the first
 */
export function computeCandleRequests(previousMs: number | undefined, asOfMs: number): number {
  if (previousMs === undefined) return MOST_PER_BUILD;
  const countCoins = (timeMs: number) => Math.floor((LARGEST_COINS * timeMs) / DAY_MS);
  const requests = VENUES_PER_COIN * (countCoins(asOfMs) - countCoins(previousMs));
  return Math.max(0, Math.min(MOST_PER_BUILD, requests));
}
