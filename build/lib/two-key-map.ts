/** Values by two texts: to look them up one after the other is faster than to make one text of both. */
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
