import { compareByPriority, type Dataset, type ReferenceCoin } from "../../normalise/record.ts";
import { PIVOT_COINS } from "../quotes/quote.ts";
import { REFERENCE_RULES } from "../rules/price.ts";

/** A coin's price in USD by one source. */
export interface ListPrice {
  source: string;
  priceUsd: number;
  /** `null` where the source gives no time. */
  updatedAtMs: number | null;
}

/** Prices of a coin by the reference sources that responded in this run, by priority. */
export interface ReferencePrices {
  /** All of them, including the published one. */
  all(coinId: string): readonly ListPrice[];
  /** Without the source of this row: a source cannot confirm itself. */
  others(coin: ReferenceCoin): readonly ListPrice[];
}

/** The prices of at most two hours, in USD. Lists that did not respond have none. */
export function collectReferencePrices(datasets: readonly Dataset<"coin">[], now: number): ReferencePrices {
  const rows = new Map<string, (ListPrice & { symbol: string })[]>();
  for (const { source, records, stale, fetchedAtMs } of [...datasets].sort(compareByPriority)) {
    if (stale) continue;
    for (const { id, symbol, priceUsd, updatedAtMs } of records) {
      if (priceUsd === null || now - (updatedAtMs ?? fetchedAtMs) > REFERENCE_RULES.freshMs) continue;
      const row = { source, symbol, priceUsd, updatedAtMs };
      const known = rows.get(id);
      if (known === undefined) rows.set(id, [row]);
      else known.push(row);
    }
  }
  return {
    all: (coinId) => rows.get(coinId) ?? [],
    others: ({ id, symbol, priceUsd, updatedAtMs }) =>
      (rows.get(id) ?? []).filter(
        // A price keeps its time when lists are merged. Another ticker under the same id is another
        // coin.
        (row) => row.symbol === symbol && !(row.priceUsd === priceUsd && row.updatedAtMs === updatedAtMs),
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
  const others = references.others(coin).map((other) => other.priceUsd);
  return isFresh ? [priceUsd, ...others] : others;
}

/** Whether another price is about the same. */
export function isCorroborated(price: number, otherPrices: readonly number[], share: number): boolean {
  return otherPrices.some((other) => Math.abs(other / price - 1) <= share);
}

/** The stated prices of what a quote code means: of coins with that ticker, the largest. */
export function createCodeReferences(
  lists: readonly Dataset<"coin">[],
  prices: ReferencePrices,
): (code: string) => readonly number[] {
  const ids = new Map<string, string>();
  const largest = [...(lists[0]?.records ?? [])].sort((a, b) => (b.marketCapUsd ?? 0) - (a.marketCapUsd ?? 0));
  for (const { symbol, id } of largest) if (!ids.has(symbol)) ids.set(symbol, id);
  return (code) => {
    const id = PIVOT_COINS.get(code) ?? ids.get(code);
    return id === undefined ? [] : prices.all(id).map(({ priceUsd }) => priceUsd);
  };
}
