import { buildMarket } from "../../../build/crypto/market/build-market.ts";
import type { Dataset, RecordKind, RecordKinds } from "../../../build/crypto/normalise/record.ts";
import { kraken } from "../../../build/crypto/sources/exchanges/kraken.ts";
import { coingecko } from "../../../build/crypto/sources/reference/coingecko.ts";
import { readFeed } from "../../crypto/sources/read-feed.ts";
import { wrapKrakenListing } from "./case.ts";
import { samples } from "./samples.ts";

export const PAGE_MS = Date.parse("2026-07-07T18:05:00Z");
export const COINS = 250;
const TICKERS = "exchanges/kraken/Ticker_assetVersion1.2026-06-24.full.json";

export function dataset<K extends RecordKind>(
  kind: K,
  source: string,
  feed: string,
  records: RecordKinds[K][],
): Dataset<K> {
  return { source, feed, kind, records, fetchedAtMs: PAGE_MS, stale: false };
}

/**
 * The market of Kraken's tickers and CoinGecko's 250 largest coins, observed at a time. `others`:
 * further datasets.
 */
export function buildFromKraken(now: number, others: readonly Dataset[] = []) {
  const body = samples.readJson(TICKERS);
  const listing = readFeed<"listing">(kraken, "listing", wrapKrakenListing(body)).records;
  const tickers = readFeed<"ticker">(kraken, "tickers", body, { records: { listing } }).records;
  const page = samples.readJson("metadata/coingecko/coins_markets.usd.p1.per250.2026-07-07.json");
  const coins = readFeed<"coin">(coingecko, "markets", page, { now: PAGE_MS }).records;
  return buildMarket({
    now,
    limit: COINS,
    datasets: [
      dataset("listing", "kraken", "listing", listing),
      dataset("ticker", "kraken", "tickers", tickers),
      dataset("coin", "coingecko", "markets", coins),
      ...others,
    ],
    cadenceOf: () => 1_800_000,
    venues: [{ id: "kraken", name: "Kraken", homepage: "", geckoId: "kraken", trust: 1, usdFiat: true }],
    publishers: new Map(),
    memory: null,
    samplesOf: () => [],
    hash: (text) => text,
  });
}
