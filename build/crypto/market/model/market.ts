import type { ChangeWindow } from "../../normalise/change-window.ts";
import type {
  Chain,
  CoinDetail,
  DexVolume,
  IndexValue,
  Protocol,
  RecordKind,
  TvlPoint,
} from "../../normalise/record.ts";
import type { IdentityChange } from "../identity/coin-key.ts";
import type { CoinLinks } from "../identity/coin-links.ts";
import type { PriceEvidence } from "./price-evidence.ts";

/**
 * The model that every response is computed from. Prices, caps and volumes in USD, percentages in
 * percent units, supplies in coins, times in unix milliseconds, `null` for unknown.
 */
export interface Market {
  /** Time of the newest observation. */
  asOfMs: number;
  /** By market cap rank, unranked coins last. */
  coins: readonly MarketCoin[];
  /** `null` if no source ever responded; the endpoint is then unavailable, never empty. */
  global: GlobalStatistics | null;
  exchanges: readonly ExchangeStatistics[];
  /** By id of the polled exchange, once there is a day that is over. */
  scorecards: ReadonlyMap<string, Scorecard>;
  /** The exchanges that are polled, each also in `exchanges`. */
  venues: readonly PolledVenue[];
  fearGreed: readonly IndexValue[];
  defi: DefiMarket | null;
  exchangeRates: ExchangeRates | null;
  /** The central bank's fixings that this build read: the newest one, or its whole history. */
  fixings: readonly FixingDay[];
  articles: readonly MarketArticle[];
  /** Every dataset in use. */
  datasets: readonly DatasetStatus[];
  coverage: Coverage;
  /** Texts in paths that passed to another coin, oldest first. */
  identityChanges: readonly IdentityChange[];
  /** What the coins are called elsewhere. */
  links: CoinLinks;
}

export interface DatasetStatus {
  source: string;
  feed: string;
  kind: RecordKind;
  /** Time of the newest observation of the dataset. */
  observedAtMs: number;
  fetchedAtMs: number;
  stale: boolean;
  /** How often the source has new data, at least the cadence of the build. */
  cadenceMs: number;
  /** When a newer observation is due. */
  dueAtMs: number;
}

export interface Coverage {
  coins: number;
  exchanges: number;
  tickersRead: number;
  /** Tickers in published prices. */
  tickersUsed: number;
  /** Reason → tickers left out. */
  tickersDropped: Record<string, number>;
}

/** `aggregated`: our own price of this build; `reference`: a reference's; `stale`: an older one. */
export type PriceSource = "aggregated" | "reference" | "stale";

export interface MarketCoin {
  id: string;
  /** Upper-case. */
  symbol: string;
  name: string;
  /** The static key: file name without extension (see `coin-key.ts`). */
  key: string;
  image: string | null;
  rank: number | null;
  /** Listed by a fallback reference only: the id may change. */
  provisional: boolean;
  price: number | null;
  priceSource: PriceSource;
  /** Id of the source of a reference price. */
  priceOrigin: string | null;
  /** When the price was observed. */
  priceTimeMs: number | null;
  /** Exchanges in the price. */
  exchanges: number;
  marketCap: number | null;
  /** Price × total supply, or maximum supply where no total is known. */
  fullyDilutedValuation: number | null;
  /** The sum over the venues polled, each up to the limit of its weight in the price. */
  volume: number | null;
  high24h: number | null;
  low24h: number | null;
  change24h: number | null;
  changePercentage: ChangePercentages;
  circulatingSupply: number | null;
  /** When the circulating supply was stated; `null` where none is known. */
  supplyTimeMs: number | null;
  totalSupply: number | null;
  maxSupply: number | null;
  ath: Extreme;
  atl: Extreme;
  evidence: PriceEvidence;
  detail: CoinDetail | null;
  /** Hourly prices of the reference source's last 7 days; the last one at `sparklineEndMs`. */
  sparkline: readonly number[];
  sparklineEndMs: number | null;
  /** Excluded from the movers. */
  stablecoin: boolean;
  wrapped: boolean;
}

export type ChangePercentages = Record<ChangeWindow, number | null>;

export interface Extreme {
  price: number | null;
  timeMs: number | null;
  changePercentage: number | null;
}

export interface GlobalStatistics {
  /** The source of the totals; `null`: sums over the coins covered. */
  source: string | null;
  activeCoins: number;
  markets: number;
  totalMarketCap: number;
  totalVolume: number;
  /** Lower-case symbol → percent, the ten largest, descending. */
  marketCapPercentage: Record<string, number>;
  marketCapChangePercentage24h: number | null;
  volumeChangePercentage24h: number | null;
  updatedAtMs: number;
}

export interface ExchangeStatistics {
  id: string;
  name: string;
  rank: number;
  url: string | null;
  country: string | null;
  yearEstablished: number | null;
  image: string | null;
  /** Spot pairs; 0 where only the reference's volume is known. */
  markets: number;
  coins: number;
  /** Each coin of a polled exchange counts up to the same limit as in the volume of the coin. */
  volume24h: number | null;
  volume24hBtc: number | null;
  volumeSharePercentage: number | null;
  topPairs: readonly { pair: string; priceUsd: number; volume24hUsd: number | null }[];
  status: "ok" | "stale" | "unavailable";
  statisticsSource: string;
  updatedAtMs: number | null;
}

/** What a polled exchange did in 30 days. It does not change the trust in it. */
export interface Scorecard {
  /** Median of its days: mean distance of its prices from the published ones, in basis points. */
  medianDeviationBp: number | null;
  /** The share of its order books of covered coins that published prices included: 0 to 1. */
  includedShare: number | null;
  /** The share of the builds with an answer in which most of its tickers were frozen: 0 to 1. */
  stalledShare: number | null;
}

/** A polled exchange with every pair that was read. */
export interface PolledVenue {
  id: string;
  /** Weight of its vote on a price: 1, 0.7 or 0.4. */
  trust: number;
  /** It holds dollars, so its USD pairs may set rates. */
  usdFiat: boolean;
  /** The largest volume first; empty where it never responded. */
  orderBooks: readonly OrderBook[];
}

export interface OrderBook {
  /** In the venue's codes. */
  base: string;
  quote: string;
  /** `null`: the base is no coin covered here. */
  coinId: string | null;
  /** USD per coin; per unit of the base where it is no coin covered here. */
  priceUsd: number | null;
  volume24hUsd: number | null;
  /** Distance of the best offers in percent of their middle. */
  spreadPercentage: number | null;
  /** It is in the published price of its coin. */
  included: boolean;
  /** Why it is not. */
  reason: string | null;
}

export interface DefiMarket {
  totalTvl: number;
  tvlChangePercentage: { "24h": number | null; "7d": number | null; "30d": number | null };
  /** By TVL, without centralised exchanges and chains. */
  protocols: readonly Protocol[];
  /** By TVL. */
  chains: readonly Chain[];
  /** Daily, oldest first, all that is known. */
  history: readonly TvlPoint[];
  dexVolume: DexVolume | null;
}

/** The rates that a central bank fixed for one day. */
export interface FixingDay {
  /** `2026-11-20`. */
  date: string;
  source: string;
  /** ISO 4217 code → units of it for 1 USD. USD itself is left out. */
  rates: Record<string, number>;
}

export interface ExchangeRates {
  /** `YYYY-MM-DD`, the day of the most trusted source among the rates. */
  date: string;
  /** ISO 4217 code → units of it for 1 USD, sorted by code, `USD: 1` included. */
  rates: Record<string, number>;
  observedAtMs: number;
  /** Id of the source of the day. */
  source: string;
  /** Codes of first rates that nothing has confirmed yet: stale, and used for nothing else. */
  unproven?: readonly string[];
  /** Code → the day of its rate, where that is another one than `date`. */
  otherDays?: Readonly<Record<string, string>>;
}

export interface MarketArticle {
  /** First 16 hex digits of the sha256 of the canonical URL. */
  id: string;
  title: string;
  url: string;
  source: { id: string; name: string; url: string };
  author: string | null;
  publishedAtMs: number;
  /** Ids of the coins that the title names. */
  coins: readonly string[];
  categories: readonly string[];
  image: string | null;
}

/** How often a source has new data, and when the next observation is due. */
export interface Timing {
  cadenceOf(source: string, feed: string): number;
  /** Absent or `undefined`: one cadence later. */
  nextDueMs?(source: string, observedMs: number): number | undefined;
}
