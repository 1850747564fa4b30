import type { MarketMemory } from "../market-memory.ts";
import { isSlugOf, type TextOwner } from "./coin-key.ts";

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
    known: moveValues(memory.known, (known) =>
      typeof known === "string" ? move(known) : { ...known, coinId: move(known.coinId) },
    ),
    owners: Object.fromEntries(
      Object.entries(memory.owners).map(([text, owner]) => [text, moveOwner(text, owner, move(owner.id))]),
    ),
    prices: moveKeys(memory.prices),
    ...(memory.supplies && { supplies: moveKeys(memory.supplies) }),
  };
}

/** A coin whose key was its id keeps that key. */
function moveOwner(text: string, owner: TextOwner, id: string): TextOwner {
  if (id === owner.id) return owner;
  return isSlugOf(text, owner.id) ? { ...owner, id, formerKey: true } : { ...owner, id };
}

/**
 * A coin's past, also that under the id which it had until now: the series move when the build is
 * published. A coin whose id was another coin's until now has no past: `nothing`.
 */
export function followMoves<Rest extends unknown[], T>(
  find: (coinId: string, ...rest: Rest) => T,
  moves: ReadonlyMap<string, string>,
  nothing: T,
): (coinId: string, ...rest: Rest) => T {
  const before = new Map([...moves].map(([from, to]) => [to, from]));
  return (coinId, ...rest) => {
    const from = before.get(coinId);
    return from === undefined && moves.has(coinId) ? nothing : find(from ?? coinId, ...rest);
  };
}
