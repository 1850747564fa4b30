import { createHash } from "node:crypto";
import type { MarketInput } from "../../../build/crypto/market/build-market.ts";
import type {
  Dataset,
  RecordKind,
  RecordKinds,
  ReferenceCoin,
  Ticker,
} from "../../../build/crypto/normalise/record.ts";
import { RECORDS } from "../normalise/records.ts";
import { createTicker, NOW } from "./coin-ticker.ts";

export { NOW };

/** Venues of the small market: three with dollars and one without. */
export const VENUES = ["coinbase", "kraken", "okx", "gate"].map((id) => ({
  id,
  name: id.toUpperCase(),
  homepage: `https://${id}.example`,
  geckoId: id === "coinbase" ? "gdax" : id,
  trust: id === "gate" ? 0.7 : 1,
  usdFiat: id !== "gate",
}));

/** `BTC/USD` at a price, by default with 1 M of the quote traded. */
export function book(pair: string, last: number, change: Partial<Ticker> = {}): Ticker {
  const [base = "", quote = ""] = pair.split("/");
  return createTicker({ market: pair, base, quote, last, ...change });
}

/** What the sources declare, as far as it decides between them. */
const DECLARED: Readonly<Record<string, Pick<Dataset, "priority" | "origin">>> = {
  coingecko: { priority: 1 },
  coinpaprika: { priority: 2 },
  coinlore: { priority: 3 },
  ecb: { priority: 1, origin: "central bank" },
  frankfurter: { priority: 2, origin: "central bank" },
};

export function dataset<K extends RecordKind>(
  kind: K,
  source: string,
  records: RecordKinds[K][],
  change: Partial<Dataset<K>> = {},
): Dataset {
  return {
    source,
    feed: kind,
    kind,
    records,
    fetchedAtMs: NOW,
    stale: false,
    ...DECLARED[source],
    ...change,
  } as Dataset;
}

/** A coin of the reference with nothing known but its price and a supply of a million. */
export function coin(
  id: string,
  symbol: string,
  priceUsd: number | null,
  change: Partial<ReferenceCoin> = {},
): ReferenceCoin {
  return {
    ...RECORDS.coin,
    id,
    symbol,
    name: id,
    rank: null,
    priceUsd,
    marketCapUsd: priceUsd === null ? null : priceUsd * 1e6,
    circulatingSupply: 1e6,
    totalSupply: null,
    maxSupply: 2e6,
    athUsd: priceUsd === null ? null : priceUsd * 2,
    atlUsd: priceUsd === null ? null : priceUsd / 2,
    updatedAtMs: NOW - 60_000,
    sparklineUsd: [],
    ...change,
  };
}

export const COINS = [
  coin("bitcoin", "BTC", 60_000),
  coin("ethereum", "ETH", 3_000),
  coin("tether", "USDT", 1),
  coin("large", "ABC", 100),
  coin("small", "ABC", 2),
  coin("quiet", "QUI", 5),
];

/**
 * Every venue has the anchors; ABC is the small coin of that ticker on gate, elsewhere the large
 * one.
 */
export function listTickers(venue: string): Ticker[] {
  const quote = venue === "gate" ? "USDT" : "USD";
  return [
    book(`BTC/${quote}`, 60_000, { quoteVolume: 5e7 }),
    book(`ETH/${quote}`, 3_000, { quoteVolume: 2e7 }),
    book("BTC/USDT", 60_006),
    book("ETH/USDT", 3_000.3),
    ...(venue === "gate" ? [] : [book("USDT/USD", 0.9999), book("EUR/USD", 1.1)]),
    book(`ABC/${quote}`, venue === "gate" ? 2.02 : 101),
  ];
}

export const DATASETS: readonly Dataset[] = [
  ...VENUES.map(({ id }) => dataset("ticker", id, listTickers(id))),
  dataset("coin", "coingecko", COINS),
  dataset("rate", "ecb", [
    { base: "EUR", quote: "USD", rate: 1.1, date: "2026-11-19" },
    { base: "EUR", quote: "JPY", rate: 165, date: "2026-11-19" },
  ]),
  // A second origin: without one, first rates are not proven.
  dataset("rate", "fawazahmed0", [
    { base: "USD", quote: "EUR", rate: 0.909, date: "2026-11-19" },
    { base: "USD", quote: "JPY", rate: 150, date: "2026-11-19" },
  ]),
  dataset("global", "coingecko", [RECORDS.global]),
  dataset("global", "coinlore", [{ ...RECORDS.global, totalMarketCapUsd: 1e12 }]),
  dataset("exchange", "coingecko", [
    { ...RECORDS.exchange, id: "gdax", name: "Coinbase Exchange" },
    { ...RECORDS.exchange, id: "binance", name: "Binance", volume24hBtc: 100_000 },
  ]),
  dataset("index", "alternative-me", [{ ...RECORDS.index, value: 50 }, RECORDS.index], { feed: "latest" }),
  dataset(
    "index",
    "alternative-me",
    [
      { ...RECORDS.index, timeMs: RECORDS.index.timeMs - 86_400_000, value: 40 },
      { ...RECORDS.index, value: 41 },
    ],
    { feed: "history" },
  ),
  dataset("protocol", "defillama", [RECORDS.protocol]),
  dataset("chain", "defillama", [RECORDS.chain]),
  dataset("tvl", "defillama", [RECORDS.tvl]),
  dataset("dex-volume", "defillama", [RECORDS["dex-volume"]]),
  dataset("article", "coindesk", [RECORDS.article]),
  dataset("article", "decrypt", [RECORDS.article]),
];

export function createInput(change: Partial<MarketInput> = {}): MarketInput {
  return {
    now: NOW,
    limit: 100,
    datasets: DATASETS,
    cadenceOf: () => 1_800_000,
    venues: VENUES,
    publishers: new Map(["coindesk", "decrypt"].map((id) => [id, { id, name: id, url: `https://${id}.example` }])),
    memory: null,
    samplesOf: () => [],
    hash: (text) => createHash("sha256").update(text).digest("hex"),
    ...change,
  };
}

/** The datasets with those of one source and kind replaced, or left out. */
export function replaceDataset(source: string, kind: RecordKind, ...instead: Dataset[]): Dataset[] {
  return [...DATASETS.filter((each) => each.source !== source || each.kind !== kind), ...instead];
}
