import { z } from "zod";
import { envelope, type Params } from "../../../kit/api/endpoint.ts";
import { defineRow, field, maybePercent, maybeTime, maybeUsd, type RowOf, text } from "../../../kit/api/row.ts";
import * as schema from "../../../kit/api/schema.ts";
import { BASE_CURRENCY } from "../../../kit/api/schema.ts";
import { oncePer } from "../../../lib/once-per.ts";
import type { Market, MarketCoin } from "../../market/model/market.ts";
import type { RecordKind } from "../../normalise/record.ts";
import { defineSingle, findRows } from "../define-endpoint.ts";
import { defineConverted } from "../derived/define-converted.ts";
import { computeListFreshness } from "../freshness.ts";
import { convertPrice, listRates, type Rates } from "../quote/coin-prices.ts";
import { COIN_CURRENCIES } from "../quote/currencies.ts";
import { PRICE_HIGH, PRICE_LOW, priceSource } from "../rows/coin-row.ts";
import { symbol } from "./coin-history.ts";

const KINDS: readonly RecordKind[] = ["ticker", "coin", "rate"];
const LISTED_COINS = 100;

/** A coin with its price by lower-case code of the currency; a rate that is unknown is absent. */
export interface PricedCoin {
  coin: MarketCoin;
  prices: Readonly<Record<string, number>>;
}

export const PriceRow = defineRow<PricedCoin>()("A price in many currencies", {
  id: text("Unique id of the coin", ({ coin }) => coin.id),
  symbol: text("Ticker symbol, upper-case; several coins may share one", ({ coin }) => coin.symbol),
  name: text("Name of the coin", ({ coin }) => coin.name),
  prices: field(
    z
      .record(z.string(), schema.number("Price of one coin"))
      .describe("Price of one coin by lower-case currency code; a currency without a known rate is absent"),
    ({ prices }) => ({ ...prices }),
  ),
  price_low: maybeUsd(`${PRICE_LOW}; in USD`, ({ coin }) => coin.evidence.interval?.low ?? null),
  price_high: maybeUsd(`${PRICE_HIGH}; in USD`, ({ coin }) => coin.evidence.interval?.high ?? null),
  change_24h_percentage: maybePercent(
    "Change of the price in USD over 24 hours in percent",
    ({ coin }) => coin.changePercentage["24h"],
  ),
  price_source: priceSource(({ coin }: PricedCoin) => coin),
  last_updated: maybeTime("When the price was observed", ({ coin }) => coin.priceTimeMs),
});

export type PriceRow = RowOf<typeof PriceRow>;

export const price = defineConverted({
  id: "price",
  path: "/price/{symbol}",
  docs: {
    tag: "prices",
    title: "Price in all currencies",
    description:
      "The current price of one coin in every currency with a rate, in BTC and in ETH: a small response for widgets, sensors and scripts.",
  },
  parameters: { symbol },
  kinds: KINDS,
  body: envelope(PriceRow.schema),
  tree: "price",
  *variants({ market }): Iterable<Params> {
    for (const { key } of market.coins) yield { symbol: key };
  },
});

export const prices = defineSingle({
  id: "prices",
  path: "/price",
  docs: {
    tag: "prices",
    title: "Prices in main currencies",
    description: `The current prices of the ${LISTED_COINS} largest coins in the main currencies. \`price.csv\` has every coin.`,
  },
  kinds: KINDS,
  body: envelope(z.array(PriceRow.schema).describe("Prices by market cap rank")),
  tree: "price",
  from: ({ market }) => findRows(market.coins.slice(0, LISTED_COINS)),
  compute(coins, { market, mainCurrencies }) {
    const rates = selectRates(computeRates(market), mainCurrencies);
    return { data: coins.map((coin) => PriceRow.compute(priceCoin(coin, rates))), ...computeListFreshness(coins) };
  },
});

export const computeRates = oncePer(({ exchangeRates, coins }: Market): Rates => {
  const worths = Object.entries(COIN_CURRENCIES).map(
    ([code, { id }]) => [code, coins.find((coin) => coin.id === id)?.price ?? null] as const,
  );
  return listRates(exchangeRates?.rates ?? {}, worths);
});

/** USD and the currencies named. */
export function selectRates(rates: Rates, codes: readonly string[]): Rates {
  return rates.filter(([code]) => code === BASE_CURRENCY || codes.includes(code));
}

/** The price of a coin in each currency with a rate. */
export function priceCoin(coin: MarketCoin, rates: Rates): PricedCoin {
  return { coin, prices: convertPrice(coin.price, rates) };
}
