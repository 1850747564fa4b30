/** The items by key, both in input order. Node 20 has no `Map.groupBy`. */
export function groupBy<Key, Item>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

/** Values by two texts: two look-ups are faster than one combined key. */
export interface ReadonlyTwoKeyMap<T> {
  get(first: string, second: string): T | undefined;
  values(): T[];
}

export class TwoKeyMap<T> implements ReadonlyTwoKeyMap<T> {
  readonly #maps = new Map<string, Map<string, T>>();

  get(first: string, second: string): T | undefined {
    return this.#maps.get(first)?.get(second);
  }

  set(first: string, second: string, value: T): void {
    const map = this.#maps.get(first);
    if (map === undefined) this.#maps.set(first, new Map([[second, value]]));
    else map.set(second, value);
  }

  values(): T[] {
    return [...this.#maps.values()].flatMap((map) => [...map.values()]);
  }
}

/**
 * Results in order, with at most `ahead` jobs running. Throws the first error after all have
 * ended.
 */
export async function* runAhead<T>(jobs: Iterable<() => Promise<T>>, ahead: number): AsyncGenerator<T> {
  const running: Promise<T>[] = [];
  try {
    for (const job of jobs) {
      const result = job();
      // Avoids an unhandled rejection: the error is thrown in its turn.
      result.catch(() => undefined);
      running.push(result);
      if (running.length >= ahead) yield await (running.shift() as Promise<T>);
    }
    while (running.length > 0) yield await (running.shift() as Promise<T>);
  } finally {
    await Promise.allSettled(running);
  }
}
