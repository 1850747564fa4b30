import type { Candle, CandleContext, CandleFeed } from "../../build/sources/kit/candle-feed.ts";

/**
 * Reads one body the way a build does: the upstream's own error first, then the schema, then the
 * candles.
 */
export function readCandles(feed: CandleFeed, body: unknown, context: CandleContext): Candle[] {
  const message = feed.findError?.(body);
  if (message !== undefined) throw new Error(message);
  return feed.normalise(feed.schema.parse(body), context);
}

/** The feed of a venue with this interval. */
export function getCandleFeed(feeds: readonly CandleFeed[], intervalMs: number): CandleFeed {
  const feed = feeds.find((candidate) => candidate.intervalMs === intervalMs);
  if (feed === undefined) throw new Error(`no candles of ${intervalMs} ms`);
  return feed;
}
