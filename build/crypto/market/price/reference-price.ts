import { addToGroup } from "../../../lib/entries.ts";
import { compareByPriority, type Dataset, type ReferenceCoin } from "../../normalise/record.ts";
import { PIVOT_COINS } from "../quotes/quote-code.ts";
import { REFERENCE_RULES } from "../rules/price.ts";

/** A coin's price in USD by one source. */
export interface ListPrice {
  source: string;
  priceUsd: number;
  /** `null` where the source gives no time. */
  updatedAtMs: number | null;
}

interface FreshPrice extends ListPrice {
  /** Whether it is new enough to choose between venues that disagree. */
  decides: boolean;
}

/** Prices of a coin by the reference sources that responded in this run, by priority. */
export interface ReferencePrices {
  /** All of them, including the published one. */
  all(coinId: string): readonly FreshPrice[];
  /** Without the source of this row: a source cannot confirm itself. */
  others(coin: ReferenceCoin): readonly FreshPrice[];
}

/** The prices of at most two hours, in USD. Lists that did not respond have none. */
export function collectReferencePrices(datasets: readonly Dataset<"coin">[], now: number): ReferencePrices {
  const rows = new Map<string, (FreshPrice & { symbol: string })[]>();
  for (const { source, records, stale, fetchedAtMs } of [...datasets].sort(compareByPriority)) {
    if (stale) continue;
    for (const { id, symbol, priceUsd, updatedAtMs } of records) {
      const ageMs = now - (updatedAtMs ?? fetchedAtMs);
      if (priceUsd === null || ageMs > REFERENCE_RULES.freshMs) continue;
      const decides = ageMs <= REFERENCE_RULES.decidesMs;
      const row = { source, symbol, priceUsd, updatedAtMs, decides };
      addToGroup(rows, id, row);
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
 * source first, and those of them that are new enough to choose between venues.
 */
export function listFreshPrices(
  coin: ReferenceCoin,
  references: ReferencePrices,
  now: number,
): { freshUsd: readonly number[]; decidingUsd: readonly number[] } {
  const { priceUsd, updatedAtMs } = coin;
  const ageMs = updatedAtMs === null ? Number.POSITIVE_INFINITY : now - updatedAtMs;
  const own = { priceUsd, decides: ageMs <= REFERENCE_RULES.decidesMs };
  const all = [...(ageMs <= REFERENCE_RULES.freshMs ? [own] : []), ...references.others(coin)];
  const pricesOf = (some: typeof all) => some.flatMap((one) => one.priceUsd ?? []);
  return { freshUsd: pricesOf(all), decidingUsd: pricesOf(all.filter(({ decides }) => decides)) };
}

/** Whether another price is about the same. */
export function isCorroborated(price: number, otherPrices: readonly number[], share: number): boolean {
  return otherPrices.some((other) => Math.abs(other / price - 1) <= share);
}

/**
 * The stated prices of what a quote code means, of coins with that ticker the largest, that are new
 * enough to choose between venues.
 */
export function createCodeReferences(
  lists: readonly Dataset<"coin">[],
  prices: ReferencePrices,
): (code: string) => readonly number[] {
  const ids = new Map<string, string>();
  const largest = [...(lists[0]?.records ?? [])].sort((a, b) => (b.marketCapUsd ?? 0) - (a.marketCapUsd ?? 0));
  for (const { symbol, id } of largest) if (!ids.has(symbol)) ids.set(symbol, id);
  return (code) => {
    const id = PIVOT_COINS.get(code) ?? ids.get(code);
    return id === undefined ? [] : prices.all(id).flatMap(({ priceUsd, decides }) => (decides ? [priceUsd] : []));
  };
}
