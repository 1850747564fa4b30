import type { DerivedRoute, Found } from "../../../kit/api/derived.ts";
import { requireMarket } from "../coingecko/currency.ts";
import { type CoingeckoId, coingecko } from "../coingecko/registry.ts";
import type { QuoteKind } from "../quote/currencies.ts";
import { type ConversionId, getConversion } from "./conversions.ts";

/**
 * `undefined` if the answers of the route are not made from others. No dependencies: it also runs
 * in workers.
 */
export function findConversion({ derived, outside }: DerivedRoute): Found | undefined {
  if (derived === undefined) return undefined;
  const { kind, currency, base = "" } = derived;
  if (!outside) return { conversion: getConversion(kind as ConversionId | QuoteKind, base), currency };
  return { conversion: requireMarket(coingecko[kind as CoingeckoId]), currency };
}
