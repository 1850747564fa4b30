import type { MarketCoin } from "../../../build/market/market.ts";

/** Coins that a host without a program can find by their symbol. */
export function ownsName({ symbol, key }: MarketCoin): boolean {
  return key === symbol.toLowerCase();
}
