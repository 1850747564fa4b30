import { defineConversion, type Need } from "../../../kit/api/derived.ts";
import { roundNumber } from "../../../lib/json/significant-digits.ts";
import type { CoinDetail } from "../endpoints/coin.ts";
import { COIN_CURRENCIES } from "./currencies.ts";
import type { AnswerMeta } from "./quote.ts";

/** The price of a coin in every currency. No dependencies: it also runs in workers. */

interface CoinAnswer {
  data: CoinDetail;
  meta: AnswerMeta;
}

interface RatesAnswer {
  data: { rates: Readonly<Record<string, number>> };
  meta: AnswerMeta;
}

/** Units for one USD by lower-case code, sorted. */
export type Rates = readonly (readonly [code: string, rate: number])[];

const USD = "usd";
const CODES = Object.entries(COIN_CURRENCIES);
const coinOf = (symbol: string): Need<CoinAnswer> => ({ endpoint: "coin", values: { symbol } });

export const coinPrices = defineConversion<
  readonly [CoinAnswer, RatesAnswer | undefined, ...(CoinAnswer | undefined)[]]
>({
  needs: ({ values }) => {
    const rates: Need<RatesAnswer> = { endpoint: "exchange-rates", values: {}, optional: true };
    const coins = CODES.map(([, { key }]): Need<CoinAnswer> => ({ ...coinOf(key), optional: true }));
    return [coinOf(String(values["symbol"])), rates, ...coins];
  },
  convert([coin, fiat, ...coins], { values }) {
    const { data, meta } = coin;
    const rates = findRates(
      fiat?.data.rates ?? NO_RATES,
      CODES.map(([, { id }], at) => findPrice(coins[at], id)),
    );
    const rateMeta = fiat?.meta;
    return {
      data: {
        id: data.id,
        symbol: data.symbol,
        name: data.name,
        prices: convertPrice(data.current_price, rates),
        price_low: data.price_low,
        price_high: data.price_high,
        change_24h_percentage: data.price_change_percentage_24h,
        price_source: data.price_source,
        last_updated: data.last_updated,
      },
      meta: {
        schema_version: meta["schema_version"],
        self: `price/${values["symbol"]}.json`,
        updated_at: meta["updated_at"],
        expires_at: meta["expires_at"],
        stale: meta.stale || rateMeta?.stale === true,
        sources: [...new Set([...meta.sources, ...(rateMeta?.sources ?? [])])].sort(),
        ...(meta["sample"] === true && { sample: true }),
      },
    };
  },
});

/** `null` if the symbol means another coin than the currency. */
function findPrice(answer: CoinAnswer | undefined, id: string): number | null {
  return answer?.data.id === id ? answer.data.current_price : null;
}

const NO_RATES = {};

/** The last rates, because they are the same for every coin of a build. */
let last: { fiat: object; coins: readonly (number | null)[]; rates: Rates } | undefined;

/** `coins`: prices in USD, in the order of `CODES`. */
function findRates(fiat: Readonly<Record<string, number>>, coins: readonly (number | null)[]): Rates {
  if (last?.fiat === fiat && last.coins.every((price, at) => price === coins[at])) return last.rates;
  const rates = listRates(
    fiat,
    CODES.map(([code], at) => [code, coins[at] ?? null]),
  );
  last = { fiat, coins, rates };
  return rates;
}

/**
 * `fiat`: units for one USD by upper-case code. `coins`: prices in USD of the coins that are
 * currencies, by lower-case code; `null` if unknown. A fiat code is never replaced by a coin.
 */
export function listRates(
  fiat: Readonly<Record<string, number>>,
  coins: readonly (readonly [code: string, priceUsd: number | null])[],
): Rates {
  const known = Object.entries(fiat).map(([code, rate]) => [code.toLowerCase(), roundNumber(rate)] as const);
  const codes = new Set(known.map(([code]) => code));
  const others = coins.flatMap(([code, price]) =>
    price === null || price <= 0 || codes.has(code) ? [] : [[code, 1 / roundNumber(price)] as const],
  );
  const usd = codes.has(USD) ? [] : [[USD, 1] as const];
  return [...known, ...others, ...usd].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Made from published numbers, so that every answer with the price has the same ones. */
export function convertPrice(price: number | null, rates: Rates): Record<string, number> {
  if (price === null) return {};
  const published = roundNumber(price);
  return Object.fromEntries(rates.map(([code, rate]) => [code, roundNumber(published * rate)]));
}
