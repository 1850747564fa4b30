import { groupBy } from "../../../lib/collections.ts";
import { isNear, median } from "../../../lib/stats.ts";
import type { Dataset } from "../../normalise/record.ts";
import { computeQuotePrice } from "../aggregate/ticker-price.ts";
import { isFiat } from "./quote.ts";

const PIVOT = "BTC";

/** `rate`: units for one USD. `shared`: two venues agree, so that it can refuse a stated rate. */
export interface CrossRate {
  rate: number;
  shared: boolean;
}

/** Books of two venues this near (factor) agree. */
const AGREE = 1.02;

/**
 * The rate of each currency by the venues' tight Bitcoin books: the price in the currency over the
 * price in dollars on venues that hold dollars. Books support a daily rate, but say nothing exact:
 * premiums of some percent are real. One venue alone can only support: it may be wrong.
 */
export function computeCrossRates(
  tickers: readonly Dataset<"ticker">[],
  venues: readonly { id: string; usdFiat: boolean }[],
  now: number,
): ReadonlyMap<string, CrossRate> {
  const dollarVenues = new Set(venues.flatMap(({ id, usdFiat }) => (usdFiat ? [id] : [])));
  const books = tickers.flatMap(({ source, records, stale }) => {
    if (stale) return [];
    return records.flatMap((ticker) => {
      const { base, quote, priced } = ticker;
      if (base !== PIVOT || !priced || !isFiat(quote) || (quote === "USD" && !dollarVenues.has(source))) return [];
      const found = computeQuotePrice(ticker, now);
      return typeof found === "string" || found.quality < 1 ? [] : { quote, price: found.price };
    });
  });
  const prices = new Map(
    [...groupBy(books, ({ quote }) => quote)].map(([quote, own]) => [quote, findPrice(own.map(({ price }) => price))]),
  );
  const dollars = prices.get("USD");
  if (dollars === undefined) return new Map();
  prices.delete("USD");
  return new Map(
    [...prices].flatMap(([quote, price]) =>
      price === undefined
        ? []
        : [[quote, { rate: price.price / dollars.price, shared: price.shared && dollars.shared }] as const],
    ),
  );
}

/** Units of each currency for one USD, of one venue included. */
export function listRates(crossRates: ReadonlyMap<string, CrossRate>): ReadonlyMap<string, number> {
  return new Map([...crossRates].map(([quote, { rate }]) => [quote, rate]));
}

/** The median of prices that another supports, or the only price; never one between two camps. */
function findPrice(prices: readonly number[]): { price: number; shared: boolean } | undefined {
  const [first, ...more] = prices;
  if (first !== undefined && more.length === 0) return { price: first, shared: false };
  const supported = prices.filter((price, at) => prices.some((other, to) => to !== at && isNear(price, other, AGREE)));
  const isOneCamp = Math.max(...supported) <= Math.min(...supported) * AGREE ** 2;
  return supported.length > 0 && isOneCamp ? { price: median(supported), shared: true } : undefined;
}
