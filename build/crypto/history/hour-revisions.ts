import { sortByName } from "../../lib/entries.ts";
import { isPositiveInteger, mapOf, type Shape } from "../../lib/shape.ts";

/** By `nameRevision`: how often closed hours of the coin's year were changed or added to. */
export type HourRevisions = Readonly<Record<string, number>>;

/** The name of the document in the state. */
export const HOUR_REVISIONS = "hour-revisions";

/** `bitcoin 2026`. */
export function nameRevision(coinId: string, year: number): string {
  return `${coinId} ${year}`;
}

export const isHourRevisions: Shape<HourRevisions> = mapOf(isPositiveInteger);

/** Of two states, the larger count: a document never gets a smaller revision. */
export function mergeHourRevisions(a: HourRevisions, b: HourRevisions): HourRevisions {
  const merged = new Map(Object.entries(a));
  for (const [name, count] of Object.entries(b)) merged.set(name, Math.max(count, merged.get(name) ?? 0));
  return Object.fromEntries(sortByName(merged));
}
