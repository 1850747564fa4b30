import {
  isDay,
  isFlag,
  isNumber,
  isOneOf,
  isText,
  isTimeMs,
  listOf,
  mapOf,
  objectOf,
  optional,
  orNull,
} from "../../lib/shape.ts";

const text = orNull(isText);
const number = orNull(isNumber);
const time = orNull(isTimeMs);

/**
 * The records of all sources: one form per kind, independent of the upstream's names, units and
 * nesting. Plain numbers in the units of the field names, `null` for unknown, times in unix
 * milliseconds, codes and symbols upper-case. Nothing is rounded or inverted. The types follow from
 * these shapes, which also check what an earlier run left.
 */
export const RECORD_SHAPES = {
  /** One pair of a venue in its listing call: the only source of base and quote. */
  listing: objectOf({
    /** The venue's own name of the pair, as in its ticker call. */
    market: isText,
    /** The venue's code of the base asset after its own renames (`XBT` → `BTC`). */
    base: isText,
    quote: isText,
    trading: isFlag,
    /** Only `spot` pairs are priced; the others are counted by kind. */
    type: isOneOf("spot", "derivative", "leveraged", "tokenised", "test", "duplicate"),
    /** The asset's name where the venue gives one: evidence for identification. */
    baseName: text,
  }),
  /** One row of a venue's all-ticker call, joined with its listing. */
  ticker: objectOf({
    market: isText,
    base: isText,
    quote: isText,
    /** Last trade price, in quote per base. */
    last: isNumber,
    bid: number,
    ask: number,
    /** Traded in the last 24 hours, in base and in quote units. */
    baseVolume: number,
    quoteVolume: number,
    /** Traded in the last 24 hours in USD, only where the venue itself reports USD. */
    usdVolume: number,
    /** Volume-weighted average price of the last 24 hours, in quote per base. */
    vwap: number,
    /** The price 24 hours ago; `null` where the venue's open is that of a calendar day. */
    open24h: number,
    /** Time of the last trade; `null` where the venue only stamps when the row was generated. */
    tradeTimeMs: time,
    /** In the last 24 hours. */
    trades: number,
    /** False where only the volume may be used (a local premium, for example). */
    priced: isFlag,
  }),
  /** One coin of a reference source. */
  coin: objectOf({
    /** CoinGecko's id. Where `sourceId` is given it is a translation, and may be wrong. */
    id: isText,
    /** Its own id, where the source has `ownIds`; `certain`: a reviewed or learned translation. */
    sourceId: optional(objectOf({ id: isText, certain: isFlag })),
    symbol: isText,
    name: isText,
    image: text,
    rank: number,
    priceUsd: number,
    marketCapUsd: number,
    volumeUsd: number,
    high24hUsd: number,
    low24hUsd: number,
    change24hUsd: number,
    changePercentage1h: number,
    changePercentage24h: number,
    changePercentage7d: number,
    changePercentage30d: number,
    changePercentage1y: number,
    circulatingSupply: number,
    totalSupply: number,
    maxSupply: number,
    athUsd: number,
    athTimeMs: time,
    atlUsd: number,
    atlTimeMs: time,
    updatedAtMs: time,
    /** Hourly prices of 7 days, oldest first, the last one at `updatedAtMs`; may be empty. */
    sparklineUsd: listOf(isNumber),
  }),
  /** The data of a coin's own page. */
  "coin-detail": objectOf({
    id: isText,
    categories: listOf(isText),
    homepage: text,
    explorer: text,
    sourceCode: text,
    whitepaper: text,
    twitter: text,
    reddit: text,
    /** Chain → contract address. */
    platforms: mapOf(isText),
    /** `YYYY-MM-DD`. */
    genesisDate: text,
  }),
  global: objectOf({
    activeCoins: isNumber,
    markets: number,
    totalMarketCapUsd: isNumber,
    totalVolumeUsd: isNumber,
    /** Symbol in lower case → percent units. */
    marketCapPercentage: mapOf(isNumber),
    marketCapChangePercentage24h: number,
    volumeChangePercentage24h: number,
    updatedAtMs: time,
  }),
  exchange: objectOf({
    id: isText,
    name: isText,
    url: text,
    country: text,
    yearEstablished: number,
    image: text,
    volume24hBtc: number,
  }),
  protocol: objectOf({
    id: isText,
    slug: isText,
    name: isText,
    symbol: text,
    category: text,
    chains: listOf(isText),
    tvlUsd: isNumber,
    /** Chain → USD, without what the source counts extra, such as borrowed and staked assets. */
    chainTvlsUsd: mapOf(isNumber),
    changePercentage1h: number,
    changePercentage1d: number,
    changePercentage7d: number,
    marketCapUsd: number,
    geckoId: text,
    url: text,
    logo: text,
    listedAtMs: time,
  }),
  chain: objectOf({ name: isText, tvlUsd: isNumber, tokenSymbol: text, geckoId: text, chainId: number }),
  tvl: objectOf({ timeMs: isTimeMs, tvlUsd: isNumber }),
  "dex-volume": objectOf({ total24hUsd: isNumber, changePercentage1d: number }),
  /** One day of a sentiment index: the value is 0 to 100. */
  index: objectOf({ timeMs: isTimeMs, value: isNumber, classification: isText, nextUpdateMs: time }),
  /** 1 `base` = `rate` `quote`; ISO 4217 codes. `date` is the day that the source states. */
  rate: objectOf({ base: isText, quote: isText, rate: isNumber, date: isDay }),
  /** A central bank's rates of one day: 1 `base` = `rates[code]` units of each currency. */
  fixing: objectOf({ base: isText, date: isDay, rates: mapOf(isNumber) }),
  article: objectOf({
    /** Canonical: without tracking parameters or fragment. */
    url: isText,
    title: isText,
    author: text,
    publishedAtMs: isTimeMs,
    categories: listOf(isText),
    image: text,
  }),
};

/** Kinds whose form has changed → the version of the present form. All others have version 1. */
const VERSIONS: Partial<Record<keyof typeof RECORD_SHAPES, number>> = {};

/**
 * The version of a kind's form. It is raised with every change of a field or its meaning: records
 * of other versions, which an earlier run left, are not read.
 */
export function getRecordVersion(kind: keyof typeof RECORD_SHAPES): number {
  return VERSIONS[kind] ?? 1;
}
