import { envelope, type Params } from "../../../kit/api/endpoint.ts";
import {
  defineRow,
  flag,
  listOf,
  maybePercent,
  maybeText,
  maybeTime,
  maybeUsd,
  number,
  type RowOf,
  text,
} from "../../../kit/api/row.ts";
import type { ExchangeStatistics, Market, OrderBook, PolledVenue } from "../../market/model/market.ts";
import { defineEndpoint } from "../define-endpoint.ts";
import { exchangeStatus } from "./exchanges.ts";

const BookRow = defineRow<OrderBook>()("A pair", {
  pair: text("The pair in the exchange's codes, base and quote", ({ base, quote }) => `${base}/${quote}`),
  base: text("The exchange's code of the base", (book) => book.base),
  quote: text("The exchange's code of the quote", (book) => book.quote),
  coin_id: maybeText("Id of the coin that the base is; null where it is no coin covered here", (book) => book.coinId),
  price_usd: maybeUsd(
    "Price of one coin in USD; of one unit of the base where coin_id is null",
    (book) => book.priceUsd,
  ),
  volume_24h_usd: maybeUsd("Volume of that pair in the last 24 hours, in USD", (book) => book.volume24hUsd),
  spread_percentage: maybePercent(
    "Distance of the best ask from the best bid, in percent of their middle",
    (book) => book.spreadPercentage,
  ),
  included: flag("Whether the published price of the coin includes this pair", (book) => book.included),
  reason: maybeText("Why the pair is not included", (book) => book.reason),
});

type Detailed = ExchangeStatistics & PolledVenue;

const ExchangeDetail = defineRow<Detailed>()("A polled exchange with its order books", {
  id: text("Unique id of the exchange", (exchange) => exchange.id),
  name: text("Name of the exchange", (exchange) => exchange.name),
  trust: number("Weight of its vote on a price, from 0 to 1", (exchange) => exchange.trust),
  usd_fiat: flag(
    "Whether it holds dollars, so that its USD pairs may set rates of stablecoins",
    (exchange) => exchange.usdFiat,
  ),
  status: exchangeStatus,
  last_updated: maybeTime("When the order books were observed", (exchange) => exchange.updatedAtMs),
  volume_24h_usd: maybeUsd(
    "Traded in the last 24 hours in USD, as in the list of exchanges",
    (exchange) => exchange.volume24h,
  ),
  tickers: listOf(
    "Every spot pair that was read, the largest volume first; empty where the site publishes no order books",
    BookRow,
    (exchange) => exchange.orderBooks,
  ),
});
export type ExchangeDetail = RowOf<typeof ExchangeDetail>;

export const exchange = defineEndpoint({
  id: "exchange",
  path: "/exchanges/{id}",
  docs: {
    tag: "market",
    title: "Exchange",
    description:
      "One exchange and all of its pairs; a pair that no price includes has the `reason`. Only polled exchanges " +
      "have this response. Their tickers count towards coin prices, weighted by the trust in the exchange.",
  },
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
  body: envelope(ExchangeDetail.schema),
  *variants({ market }): Iterable<Params> {
    for (const { id } of market.venues) yield { id };
  },
  compute({ market, hidesBooks }, params) {
    const found = getExchange(market, String(params["id"]));
    const { id, statisticsSource, updatedAtMs, status } = found;
    const used = new Set([id, statisticsSource]);
    const sources = [...used].filter((source) => market.datasets.some((dataset) => dataset.source === source));
    return {
      data: ExchangeDetail.compute(hidesBooks ? { ...found, orderBooks: [] } : found),
      sources,
      ...(updatedAtMs === null ? {} : { observedAtMs: updatedAtMs }),
      ...(status !== "ok" && { stale: true }),
    };
  },
});

function getExchange({ exchanges, venues }: Market, id: string): Detailed {
  const venue = venues.find((one) => one.id === id);
  const statistics = exchanges.find((one) => one.id === id);
  if (venue === undefined || statistics === undefined) throw new RangeError(`There is no exchange "${id}"`);
  return { ...statistics, ...venue };
}
