import { groupBy } from "../../lib/collections.ts";
import { median } from "../../lib/stats.ts";
import type { Dataset } from "../../normalise/record.ts";
import { isFiat } from "./quote.ts";
import { computeQuotePrice } from "./ticker-price.ts";

const PIVOT = "BTC";

/**
 * Units of each currency for one USD by the venues' tight Bitcoin books: the price in the currency
 * over the price in dollars on venues that hold dollars, each the median of the venues. A venue's
 * books in several currencies prove a daily rate, but say nothing exact: premiums of some percent
 * are real.
 */
export function computeCrossRates(
  tickers: readonly Dataset<"ticker">[],
  venues: readonly { id: string; usdFiat: boolean }[],
  now: number,
): ReadonlyMap<string, number> {
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
    [...groupBy(books, ({ quote }) => quote)].map(([quote, own]) => [quote, median(own.map(({ price }) => price))]),
  );
  const dollars = prices.get("USD");
  if (dollars === undefined) return new Map();
  prices.delete("USD");
  return new Map([...prices].map(([quote, price]) => [quote, price / dollars]));
}
