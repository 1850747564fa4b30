import { groupBy } from "../../../lib/collections.ts";
import type { Dataset } from "../../normalise/record.ts";
import { computeQuotePrice, computeVolumeUsd, keepPositive, type PricedTicker } from "../aggregate/ticker-price.ts";
import { QUOTE_CODES } from "./quote-code.ts";
import type { QuoteRates } from "./quote-rate.ts";

/** A live ticker between two quotes. */
export interface QuoteEdge
  extends Pick<PricedTicker, "venue" | "trust" | "ticker" | "price" | "quality" | "freshness"> {
  /** Its venue holds dollars, so its USD pairs may set rates. */
  usdFiat: boolean;
}

/** Code → the live tickers between it and another quote. */
export type QuoteEdges = ReadonlyMap<string, readonly QuoteEdge[]>;

/** The edges by the tickers of venues that responded in this run. */
export function collectQuoteEdges(
  tickers: readonly Dataset<"ticker">[],
  venues: readonly { id: string; trust: number; usdFiat: boolean }[],
  now: number,
): QuoteEdges {
  const answered = tickers.filter(({ stale }) => !stale);
  const edges = venues.flatMap(({ id: venue, trust, usdFiat }) => {
    const records = answered.find(({ source }) => source === venue)?.records ?? [];
    return records.flatMap((ticker): QuoteEdge | [] => {
      const { base, quote, priced } = ticker;
      // Few bases are quotes: testing them first keeps this loop over all tickers cheap.
      if (!QUOTE_CODES.has(base) || !QUOTE_CODES.has(quote) || base === quote || !priced) return [];
      const found = computeQuotePrice(ticker, now);
      return typeof found === "string" ? [] : { venue, trust, usdFiat, ticker, ...found };
    });
  });
  const ends = edges.flatMap((edge) => [edge.ticker.base, edge.ticker.quote].map((code) => ({ code, edge })));
  const byCode = groupBy(ends, ({ code }) => code);
  return new Map([...byCode].map(([code, group]) => [code, group.map(({ edge }) => edge)]));
}

/** The code at the other end. */
export function getOtherEnd({ ticker }: QuoteEdge, code: string): string {
  return ticker.base === code ? ticker.quote : ticker.base;
}

/** The value of `code` by a ticker whose other end has a rate; `null` if it has none. */
export function orientEdge(edge: QuoteEdge, code: string, rates: QuoteRates): PricedTicker | null {
  const { usd = null, usd24hAgo = null } = rates.get(getOtherEnd(edge, code)) ?? {};
  if (usd === null) return null;
  const { venue, trust, ticker, price, quality, freshness } = edge;
  const { base, open24h } = ticker;
  const convert = (inQuote: number, other: number) => keepPositive(base === code ? inQuote * other : other / inQuote);
  const priceUsd = convert(price, usd);
  if (priceUsd === null) return null;
  return {
    venue,
    trust,
    ticker,
    price,
    priceUsd,
    quality,
    freshness,
    reason: null,
    priceUsd24hAgo: open24h === null || usd24hAgo === null ? null : convert(open24h, usd24hAgo),
    // Reversed, the solved end is the base, and one unit of the quote is worth what this edge says.
    volumeUsd: computeVolumeUsd(ticker, price, base === code ? usd : priceUsd),
  };
}
