import { defillamaChart } from "../defi/defillama-chart.ts";
import type { CandleFeed } from "../kit/candle-feed.ts";
import { binanceCandles } from "./binance.ts";
import { bitstampCandles } from "./bitstamp.ts";
import { coinbaseCandles } from "./coinbase.ts";
import { krakenCandles } from "./kraken.ts";
import { kucoinCandles } from "./kucoin.ts";
import { okxCandles } from "./okx.ts";

/** A venue whose candles can be a coin's history. */
export interface CandleVenue {
  source: string;
  /** The quote of the markets that are used. */
  quote: "USD" | "USDT";
  feeds: readonly CandleFeed[];
}

/** In the order of preference (rule 5.10 of the methodology): depth of history and order books. */
export const candleVenues: readonly CandleVenue[] = [
  { source: "coinbase", quote: "USD", feeds: coinbaseCandles },
  { source: "binance", quote: "USDT", feeds: binanceCandles },
  { source: "kraken", quote: "USD", feeds: krakenCandles },
  { source: "okx", quote: "USDT", feeds: okxCandles },
  { source: "kucoin", quote: "USDT", feeds: kucoinCandles },
  { source: "bitstamp", quote: "USD", feeds: bitstampCandles },
];

/** Prices of many coins at equal intervals, in one request. */
export type PriceChart = typeof defillamaChart;

export const priceChart: PriceChart = defillamaChart;
