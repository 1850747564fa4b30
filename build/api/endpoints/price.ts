import { z } from "zod";
import { oncePer } from "../../lib/once-per.ts";
import type { Market, MarketCoin } from "../../market/market.ts";
import type { RecordKind } from "../../normalise/record.ts";
import { defineEndpoint, defineSingle, findRows } from "../define-endpoint.ts";
import { envelope, type Params } from "../endpoint.ts";
import { BASE_CURRENCY, maybeNumber, maybeTime, number, object, text } from "../field.ts";
import { computeCoinFreshness, computeListFreshness } from "../freshness.ts";
import { COIN_CURRENCIES } from "../quote/currencies.ts";
import { indexCoins } from "../rows/coin-index.ts";
import { CoinRow } from "../rows/coin-row.ts";
import { symbol } from "./coin-history.ts";

const KINDS: readonly RecordKind[] = ["ticker", "coin", "rate"];
const LISTED_COINS = 100;

const PriceRow = object("A price in many currencies", {
  id: text("Unique id of the coin"),
  symbol: text("Ticker symbol, upper-case; several coins may share one"),
  name: text("Name of the coin"),
  prices: z
    .record(z.string(), number("Price of one coin"))
    .describe("Price of one coin by lower-case currency code; a currency without a known rate is absent"),
  change_24h_percentage: maybeNumber("Change of the price in USD over 24 hours in percent"),
  price_source: CoinRow.schema.shape.price_source,
  last_updated: maybeTime("When the price was observed"),
});
export type PriceRow = z.infer<typeof PriceRow>;

export const price = defineEndpoint({
  id: "price",
  path: "/price/{symbol}",
  tag: "market",
  title: "Price in all currencies",
  description:
    "The current price of one coin in every currency of the exchange rates, and in BTC and ETH: a small answer for widgets, sensors and scripts.",
  parameters: { symbol },
  kinds: KINDS,
  body: envelope(PriceRow),
  tree: "price",
  *variants({ market }): Iterable<Params> {
    for (const { key } of market.coins) yield { symbol: key };
  },
  compute({ market }, params) {
    const coin = indexCoins(market).get(String(params["symbol"]));
    return { data: computePriceRow(coin, computeRates(market)), ...computeCoinFreshness(market, coin, KINDS) };
  },
});

export const prices = defineSingle({
  id: "prices",
  path: "/price",
  tag: "market",
  title: "Prices in main currencies",
  description: `The current prices of the ${LISTED_COINS} largest coins in the main currencies. \`price.csv\` has every coin.`,
  kinds: KINDS,
  body: envelope(z.array(PriceRow).describe("Prices by market cap rank")),
  tree: "price",
  from: ({ market }) => findRows(market.coins.slice(0, LISTED_COINS)),
  compute(coins, { market, mainCurrencies }) {
    const rates = selectRates(computeRates(market), mainCurrencies);
    return { data: coins.map((coin) => computePriceRow(coin, rates)), ...computeListFreshness(coins) };
  },
});

/** Units for one USD by lower-case code, sorted. */
type Rates = readonly (readonly [code: string, rate: number])[];

export const computeRates = oncePer(({ exchangeRates, coins }: Market): Rates => {
  const fiat = Object.entries(exchangeRates?.rates ?? {}).map(([code, rate]) => [code.toLowerCase(), rate] as const);
  const known = new Set(fiat.map(([code]) => code));
  const others = Object.entries(COIN_CURRENCIES).flatMap(([code, { id }]) => {
    const value = coins.find((coin) => coin.id === id)?.price ?? null;
    return value === null || value <= 0 || known.has(code) ? [] : [[code, 1 / value] as const];
  });
  const usd = known.has(BASE_CURRENCY) ? [] : [[BASE_CURRENCY, 1] as const];
  return [...fiat, ...others, ...usd].sort(([a], [b]) => (a < b ? -1 : 1));
});

/** USD and the currencies named. */
export function selectRates(rates: Rates, codes: readonly string[]): Rates {
  return rates.filter(([code]) => code === BASE_CURRENCY || codes.includes(code));
}

export function computePriceRow(coin: MarketCoin, rates: Rates): PriceRow {
  const { id, symbol, name, price_change_percentage_24h, price_source, last_updated } = CoinRow.compute(coin);
  const { price } = coin;
  return {
    id,
    symbol,
    name,
    prices: price === null ? {} : Object.fromEntries(rates.map(([code, rate]) => [code, price * rate])),
    change_24h_percentage: price_change_percentage_24h,
    price_source,
    last_updated,
  };
}
