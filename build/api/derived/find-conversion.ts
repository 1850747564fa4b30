import { type CoingeckoId, coingecko } from "../coingecko/registry.ts";
import type { Endpoint } from "../endpoint.ts";
import { convertCurrency } from "../quote/convert-currency.ts";
import type { Conversion } from "./derived.ts";

/** How the answers of a route are made, and in which currency. Runs in workers: no dependencies. */
export function findConversion({
  compat,
  quoted,
}: Pick<Endpoint, "compat" | "quoted">): { conversion: Conversion; currency: string } | undefined {
  if (quoted) return { conversion: convertCurrency(quoted.kind, quoted.base), currency: quoted.currency };
  return compat && { conversion: coingecko[compat.kind as CoingeckoId], currency: compat.currency };
}
