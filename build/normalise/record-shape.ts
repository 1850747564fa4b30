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
  type Shape,
} from "../lib/shape.ts";
import type { RecordKind, RecordKinds, ReferenceGlobal } from "./record.ts";

/** Kinds whose form has changed → the version of the present form. All others have version 1. */
const VERSIONS: Partial<Record<RecordKind, number>> = {};

/**
 * The version of a kind's form. It is raised with every change of a field or its meaning: records
 * of other versions, which an earlier run left, are not read.
 */
export function getRecordVersion(kind: RecordKind): number {
  return VERSIONS[kind] ?? 1;
}

const text = orNull(isText);
const number = orNull(isNumber);
const time = orNull(isTimeMs);

export const isReferenceGlobal = objectOf<ReferenceGlobal>({
  activeCoins: isNumber,
  markets: number,
  totalMarketCapUsd: isNumber,
  totalVolumeUsd: isNumber,
  marketCapPercentage: mapOf(isNumber),
  marketCapChangePercentage24h: number,
  volumeChangePercentage24h: number,
  updatedAtMs: time,
});

/** The shape of a record of each kind, to check what an earlier run left. */
export const RECORD_SHAPES: { readonly [K in RecordKind]: Shape<RecordKinds[K]> } = {
  listing: objectOf<RecordKinds["listing"]>({
    market: isText,
    base: isText,
    quote: isText,
    trading: isFlag,
    type: isOneOf("spot", "derivative", "leveraged", "tokenised", "test", "duplicate"),
    baseName: text,
  }),
  ticker: objectOf<RecordKinds["ticker"]>({
    market: isText,
    base: isText,
    quote: isText,
    last: isNumber,
    bid: number,
    ask: number,
    baseVolume: number,
    quoteVolume: number,
    usdVolume: number,
    vwap: number,
    open24h: number,
    tradeTimeMs: time,
    trades: number,
    priced: isFlag,
  }),
  coin: objectOf<RecordKinds["coin"]>({
    id: isText,
    sourceId: optional(objectOf<{ id: string; certain: boolean }>({ id: isText, certain: isFlag })),
    symbol: isText,
    name: isText,
    image: text,
    rank: number,
    priceUsd: number,
    marketCapUsd: number,
    fullyDilutedValuationUsd: number,
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
    sparklineUsd: listOf(isNumber),
  }),
  "coin-detail": objectOf<RecordKinds["coin-detail"]>({
    id: isText,
    categories: listOf(isText),
    homepage: text,
    explorer: text,
    sourceCode: text,
    whitepaper: text,
    twitter: text,
    reddit: text,
    platforms: mapOf(isText),
    genesisDate: text,
  }),
  global: isReferenceGlobal,
  exchange: objectOf<RecordKinds["exchange"]>({
    id: isText,
    name: isText,
    url: text,
    country: text,
    yearEstablished: number,
    image: text,
    volume24hBtc: number,
  }),
  protocol: objectOf<RecordKinds["protocol"]>({
    id: isText,
    slug: isText,
    name: isText,
    symbol: text,
    category: text,
    chains: listOf(isText),
    tvlUsd: isNumber,
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
  chain: objectOf<RecordKinds["chain"]>({
    name: isText,
    tvlUsd: isNumber,
    tokenSymbol: text,
    geckoId: text,
    chainId: number,
  }),
  tvl: objectOf<RecordKinds["tvl"]>({ timeMs: isTimeMs, tvlUsd: isNumber }),
  "dex-volume": objectOf<RecordKinds["dex-volume"]>({ total24hUsd: isNumber, changePercentage1d: number }),
  index: objectOf<RecordKinds["index"]>({
    timeMs: isTimeMs,
    value: isNumber,
    classification: isText,
    nextUpdateMs: time,
  }),
  rate: objectOf<RecordKinds["rate"]>({ base: isText, quote: isText, rate: isNumber, date: isDay }),
  article: objectOf<RecordKinds["article"]>({
    url: isText,
    title: isText,
    author: text,
    publishedAtMs: isTimeMs,
    categories: listOf(isText),
    image: text,
  }),
};
