import type { Conversion } from "../../../kit/api/derived.ts";
import { requireMarket } from "../coingecko/currency.ts";
import { type CoingeckoId, coingecko } from "../coingecko/registry.ts";
import type { QuoteKind } from "../quote/currencies.ts";
import { type ConversionId, getConversion } from "./conversions.ts";

/** What a published route says of a derived endpoint. */
export interface DerivedRoute {
  /** The answer is made from others. */
  derived?: { kind: ConversionId; currency: string };
  /** The answer is that of the endpoint `base`, in another currency. */
  quoted?: { kind: ConversionId | QuoteKind; currency: string; base: string };
  /** The answer has the form of another interface. */
  compat?: { kind: string; currency: string };
}

/** How the answers of a route are made. */
export interface Found {
  conversion: Conversion;
  currency: string;
}

/**
 * `undefined` if the answers of the route are not made from others. No dependencies: it also runs
 * in workers.
 */
export function findConversion({ compat, derived, quoted }: DerivedRoute): Found | undefined {
  if (derived) return { conversion: getConversion(derived.kind, ""), currency: derived.currency };
  if (quoted) {
    const { kind, currency, base } = quoted;
    return { conversion: getConversion(kind, base), currency };
  }
  if (!compat) return undefined;
  const { kind, currency } = compat;
  return { conversion: requireMarket(coingecko[kind as CoingeckoId]), currency };
}
