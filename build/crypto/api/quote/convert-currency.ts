import type { Conversion } from "../../../kit/api/derived.ts";
import type { QuoteKind } from "./currencies.ts";
import { findQuote, listReferences, type Quotable } from "./quote.ts";
import { quoteAnswer } from "./quote-answer.ts";

/** An answer of the endpoint `base`, in another currency. Runs in workers: no dependencies. */
export function convertCurrency(kind: QuoteKind, base: string): Conversion {
  return {
    needs: ({ currency, values }) => [{ endpoint: base, values }, ...listReferences(kind, currency, values)],
    convert([answer, ...references], { currency, renderPoints }) {
      const quote = findQuote(kind, currency, references as (Quotable | undefined)[]);
      return quote ? quoteAnswer(kind, answer as Quotable, quote, renderPoints) : null;
    },
  };
}
