import { percentageOf } from "../../lib/numbers.ts";
import type { Dataset } from "../../normalise/record.ts";
import type { GlobalStatistics, MarketCoin } from "../market.ts";
import { GLOBAL_RULES } from "../rules/totals.ts";

/**
 * The market as a whole. Totals are the reference's, because it counts coins far beyond those covered here; without one they are the
 * sums over the coins covered, and the changes are unknown. Shares use our own market caps.
 */
export function buildGlobal(
  reference: Dataset<"global"> | undefined,
  coins: readonly MarketCoin[],
  markets: number,
  asOfMs: number,
): GlobalStatistics | null {
  const known = reference?.records[0];
  if (known === undefined && coins.length === 0) return null;
  const totalMarketCap = known?.totalMarketCapUsd ?? sum(coins.map(({ marketCap }) => marketCap));
  return {
    source: known === undefined ? null : (reference?.source ?? null),
    activeCoins: known?.activeCoins ?? coins.length,
    // The reference counts exchanges under this name; these are books.
    markets,
    totalMarketCap,
    totalVolume: known?.totalVolumeUsd ?? sum(coins.map(({ volume }) => volume)),
    marketCapPercentage: computeShares(coins, totalMarketCap),
    marketCapChangePercentage24h: known?.marketCapChangePercentage24h ?? null,
    volumeChangePercentage24h: known?.volumeChangePercentage24h ?? null,
    // A clock ahead of ours must not make an answer younger than its arrival.
    updatedAtMs:
      reference === undefined ? asOfMs : Math.min(known?.updatedAtMs ?? reference.fetchedAtMs, reference.fetchedAtMs),
  };
}

/** Of two coins with the same ticker the larger one is meant. */
function computeShares(coins: readonly MarketCoin[], totalMarketCap: number): Record<string, number> {
  const shares = new Map<string, number>();
  for (const { rank, symbol, marketCap } of coins) {
    const share = rank === null ? null : percentageOf(marketCap, totalMarketCap);
    const name = symbol.toLowerCase();
    if (share !== null && share <= 100 && !shares.has(name)) shares.set(name, share);
    if (shares.size === GLOBAL_RULES.shares) break;
  }
  return Object.fromEntries(shares);
}

function sum(values: readonly (number | null)[]): number {
  return values.reduce<number>((total, value) => total + (value === null ? 0 : value), 0);
}
