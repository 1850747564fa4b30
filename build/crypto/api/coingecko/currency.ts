import { type Conversion, type DerivedRequest, type Need, Refusal } from "../../../kit/api/derived.ts";
import { describeRefusal } from "../../../kit/api/query.ts";
import type { QuoteKind } from "../quote/currencies.ts";
import { findQuote, listReferences, type Quotable, type Quote, readReferences } from "../quote/quote.ts";
import { vsCurrency } from "./parameters.ts";
import { firstRows } from "./published.ts";

/*
 * The currency of an answer. Published answers in USD are converted when they are used, so that any
 * currency with a rate has the numbers that a tree of its own would have. No dependencies: it also
 * runs in workers.
 */

const USD = "usd";

/** What a currency is worth; `null` stands for USD, which needs no conversion. */
export type Worth = Quote | null;

/** The currency that the query names, otherwise that of the path. */
export function currencyOf({ currency, values }: Pick<DerivedRequest, "currency" | "values">): string {
  return String(values["vs_currency"] ?? currency);
}

/** The published answers that say what the currency is worth. */
export function ratesOf(currency: string, kind: QuoteKind = "rows"): Need<Quotable | undefined>[] {
  return currency === USD ? [] : listReferences(kind, currency, {});
}

/** `undefined` if the currency has no rate. `references`: the answers of `ratesOf`. */
export function findWorth(
  currency: string,
  references: readonly unknown[],
  kind: QuoteKind = "rows",
): Worth | undefined {
  return currency === USD ? null : findQuote(kind, currency, readReferences(references));
}

/**
 * The same, without any answer while there are no coins or the currency of the path has no rate.
 */
export function requireMarket({ needs, convert }: Conversion): Conversion {
  return {
    needs: (request) => [...listRequired(request), ...needs(request)],
    convert(answers, request) {
      const { currency } = request;
      const required = listRequired(request);
      const at = required.length;
      const references = answers.slice(required.indexOf(firstRows) + 1, at);
      return findWorth(currency, references) === undefined ? null : convert(answers.slice(at), request);
    },
  };
}

/** A key is from the list of coins, so there are some. A worker needs milliseconds to parse it. */
function listRequired({ currency, key }: DerivedRequest): Need<unknown>[] {
  // The past rates do not matter for it.
  const rates = ratesOf(currency).slice(0, 1);
  return key === undefined ? [firstRows, ...rates] : rates;
}

/** The outcome where the currency of an answer has no rate. */
export function refuseCurrency({ values }: Pick<DerivedRequest, "values">): Refusal | null {
  if (values["vs_currency"] === undefined) return null;
  return new Refusal("invalid_parameter", describeRefusal("vs_currency", vsCurrency));
}
