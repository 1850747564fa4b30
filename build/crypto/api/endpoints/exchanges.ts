import { z } from "zod";
import { envelope } from "../../../kit/api/endpoint.ts";
import {
  count,
  defineRow,
  listOf,
  maybeCount,
  maybeNumberIn,
  maybePercent,
  maybeText,
  maybeTime,
  maybeUsd,
  oneOf,
  type RowOf,
  text,
  usd,
} from "../../../kit/api/row.ts";
import type { ExchangeStatistics } from "../../market/model/market.ts";
import { defineSingle, findRows } from "../define-endpoint.ts";
import { findNewest } from "../freshness.ts";

export const exchangeStatus = oneOf(
  ["ok", "stale", "unavailable"],
  "ok: it answered in this build; stale: an older answer is used, its markets are frozen or most of its prices are off-market; unavailable: no answer",
  ({ status }: Pick<ExchangeStatistics, "status">) => status,
);

const TopPair = defineRow<ExchangeStatistics["topPairs"][number]>()("A pair", {
  pair: text("The pair in the exchange's codes, base and quote", (pair) => pair.pair),
  price_usd: usd("Price of one unit of the base in USD", (pair) => pair.priceUsd),
  volume_24h_usd: maybeUsd("Traded in the last 24 hours in USD", (pair) => pair.volume24hUsd),
});

export const ExchangeRow = defineRow<ExchangeStatistics>()("An exchange", {
  id: text("Unique id of the exchange", (exchange) => exchange.id),
  name: text("Name of the exchange", (exchange) => exchange.name),
  rank: count("Rank by volume, from 1", (exchange) => exchange.rank),
  url: maybeText("URL of the exchange", (exchange) => exchange.url),
  country: maybeText("Country where it is registered", (exchange) => exchange.country),
  year_established: maybeCount("Year in which it opened", (exchange) => exchange.yearEstablished),
  image: maybeText("URL of the logo", (exchange) => exchange.image),
  markets: count(
    "Number of spot pairs; 0 if only the reference source's volume is known",
    (exchange) => exchange.markets,
  ),
  coins: count("Coins traded there, as far as they are identified", (exchange) => exchange.coins),
  volume_24h_usd: maybeUsd("Traded in the last 24 hours in USD", (exchange) => exchange.volume24h),
  volume_24h_btc: maybeNumberIn("BTC", "Traded in the last 24 hours in BTC", (exchange) => exchange.volume24hBtc),
  volume_share_percentage: maybePercent(
    "Share in the volume of all exchanges listed, in percent",
    (exchange) => exchange.volumeSharePercentage,
  ),
  top_pairs: listOf(
    "The pairs with the largest volume, largest first; empty where the site publishes no order books",
    TopPair,
    (exchange) => exchange.topPairs,
  ),
  status: exchangeStatus,
  last_updated: maybeTime("When the statistics were observed", (exchange) => exchange.updatedAtMs),
  statistics_source: text(
    "Id of the source of the statistics; the exchange itself where they are computed from its own tickers",
    (exchange) => exchange.statisticsSource,
  ),
});

export type ExchangeRow = RowOf<typeof ExchangeRow>;

export const exchanges = defineSingle({
  id: "exchanges",
  path: "/exchanges",
  docs: {
    tag: "market",
    title: "Exchanges",
    description:
      "Exchanges by volume. Statistics of the exchanges polled are computed from their own tickers, as far as they trade coins covered here at a price that agrees with the coin's. In a volume each coin counts up to the limit of its weight in the coin's price; an exchange that states more than twice its listed volume has the listed one. That, and the statistics of the others, come from a reference source, and statistics_source says so.",
  },
  kinds: ["ticker", "exchange"],
  body: envelope(z.array(ExchangeRow.schema).describe("All exchanges, by rank")),
  from: ({ market }) => findRows(market.exchanges),
  compute(found, { hidesBooks = false }) {
    const newestMs = findNewest(found.map(({ updatedAtMs }) => updatedAtMs));
    return {
      data: found.map((exchange) => ExchangeRow.compute(hidesBooks ? { ...exchange, topPairs: [] } : exchange)),
      ...(newestMs === null ? {} : { observedAtMs: newestMs }),
    };
  },
});
