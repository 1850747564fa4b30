import type { CoinSeed } from "./coin-row.ts";
import type { CoinExtremes, PastPrices } from "./history/past-prices.ts";

/** The seed of `npm start` and of sample builds, so that both show the same market. */
export const DEMO_SEED = 20_090_103;

/**
 * The embedded market: a pure function of seed, number of coins and time. A build of it can be
 * repeated to the byte, and any moment is computed without the ones before.
 */
export interface DemoMarket {
  readonly seed: number;
  /** Unix milliseconds: the moment that the simulators answer for. */
  readonly now: number;
  /** How far the history of exchange rates goes back. */
  readonly fixingDays: number;
  /** Present when the market was asked for its history. */
  readonly history?: PastPrices;
  /** By market cap at `now`, descending; exactly as many as requested. */
  readonly coins: readonly DemoCoin[];
  /** The true price in USD at any time; `null` before the coin existed. */
  priceUsd(coinId: string, timeMs: number): number | null;
  /** The true value in USD of a unit of a quote asset (fiat, stablecoin or coin symbol). */
  quoteUsd(code: string, timeMs: number): number;
  /** Every book of a venue at `now`, live and dead, spot and otherwise, in a stable order. */
  books(venueId: string): readonly DemoBook[];
  /** A deterministic number in [0, 1) for a label. */
  noise(label: string): number;
}

export interface DemoCoin extends CoinSeed, CoinExtremes {
  totalSupply: number | null;
  /** Traded by no polled venue: only the reference sources know its price. */
  referenceOnly: boolean;
  /** The reference sources know nothing later. Earlier than `now` for a coin they lost track of. */
  lastSeenMs: number;
}

export interface DemoBook {
  venue: string;
  /** The coin that really trades there; `null` for fiat crosses and derivatives of nothing. */
  coinId: string | null;
  /** The venue's code: `1000SATS`, `XBT`, `BTC3L`. */
  base: string;
  quote: string;
  type: "spot" | "derivative" | "leveraged" | "tokenised" | "test" | "duplicate";
  trading: boolean;
  /** In quote per base. Zero on a book that never traded. */
  last: number;
  bid: number | null;
  ask: number | null;
  open24h: number;
  vwap: number;
  baseVolume: number;
  quoteVolume: number;
  trades: number;
  lastTradeMs: number;
}
