import type { Dataset, ReferenceCoin } from "../../normalise/record.ts";
import { REFERENCE_RULES } from "../rules.ts";

/** What reference sources that answered in this run say of a coin, in USD. */
export interface ReferenceWitnesses {
  /** All of them, also the one whose price is published. */
  all(coinId: string): readonly number[];
  /** Those besides the one that this very row comes from: a source cannot confirm itself. */
  others(coin: ReferenceCoin): readonly number[];
}

export function collectWitnesses(datasets: readonly Dataset<"coin">[], now: number): ReferenceWitnesses {
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
          // Whatever else a merge changes, a price keeps its time. Another ticker under the same id
          // is another coin.
          (row) => row.symbol === symbol && !(row.priceUsd === priceUsd && row.updatedAtMs === updatedAtMs),
        ),
      ),
  };
}

/**
 * Every price of the coin that is young enough to confirm or contradict another one; its own
 * source's first.
 */
export function listFreshPrices(coin: ReferenceCoin, references: ReferenceWitnesses, now: number): readonly number[] {
  const { priceUsd, updatedAtMs } = coin;
  const isFresh = priceUsd !== null && updatedAtMs !== null && now - updatedAtMs <= REFERENCE_RULES.freshMs;
  return isFresh ? [priceUsd, ...references.others(coin)] : references.others(coin);
}

/** Whether one of them says about the same. */
export function isSupported(price: number, witnesses: readonly number[], share: number): boolean {
  return witnesses.some((witness) => Math.abs(witness / price - 1) <= share);
}
