import { defillamaChart } from "./defi/defillama-chart.ts";
import { type CandleFeed, createCandleFeeds } from "./kit/candle-feed.ts";
import { sources } from "./registry.ts";

/** A venue whose candles can be a coin's history. */
export interface CandleVenue {
  source: string;
  /** The quote of the markets that are used. */
  quote: "USD" | "USDT";
  feeds: readonly CandleFeed[];
}

/** In the order of preference. */
export const candleVenues: readonly CandleVenue[] = sources
  .flatMap((source) => (source.candles === undefined ? [] : [{ source, candles: source.candles }]))
  .sort((a, b) => a.candles.rank - b.candles.rank)
  .map(({ source, candles }) => ({
    source: source.id,
    quote: candles.quote,
    feeds: createCandleFeeds(source, candles),
  }));

/** Prices of many coins at equal intervals, in one request. */
export type PriceChart = typeof defillamaChart;

export const priceChart: PriceChart = defillamaChart;
