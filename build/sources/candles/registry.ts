import type { CandleFeed } from "../kit/candle-feed.ts";
import { binanceCandles } from "./binance.ts";
import { bitstampCandles } from "./bitstamp.ts";
import { coinbaseCandles } from "./coinbase.ts";
import { krakenCandles } from "./kraken.ts";
import { kucoinCandles } from "./kucoin.ts";
import { okxCandles } from "./okx.ts";

/** A kind of book that a coin's history may come from. */
export interface CandleVenue {
  source: string;
  /** The quote of the books that are used. */
  quote: "USD" | "USDT";
  feeds: readonly CandleFeed[];
}

/** In the order in which they are preferred, rule 5.10 of the methodology: depth of history and of the books first. */
export const candleVenues: readonly CandleVenue[] = [
  { source: "coinbase", quote: "USD", feeds: coinbaseCandles },
  { source: "binance", quote: "USDT", feeds: binanceCandles },
  { source: "kraken", quote: "USD", feeds: krakenCandles },
  { source: "okx", quote: "USDT", feeds: okxCandles },
  { source: "kucoin", quote: "USDT", feeds: kucoinCandles },
  { source: "bitstamp", quote: "USD", feeds: bitstampCandles },
];
