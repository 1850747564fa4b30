import type { MarketMemory } from "./market-memory.ts";

/** What was remembered under an id that gave way is remembered under the one that replaces it. */
export function moveMemory(memory: MarketMemory | null, moves: ReadonlyMap<string, string>): MarketMemory | null {
  if (memory === null || moves.size === 0) return memory;
  const move = (id: string) => moves.get(id) ?? id;
  const moveKeys = <T>(record: Readonly<Record<string, T>>): Record<string, T> =>
    // Sorted, so that what the new id already has goes before what moves to it.
    Object.fromEntries(
      Object.entries(record)
        .sort(([a], [b]) => Number(moves.has(b)) - Number(moves.has(a)))
        .map(([id, value]) => [move(id), value]),
    );
  const moveValues = <T>(record: Readonly<Record<string, T>>, change: (value: T) => T): Record<string, T> =>
    Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
  return {
    ...memory,
    known: moveValues(memory.known, move),
    owners: moveValues(memory.owners, (owner) => ({ ...owner, id: move(owner.id) })),
    prices: moveKeys(memory.prices),
  };
}

/**
 * A coin's past, also that under the id which it had until now: the series move when the build is
 * published.
 */
export function followMoves<Rest extends unknown[], T>(
  find: (coinId: string, ...rest: Rest) => T,
  moves: ReadonlyMap<string, string>,
): (coinId: string, ...rest: Rest) => T {
  const before = new Map([...moves].map(([from, to]) => [to, from]));
  return (coinId, ...rest) => find(before.get(coinId) ?? coinId, ...rest);
}
