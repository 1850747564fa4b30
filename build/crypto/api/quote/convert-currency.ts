import { type Conversion, defineConversion } from "../../../kit/api/derived.ts";
import type { QuoteKind } from "./currencies.ts";
import { findQuote, listReferences, type Quotable } from "./quote.ts";
import { quoteAnswer } from "./quote-answer.ts";

/** An answer of the endpoint `base`, in another currency. Runs in workers: no dependencies. */
export function convertCurrency(kind: QuoteKind, base: string): Conversion {
  return defineConversion<readonly [Quotable, ...(Quotable | undefined)[]]>({
    needs: ({ currency, values }) => [{ endpoint: base, values }, ...listReferences(kind, currency, values)],
    convert([answer, ...references], { currency, renderPoints }) {
      const quote = findQuote(kind, currency, references);
      return quote ? quoteAnswer(kind, answer, quote, renderPoints) : null;
    },
  });
}
