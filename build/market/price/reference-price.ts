import type { Dataset, RecordKind, ReferenceCoin } from "../../normalise/record.ts";
import { REFERENCE_RULES } from "../rules.ts";

/** Sources without a declared priority come after all others. */
const LAST = Number.MAX_SAFE_INTEGER;

/** By the declared priority of the source, then by name: the order of arrival has no influence. */
export function compareByPriority(a: Dataset, b: Dataset): number {
  return (a.priority ?? LAST) - (b.priority ?? LAST) || compareText(a.source, b.source) || compareText(a.feed, b.feed);
}

/** That of the first source that responded in this run, otherwise the first one. */
export function pickDataset<K extends RecordKind>(datasets: readonly Dataset<K>[]): Dataset<K> | undefined {
  const ordered = [...datasets].sort(compareByPriority);
  return ordered.find(({ stale }) => !stale) ?? ordered[0];
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Prices of a coin, in USD, by the reference sources that responded in this run. */
export interface ReferencePrices {
  /** All of them, including the published one. */
  all(coinId: string): readonly number[];
  /** Without the source of this row: a source cannot confirm itself. */
  others(coin: ReferenceCoin): readonly number[];
}

export function collectReferencePrices(datasets: readonly Dataset<"coin">[], now: number): ReferencePrices {
  const rows = new Map<string, ReferenceCoin[]>();
  for (const { records, stale, fetchedAtMs } of datasets) {
    if (stale) continue;
    for (const coin of records) {
      if (coin.priceUsd === null || now - (coin.updatedAtMs ?? fetchedAtMs) > REFERENCE_RULES.freshMs) continue;
      const known = rows.get(coin.id);
      if (known === undefined) rows.set(coin.id, [coin]);
      else known.push(coin);
    }
  }
  const read = (found: readonly ReferenceCoin[]): number[] => found.flatMap(({ priceUsd }) => priceUsd ?? []);
  return {
    all: (coinId) => read(rows.get(coinId) ?? []),
    others: ({ id, symbol, priceUsd, updatedAtMs }) =>
      read(
        (rows.get(id) ?? []).filter(
          // A price keeps its time when lists are merged. Another ticker under the same id is
          // another coin.
          (row) => row.symbol === symbol && !(row.priceUsd === priceUsd && row.updatedAtMs === updatedAtMs),
        ),
      ),
  };
}

/**
 * All prices of the coin that are fresh enough to confirm or contradict another one, the coin's own
 * source first.
 */
export function listFreshPrices(coin: ReferenceCoin, references: ReferencePrices, now: number): readonly number[] {
  const { priceUsd, updatedAtMs } = coin;
  const isFresh = priceUsd !== null && updatedAtMs !== null && now - updatedAtMs <= REFERENCE_RULES.freshMs;
  return isFresh ? [priceUsd, ...references.others(coin)] : references.others(coin);
}

/** Whether another price is about the same. */
export function isCorroborated(price: number, otherPrices: readonly number[], share: number): boolean {
  return otherPrices.some((other) => Math.abs(other / price - 1) <= share);
}
