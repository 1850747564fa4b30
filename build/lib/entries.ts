import { compareText } from "./collections.ts";

/** Entries by their names, so that equal ones make equal bytes whatever their order was. */
export function sortByName<Value>(
  entries: Iterable<readonly [name: string, value: Value]>,
): (readonly [name: string, value: Value])[] {
  return [...entries].sort(([a], [b]) => compareText(a, b));
}

/** Adds an item to the list of its key. */
export function addToGroup<Key, Item>(groups: Map<Key, Item[]>, key: Key, item: Item): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [item]);
  else group.push(item);
}
