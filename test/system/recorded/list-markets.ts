import type { Listing } from "../../../build/normalise/record.ts";

/**
 * A listing for a recorded ticker body whose own listing was not recorded: every name is a trading
 * spot book of its own.
 */
export function listMarkets(
  markets: Iterable<string>,
  base: (market: string) => string = (market) => market,
): Listing[] {
  return [...markets].map((market) => ({
    market,
    base: base(market),
    quote: "QUOTE",
    trading: true,
    type: "spot",
    baseName: null,
  }));
}
