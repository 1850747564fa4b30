/**
 * The records of all sources: one form per kind, independent of the upstream's names, units and
 * nesting. Plain numbers in the units of the field names, `null` for unknown, times in unix
 * milliseconds, codes and symbols upper-case. Nothing is rounded or inverted.
 */

/** One pair of a venue in its listing call: the only source of base and quote. */
export interface Listing {
  /** The venue's own name of the pair, as in its ticker call. */
  market: string;
  /** The venue's code of the base asset after its own renames (`XBT` → `BTC`), upper-case. */
  base: string;
  quote: string;
  trading: boolean;
  /** Only `spot` pairs are priced; the others are counted by kind. */
  type: "spot" | "derivative" | "leveraged" | "tokenised" | "test" | "duplicate";
  /** The asset's name where the venue gives one: evidence for identification. */
  baseName: string | null;
}

/** A row of a venue's all-ticker call, joined with its listing. */
export interface Ticker {
  market: string;
  base: string;
  quote: string;
  /** Last trade price, in quote per base. */
  last: number;
  bid: number | null;
  ask: number | null;
  /** Traded in the last 24 hours, in base and in quote units. */
  baseVolume: number | null;
  quoteVolume: number | null;
  /** Traded in the last 24 hours in USD, only where the venue itself reports USD. */
  usdVolume: number | null;
  /** Volume-weighted average price of the last 24 hours, in quote per base. */
  vwap: number | null;
  /** The price 24 hours ago; `null` where the venue's open is that of a calendar day. */
  open24h: number | null;
  /** Time of the last trade; `null` where the venue only stamps when the row was generated. */
  tradeTimeMs: number | null;
  /** In the last 24 hours. */
  trades: number | null;
  /** False where only the volume may be used (a local premium, for example). */
  priced: boolean;
}

/** One coin of a reference source. */
export interface ReferenceCoin {
  /** CoinGecko's id. Where `sourceId` is given it is a translation, and may be wrong. */
  id: string;
  /** The source's own id; `certain`: the translation is reviewed or learned. */
  sourceId?: { id: string; certain: boolean };
  symbol: string;
  name: string;
  image: string | null;
  rank: number | null;
  priceUsd: number | null;
  marketCapUsd: number | null;
  fullyDilutedValuationUsd: number | null;
  volumeUsd: number | null;
  high24hUsd: number | null;
  low24hUsd: number | null;
  change24hUsd: number | null;
  changePercentage1h: number | null;
  changePercentage24h: number | null;
  changePercentage7d: number | null;
  changePercentage30d: number | null;
  changePercentage1y: number | null;
  circulatingSupply: number | null;
  totalSupply: number | null;
  maxSupply: number | null;
  athUsd: number | null;
  athTimeMs: number | null;
  atlUsd: number | null;
  atlTimeMs: number | null;
  updatedAtMs: number | null;
  /** Hourly prices of the last 7 days, the last one at `updatedAtMs`; may be empty. */
  sparklineUsd: number[];
}

/** The fields that expire with the price. */
export const NO_PRICE = {
  priceUsd: null,
  marketCapUsd: null,
  fullyDilutedValuationUsd: null,
  volumeUsd: null,
  high24hUsd: null,
  low24hUsd: null,
  change24hUsd: null,
  changePercentage1h: null,
  changePercentage24h: null,
  changePercentage7d: null,
  changePercentage30d: null,
  changePercentage1y: null,
};

export interface CoinDetail {
  id: string;
  categories: string[];
  homepage: string | null;
  explorer: string | null;
  sourceCode: string | null;
  whitepaper: string | null;
  twitter: string | null;
  reddit: string | null;
  /** Chain → contract address. */
  platforms: Record<string, string>;
  /** `YYYY-MM-DD`. */
  genesisDate: string | null;
}

export interface ReferenceGlobal {
  activeCoins: number;
  markets: number | null;
  totalMarketCapUsd: number;
  totalVolumeUsd: number;
  /** Symbol in lower case → percent units. */
  marketCapPercentage: Record<string, number>;
  marketCapChangePercentage24h: number | null;
  volumeChangePercentage24h: number | null;
  updatedAtMs: number | null;
}

export interface ReferenceExchange {
  id: string;
  name: string;
  url: string | null;
  country: string | null;
  yearEstablished: number | null;
  image: string | null;
  volume24hBtc: number | null;
}

export interface Protocol {
  id: string;
  slug: string;
  name: string;
  symbol: string | null;
  category: string | null;
  chains: string[];
  tvlUsd: number;
  /** Chain → USD, without the sections that the source counts extra (borrowed, staking, …). */
  chainTvlsUsd: Record<string, number>;
  changePercentage1h: number | null;
  changePercentage1d: number | null;
  changePercentage7d: number | null;
  marketCapUsd: number | null;
  geckoId: string | null;
  url: string | null;
  logo: string | null;
  listedAtMs: number | null;
}

export interface Chain {
  name: string;
  tvlUsd: number;
  tokenSymbol: string | null;
  geckoId: string | null;
  chainId: number | null;
}

export interface TvlPoint {
  timeMs: number;
  tvlUsd: number;
}

export interface DexVolume {
  total24hUsd: number;
  changePercentage1d: number | null;
}

/** One day of a sentiment index. */
export interface IndexValue {
  timeMs: number;
  /** 0 to 100. */
  value: number;
  classification: string;
  nextUpdateMs: number | null;
}

/** 1 `base` = `rate` `quote`; ISO 4217 codes, upper-case. */
export interface FiatRate {
  base: string;
  quote: string;
  rate: number;
  /** `YYYY-MM-DD`, the day the source states. */
  date: string;
}

export interface Article {
  /** Canonical: without tracking parameters or fragment. */
  url: string;
  title: string;
  author: string | null;
  publishedAtMs: number;
  categories: string[];
  image: string | null;
}

export interface RecordKinds {
  listing: Listing;
  ticker: Ticker;
  coin: ReferenceCoin;
  "coin-detail": CoinDetail;
  global: ReferenceGlobal;
  exchange: ReferenceExchange;
  protocol: Protocol;
  chain: Chain;
  tvl: TvlPoint;
  "dex-volume": DexVolume;
  index: IndexValue;
  rate: FiatRate;
  article: Article;
}

export type RecordKind = keyof RecordKinds;

export interface Dataset<K extends RecordKind = RecordKind> {
  source: string;
  feed: string;
  kind: K;
  records: RecordKinds[K][];
  /** When the upstream sent them: an old time for a last known good response. */
  fetchedAtMs: number;
  /** The source failed in this run and these are its last known good records. */
  stale: boolean;
  /** `priority` and `origin` of its source. */
  priority?: number;
  origin?: string;
  /** Its source has its own ids of coins, in `sourceId`. */
  ownIds?: true;
  /** How far our clock was ahead of the upstream's in this run. Absent if not measured. */
  clockSkewMs?: number;
}

/** A row that is left out. `fault`: malformed or implausible; too many of these fail the feed. */
export class Dropped {
  readonly reason: string;
  readonly fault: boolean;
  constructor(reason: string, fault: boolean) {
    this.reason = reason;
    this.fault = fault;
  }
}

export function rejected(reason: string): Dropped {
  return new Dropped(reason, true);
}

export function ignored(reason: string): Dropped {
  return new Dropped(reason, false);
}

/**
 * The terms of a source on publishing its values: `open`, without a condition; `attribution`, with
 * a credit; `restricted`, only with a permission that each operator needs.
 */
export type Redistribution = "open" | "attribution" | "restricted";
