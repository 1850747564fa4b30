import { type Conversion, type DerivedRequest, type Need, Refusal } from "../../../kit/api/derived.ts";
import type { Parameter } from "../../../kit/api/parameter.ts";
import { describeRefusal } from "../../../kit/api/query.ts";
import { COIN_CURRENCIES, type QuoteKind } from "../quote/currencies.ts";
import type { FixingTable } from "../quote/fixing.ts";
import { findQuote, listReferences, type Quotable, type Quote, readReferences } from "../quote/quote.ts";
import { vsCurrency, vsCurrencyOfChart } from "./parameters.ts";
import { allRows, firstRows } from "./published.ts";

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
 * A worker may read 50 files for a request. The past rates of more currencies than these are read
 * from the file of all of them.
 */
const MOST_RATE_FILES = 20;

const current: Need<Quotable | undefined> = { endpoint: "exchange-rates", values: {}, optional: true };
const fixings: Need<Quotable | undefined> = { endpoint: "exchange-rates-history", values: {}, optional: true };

/** The published answers that say what several currencies are worth. */
export function ratesOfEach(currencies: readonly string[]): Need<Quotable | undefined>[] {
  if (currencies.length <= MOST_RATE_FILES) return currencies.flatMap((currency) => ratesOf(currency));
  return [current, fixings, ...currencies.filter(isCoin).flatMap((currency) => ratesOf(currency))];
}

/**
 * Those that have a rate. `references`: the answers of `ratesOfEach`. Changes of many currencies
 * are unknown where the file of all of them is missing.
 */
export function findWorths(
  currencies: readonly string[],
  references: readonly unknown[],
): { currency: string; worth: Worth }[] {
  const isMany = currencies.length > MOST_RATE_FILES;
  const [rate, whole] = readReferences(references);
  let read = isMany ? 2 : 0;
  return currencies.flatMap((currency) => {
    const isShared = isMany && !isCoin(currency);
    const { length } = isShared ? [] : ratesOf(currency);
    const own = isShared ? [rate, whole && selectFixings(whole, currency)] : references.slice(read, read + length);
    read += length;
    const worth = findWorth(currency, own);
    return worth === undefined ? [] : [{ currency, worth }];
  });
}

const isCoin = (currency: string) => currency in COIN_CURRENCIES;

/** The fixings of one currency, as its own file has them. */
function selectFixings({ data, meta }: Quotable, currency: string): Quotable {
  const code = currency.toUpperCase();
  const { dates, rates } = data as { dates: readonly string[]; rates: FixingTable["rates"] };
  const column = Object.hasOwn(rates, code) ? (rates[code] ?? []) : [];
  const kept = [...column.keys()].filter((at) => column[at] !== null);
  const own = { dates: kept.flatMap((at) => dates[at] ?? []), rates: { [code]: kept.map((at) => column[at] ?? null) } };
  return { data: own, meta };
}

/**
 * The conversion, without any answer while there are no coins or the currency of the path has no
 * rate.
 */
export function requireMarket({ needs, convert }: Conversion): Conversion {
  return {
    needs(request) {
      const own = needs(request);
      return [...listRequired(request, own), ...own];
    },
    convert(answers, request) {
      const { currency } = request;
      const required = listRequired(request, needs(request));
      const at = required.length;
      const references = answers.slice(required.indexOf(firstRows) + 1, at);
      return findWorth(currency, references) === undefined ? null : convert(answers.slice(at), request);
    },
  };
}

/** A key is from the list of coins, so there are some. A worker needs milliseconds to parse it. */
function listRequired({ currency, key }: DerivedRequest, own: readonly Need[]): Need<unknown>[] {
  // The past rates do not matter for it.
  const rates = ratesOf(currency).slice(0, 1);
  return key === undefined && !own.includes(allRows) ? [firstRows, ...rates] : rates;
}

/** The outcome where the currency of an answer has no rate. */
export function refuseCurrency({ values }: Pick<DerivedRequest, "values">): Refusal | null {
  return values["vs_currency"] === undefined ? null : refuse(vsCurrency);
}

/**
 * The refusal of a chart in a currency without the rates of its times. `undefined` for the currency
 * of the path, whose charts are files: there the chart is empty.
 */
export function refuseChart({ values }: Pick<DerivedRequest, "values">): Refusal | undefined {
  return values["vs_currency"] === undefined ? undefined : refuse(vsCurrencyOfChart);
}

function refuse(parameter: Parameter): Refusal {
  return new Refusal("invalid_parameter", describeRefusal("vs_currency", parameter));
}
