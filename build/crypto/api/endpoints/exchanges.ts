import { z } from "zod";
import { envelope } from "../../../kit/api/endpoint.ts";
import {
  count,
  defineRow,
  listOf,
  maybeCount,
  maybeNumber,
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
import type { ExchangeStatistics, Scorecard } from "../../market/model/market.ts";
import { defineSingle, findRows } from "../define-endpoint.ts";
import { findNewest } from "../freshness.ts";
import type { World } from "../world.ts";

export const exchangeStatus = oneOf(
  ["ok", "stale", "unavailable"],
  "ok: it answered in this build; stale: an older answer is used, its markets are frozen or most of its prices are off-market; unavailable: no answer",
  ({ status }: Pick<ExchangeStatistics, "status">) => status,
);

const TopPair = defineRow<ExchangeStatistics["topPairs"][number]>()("A pair", {
  pair: text("The pair in the exchange's codes, base and quote", (pair) => pair.pair),
  price_usd: usd(
    "Price of one coin in USD; of one unit of the base where it is no coin covered here",
    (pair) => pair.priceUsd,
  ),
  volume_24h_usd: maybeUsd("Traded in the last 24 hours in USD", (pair) => pair.volume24hUsd),
});

/** An exchange with what it did in 30 days. */
export interface ScoredExchange extends ExchangeStatistics {
  /** Share of the builds in which it answered. */
  answeredShare: number | null;
  scorecard: Scorecard | null;
}

/** The scores are those of polled exchanges, once there is a day of them. */
export function listScored({ market, run }: Pick<World, "market" | "run">): ScoredExchange[] {
  const reach = new Map(run.reachability.map(({ id, answeredShare }) => [id, answeredShare.month]));
  return market.exchanges.map((exchange) => {
    const scorecard = market.scorecards.get(exchange.id) ?? null;
    return { ...exchange, scorecard, answeredShare: scorecard === null ? null : (reach.get(exchange.id) ?? null) };
  });
}

/** The same days as the month of `/api/reachability`. */
const DAYS = "the last 30 UTC days and today";
const POLLED = "null for exchanges that are not polled and on a site's first day";

export const ExchangeRow = defineRow<ScoredExchange>()("An exchange", {
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
  answered_share_30d: maybeNumber(
    `Share of the builds of ${DAYS} that requested it in which it answered, 0 to 1, also of builds that were not published; ${POLLED}`,
    (exchange) => exchange.answeredShare,
  ),
  median_deviation_bp_30d: maybeNumberIn(
    "basis points",
    `Median over ${DAYS} of its daily mean distance from the published prices that rest on two exchanges or more, ` +
      `in basis points; each build counts with the median of its order books; ${POLLED}`,
    ({ scorecard }) => scorecard?.medianDeviationBp ?? null,
  ),
  included_share_30d: maybeNumber(
    `Share of its order books of covered coins that published prices included in ${DAYS}, 0 to 1; ${POLLED}`,
    ({ scorecard }) => scorecard?.includedShare ?? null,
  ),
  stalled_share_30d: maybeNumber(
    `Share of the builds of ${DAYS} in which it answered and most of its tickers were frozen, 0 to 1; ${POLLED}`,
    ({ scorecard }) => scorecard?.stalledShare ?? null,
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
      "Exchanges by volume. Statistics of the exchanges polled are computed from their own tickers, as far as " +
      "they trade coins covered here at a price that agrees with the coin's. In a volume each coin counts up to " +
      "the limit of its weight in the coin's price; an exchange that states more than twice its listed volume has " +
      "the listed one. That, and the statistics of the others, come from a reference source, and " +
      "statistics_source says so. The shares and the distance of the last 30 days describe the exchanges polled; " +
      "they do not change the trust in them.",
  },
  kinds: ["ticker", "exchange"],
  body: envelope(z.array(ExchangeRow.schema).describe("All exchanges, by rank")),
  from: (world) => findRows(listScored(world)),
  compute(found, { hidesBooks }) {
    const newestMs = findNewest(found.map(({ updatedAtMs }) => updatedAtMs));
    return {
      data: found.map((exchange) => ExchangeRow.compute(hidesBooks ? { ...exchange, topPairs: [] } : exchange)),
      ...(newestMs === null ? {} : { observedAtMs: newestMs }),
    };
  },
});
