import type { z } from "zod";
import { renderTime } from "../../lib/time.ts";
import type { ExchangeStatistics, OrderBook, PolledVenue } from "../../market/market.ts";
import { defineEndpoint, type Params } from "../endpoint.ts";
import { flag, listOf, maybeNumber, maybeText, maybeTime, number, object, text } from "../field.ts";
import { ExchangeStatus } from "./exchanges.ts";

const ExchangeDetail = object("A polled exchange with its order books", {
  id: text("Unique id of the exchange"),
  name: text("Name of the exchange"),
  trust: number("Weight of its vote on a price, from 0 to 1"),
  usd_fiat: flag("Whether it holds dollars, so that its USD pairs may set rates of stablecoins"),
  status: ExchangeStatus,
  last_updated: maybeTime("When the order books were observed"),
  volume_24h_usd: maybeNumber("Traded in the last 24 hours in USD, as in the list of exchanges"),
  tickers: listOf(
    "Every spot pair that was read, the largest volume first; empty where the site publishes no order books",
    "A pair",
    {
      pair: text("The pair in the exchange's codes, base and quote"),
      base: text("The exchange's code of the base"),
      quote: text("The exchange's code of the quote"),
      coin_id: maybeText("Id of the coin that the base is; null where it is no coin covered here"),
      price_usd: maybeNumber("Price of one coin in USD; of one unit of the base where coin_id is null"),
      volume_24h_usd: maybeNumber("Volume of that pair in the last 24 hours, in USD"),
      spread_percentage: maybeNumber("Distance of the best ask from the best bid, in percent of their middle"),
      included: flag("Whether the published price of the coin includes this pair"),
      reason: maybeText("Why the pair is not included"),
    },
  ),
});
export type ExchangeDetail = z.infer<typeof ExchangeDetail>;

type Detailed = readonly [PolledVenue, ExchangeStatistics];

export const exchange = defineEndpoint({
  id: "exchange",
  path: "/exchanges/{id}",
  tag: "market",
  title: "Exchange",
  description:
    "One polled exchange with all of its order books, also those that no price includes: reason says why. Its tickers make the prices of the coins by its trust.",
  tree: "exchanges",
  parameters: {
    id: {
      in: "path",
      type: "string",
      description: "Id of a polled exchange, as the list of exchanges gives it.",
      noun: "exchange",
      example: "kraken",
      required: true,
    },
  },
  kinds: ["ticker", "exchange"],
  data: ExchangeDetail,
  *variants({ market }): Iterable<Params> {
    for (const { id } of market.venues) yield { id };
  },
  prepare({ market }): ReadonlyMap<string, Detailed> {
    const statistics = new Map(market.exchanges.map((each) => [each.id, each]));
    return new Map(market.venues.map((venue) => [venue.id, [venue, statistics.get(venue.id)!]]));
  },
  compute({ market, hidesBooks = false }, params, exchanges) {
    const found = exchanges.get(String(params["id"]));
    if (found === undefined) throw new RangeError(`There is no exchange "${params["id"]}"`);
    const [{ id }, { statisticsSource, updatedAtMs }] = found;
    const used = new Set([id, statisticsSource]);
    const sources = [...used].filter((source) => market.datasets.some((dataset) => dataset.source === source));
    return {
      data: computeExchangeDetail(found, hidesBooks),
      sources,
      ...(updatedAtMs === null ? {} : { observedAtMs: updatedAtMs }),
      ...(found[1].status !== "ok" && { stale: true }),
    };
  },
});

function computeExchangeDetail([venue, statistics]: Detailed, hidesBooks: boolean): ExchangeDetail {
  return {
    id: venue.id,
    name: statistics.name,
    trust: venue.trust,
    usd_fiat: venue.usdFiat,
    status: statistics.status,
    last_updated: statistics.updatedAtMs === null ? null : renderTime(statistics.updatedAtMs),
    volume_24h_usd: statistics.volume24h,
    tickers: hidesBooks ? [] : venue.orderBooks.map(computeTicker),
  };
}

function computeTicker(book: OrderBook): ExchangeDetail["tickers"][number] {
  return {
    pair: `${book.base}/${book.quote}`,
    base: book.base,
    quote: book.quote,
    coin_id: book.coinId,
    price_usd: book.priceUsd,
    volume_24h_usd: book.volume24hUsd,
    spread_percentage: book.spreadPercentage,
    included: book.included,
    reason: book.reason,
  };
}
