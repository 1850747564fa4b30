import { TwoKeyMap } from "../../../lib/collections.ts";
import type { Ticker } from "../../normalise/record.ts";
import { findOffers, NO_QUOTE_RATE, NO_TRADES, priceTicker } from "../aggregate/ticker-price.ts";
import type { OrderBook } from "../model/market.ts";
import type { PricedCoins } from "../price/price-coins.ts";
import { type LiveTickers, UNCHANGED } from "../quotes/live-tickers.ts";
import { isFiat } from "../quotes/quote-code.ts";
import type { QuoteGraph } from "../quotes/quote-graph.ts";
import { VOLUME_RULES } from "../rules/price.ts";

/** What pricing made of a ticker. */
type Verdict = Pick<OrderBook, "priceUsd" | "volume24hUsd" | "included" | "reason">;

interface BookInput {
  tickers: LiveTickers;
  priced: PricedCoins;
  quotes: QuoteGraph;
  now: number;
}

/**
 * Venue id → all of its order books, the largest volume first. Each ticker that was read is in it
 * once: it is included in a published price, or there is a reason.
 */
export function buildOrderBooks(input: BookInput): ReadonlyMap<string, readonly OrderBook[]> {
  const { tickers, priced, quotes } = input;
  const { identification, prices } = priced;
  const verdicts = collectVerdicts(priced);
  return new Map(
    tickers.all.map(({ source, records, stale }) => {
      const absence = tickers.stalled.has(source) ? "its venue is stalled" : "its venue did not respond";
      const explain = (ticker: Ticker): string =>
        stale
          ? absence
          : (identification.unidentified.get(source, ticker.base) ??
            (tickers.unchanged.has(ticker) ? UNCHANGED : explainUnpriced(ticker, quotes)));
      const books = records.map((ticker): OrderBook => {
        const { base, quote, market } = ticker;
        // A venue that failed has no codes in this build.
        const found = stale ? identification.recall(source, base) : identification.find(source, base);
        const isCovered = found !== undefined && prices.has(found.coinId);
        const units = isCovered ? found.units : 1;
        const verdict = verdicts.get(source, market) ?? judge(ticker, units, explain(ticker), quotes, input.now);
        // Field by field: spreading objects takes most of the time of a hundred thousand books.
        return {
          base,
          quote,
          coinId: isCovered ? found.coinId : null,
          priceUsd: verdict.priceUsd,
          volume24hUsd: verdict.volume24hUsd,
          included: verdict.included,
          reason: verdict.reason,
          spreadPercentage: toPercent(findOffers(ticker)?.spread ?? null),
        };
      });
      return [source, books.sort((a, b) => (b.volume24hUsd ?? -1) - (a.volume24hUsd ?? -1))];
    }),
  );
}

/** Why a code has no price by which to find its coin, see `findCodePrices`. */
function explainUnpriced({ base, quote, last, baseVolume }: Ticker, quotes: QuoteGraph): string {
  if (isFiat(base)) return "a currency, not a coin";
  if (last <= 0) return "never traded";
  if (baseVolume === 0) return NO_TRADES;
  return quotes.usd(quote) === null ? NO_QUOTE_RATE : "its coin is not among those covered";
}

/** By venue and market, the tickers of identified coins. */
function collectVerdicts({ prices }: PricedCoins): TwoKeyMap<Verdict> {
  const verdicts = new TwoKeyMap<Verdict>();
  for (const { evidence, unpriced } of prices.values()) {
    for (const { exchange, market, priceUsd, volume24hUsd, included, reason } of evidence.tickers) {
      verdicts.set(exchange, market, { priceUsd, volume24hUsd, included, reason });
    }
    for (const { exchange, market, reason } of unpriced) {
      verdicts.set(exchange, market, { priceUsd: null, volume24hUsd: null, included: false, reason });
    }
  }
  return verdicts;
}

/** The ticker in USD by itself: it took no part in a price. */
function judge(ticker: Ticker, units: number, reason: string, quotes: QuoteGraph, now: number): Verdict {
  const quoteUsd = quotes.usd(ticker.quote);
  const rates = { quoteUsd, quoteUsd24hAgo: null };
  const { priceUsd, volumeUsd } = priceTicker({ venue: "", trust: 0, ticker, ...rates, units, excluded: reason }, now);
  const isPlausible = volumeUsd !== null && volumeUsd <= VOLUME_RULES.mostUsd;
  return { priceUsd, volume24hUsd: isPlausible ? volumeUsd : null, included: false, reason };
}

function toPercent(share: number | null): number | null {
  return share === null ? null : share * 100;
}
