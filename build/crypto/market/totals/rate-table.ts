import { GUARD_RULES, RATE_RULES } from "../rules/totals.ts";

/** Units of a currency for one USD, by ISO 4217 code. */
export type Table = ReadonlyMap<string, number>;

/** Whether both tables know a currency besides the dollar. */
export function isComparable(table: Table, judge: Table): boolean {
  return measureDistances(table, judge).length > 0;
}

/** Whether two tables differ as a whole, or in more currencies than single errors explain. */
export function contradicts(table: Table, judge: Table): boolean {
  const distances = measureDistances(table, judge);
  const middle = distances[Math.floor(distances.length / 2)] ?? 1;
  return middle > GUARD_RULES.agreement || hasSlipped(distances);
}

/** Whether more rates are far off than single errors explain. */
export function hasSlipped(distances: readonly number[]): boolean {
  const far = distances.filter((distance) => distance > GUARD_RULES.far).length;
  // One of a few is no evidence about the rest.
  return far > Math.max(1, RATE_RULES.farShare * distances.length);
}

/** As factors, ascending, of the currencies that both know. */
export function measureDistances(table: Table, judge: Table): number[] {
  const distances = [...table].flatMap(([code, rate]) => {
    const other = code === "USD" ? undefined : judge.get(code);
    return other === undefined ? [] : [Math.max(rate / other, other / rate)];
  });
  return distances.sort((a, b) => a - b);
}
