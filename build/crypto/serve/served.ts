import type { DerivedRoute, Found } from "../../kit/api/derived.ts";
import type { Served } from "../../kit/serve/handler/served.ts";
import { requireMarket } from "../api/coingecko/currency.ts";
import { type CoingeckoId, coingecko } from "../api/coingecko/registry.ts";
import { type ConversionId, getConversion } from "../api/derived/conversions.ts";
import { isLivePath, ROOTS } from "../api/place-file.ts";
import type { QuoteKind } from "../api/quote/currencies.ts";

/** `undefined` if the answers of the route are not made from others. */
function findConversion({ derived, outside }: DerivedRoute): Found | undefined {
  if (derived === undefined) return undefined;
  const { kind, currency, base = "" } = derived;
  if (!outside) return { conversion: getConversion(kind as ConversionId | QuoteKind, base), currency };
  return { conversion: requireMarket(coingecko[kind as CoingeckoId]), currency };
}

/** What the handler must know of this interface. No dependencies: it also runs in workers. */
export const served: Served = { roots: ROOTS, findConversion, isLivePath };
