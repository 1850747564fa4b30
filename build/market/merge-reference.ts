import type { Dataset, ReferenceCoin } from "../normalise/record.ts";

/** Which source is asked first about coins; the others complete it when it is old or missing. */
const PRIORITY: readonly string[] = ["coingecko", "coinpaprika", "coinlore"];

export interface MergedReference {
  coins: readonly ReferenceCoin[];
  /** The datasets that the coins rest on. */
  used: readonly Dataset<"coin">[];
}

/**
 * One list of coins out of the reference sources: the first by priority that answered in this run, else its last good answer with
 * fresher prices laid over it from one that did. Sources are joined by coin id, never by ticker.
 */
export function mergeReferenceCoins(datasets: readonly Dataset<"coin">[]): MergedReference {
  const ordered = [...datasets].sort((a, b) => priorityOf(a) - priorityOf(b));
  const base = ordered[0];
  if (base === undefined) return { coins: [], used: [] };
  const fresh = base.stale ? ordered.find((dataset) => !dataset.stale) : undefined;
  if (fresh === undefined) return { coins: base.records, used: [base] };
  const fresher = new Map(fresh.records.map((coin) => [coin.id, coin]));
  return { coins: base.records.map((coin) => layOver(coin, fresher.get(coin.id))), used: [base, fresh] };
}

function priorityOf({ source }: Dataset): number {
  const index = PRIORITY.indexOf(source);
  return index === -1 ? PRIORITY.length : index;
}

function layOver(coin: ReferenceCoin, fresh: ReferenceCoin | undefined): ReferenceCoin {
  if (fresh === undefined || fresh.priceUsd === null || fresh.symbol !== coin.symbol) return coin;
  if ((fresh.updatedAtMs ?? 0) <= (coin.updatedAtMs ?? 0)) return coin;
  return {
    ...coin,
    priceUsd: fresh.priceUsd,
    marketCapUsd: fresh.marketCapUsd ?? coin.marketCapUsd,
    volumeUsd: fresh.volumeUsd ?? coin.volumeUsd,
    high24hUsd: fresh.high24hUsd,
    low24hUsd: fresh.low24hUsd,
    change24hUsd: fresh.change24hUsd,
    changePercentage1h: fresh.changePercentage1h,
    changePercentage24h: fresh.changePercentage24h,
    changePercentage7d: fresh.changePercentage7d ?? coin.changePercentage7d,
    changePercentage30d: fresh.changePercentage30d ?? coin.changePercentage30d,
    changePercentage1y: fresh.changePercentage1y ?? coin.changePercentage1y,
    updatedAtMs: fresh.updatedAtMs,
    // The old series does not end at the new time.
    sparklineUsd: [],
  };
}
