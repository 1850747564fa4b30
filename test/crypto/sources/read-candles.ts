import { candleVenues } from "../../../build/crypto/sources/candle-venues.ts";
import type { Candle, CandleContext, CandleFeed } from "../../../build/crypto/sources/kit/candle-feed.ts";

/** Reads one body as a build does: the upstream's own error, the schema, the candles. */
export function readCandles(feed: CandleFeed, body: unknown, context: CandleContext): Candle[] {
  const message = feed.findError?.(body);
  if (message !== undefined) throw new Error(message);
  return feed.normalise(feed.schema.parse(body), context);
}

/** The feed of a venue with this interval. */
export function getCandleFeed(venue: string, intervalMs: number): CandleFeed {
  const { feeds } = candleVenues.find(({ source }) => source === venue)!;
  return feeds.find((candidate) => candidate.intervalMs === intervalMs)!;
}
