import { type Conversion, defineConversion } from "../../../kit/api/derived.ts";
import { coinMoment } from "../moments/coin-moment.ts";
import { dayCloses } from "../moments/day-closes.ts";
import { coinPrices } from "../quote/coin-prices.ts";
import type { QuoteKind } from "../quote/currencies.ts";
import { findQuote, listReferences, type Quotable } from "../quote/quote.ts";
import { quoteAnswer } from "../quote/quote-answer.ts";
import { coinOfContract } from "./coin-of-contract.ts";
import { liveCoin, livePrices } from "./live-prices.ts";

/**
 * How answers below `/api` are made from others, by the id of the endpoint that answers in USD. No
 * dependencies: it also runs in workers.
 */
const conversions = {
  "coin-at": coinMoment,
  contract: coinOfContract,
  "day-prices": dayCloses,
  live: livePrices,
  "live-coin": liveCoin,
  price: coinPrices,
};

export type ConversionId = keyof typeof conversions;

const byId: ReadonlyMap<string, Conversion> = new Map(Object.entries(conversions));

/** The endpoint's own conversion, or that of answers of this form from USD. */
export function getConversion(kind: ConversionId | QuoteKind, base: string): Conversion {
  return byId.get(kind) ?? convertCurrency(kind as QuoteKind, base);
}

/** An answer of the endpoint `base`, in another currency. */
function convertCurrency(kind: QuoteKind, base: string): Conversion {
  return defineConversion<readonly [Quotable, ...(Quotable | undefined)[]]>({
    needs: ({ currency, values }) => [{ endpoint: base, values }, ...listReferences(kind, currency, values)],
    convert([answer, ...references], { currency, renderPoints }) {
      const quote = findQuote(kind, currency, references);
      return quote ? quoteAnswer(kind, answer, quote, renderPoints) : null;
    },
  });
}
