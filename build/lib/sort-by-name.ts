import { compareText } from "./collections.ts";

/** Entries by their names, so that equal ones make equal bytes whatever their order was. */
export function sortByName<Value>(
  entries: Iterable<readonly [name: string, value: Value]>,
): (readonly [name: string, value: Value])[] {
  return [...entries].sort(([a], [b]) => compareText(a, b));
}
