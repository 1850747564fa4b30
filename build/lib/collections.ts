/** Items that share something: at least one. */
export type Group<Item> = [Item, ...Item[]];

/** The items by key, both in input order. Node 20 has no `Map.groupBy`. */
export function groupBy<Key, Item>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, Group<Item>> {
  const groups = new Map<Key, Group<Item>>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

/** Orders texts by their UTF-16 code units: the same on every machine. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** How often each value occurs, in the order of their first appearance. */
export function countValues<Value>(values: Iterable<Value>): Map<Value, number> {
  const counts = new Map<Value, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/** Counts by name, the largest first; equal ones by name. */
export function sortByCount(counts: Iterable<[name: string, count: number]>): [name: string, count: number][] {
  return [...counts].sort(([a, some], [b, others]) => others - some || compareText(a, b));
}

/** The values of a column at rows that it has, in their order. */
export function pickRows<Value>(column: readonly Value[], rows: readonly number[]): Value[] {
  return rows.map((row) => column[row] as Value);
}

/** The names of a record with known names. TypeScript takes them for any text. */
export function keysOf<Name extends string>(record: Readonly<Record<Name, unknown>>): Name[] {
  return Object.keys(record) as Name[];
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
      const first = running.length >= ahead ? running.shift() : undefined;
      if (first !== undefined) yield await first;
    }
    for (let first = running.shift(); first !== undefined; first = running.shift()) yield await first;
  } finally {
    await Promise.allSettled(running);
  }
}
