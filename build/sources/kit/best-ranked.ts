import { Dropped, ignored, type ReferenceCoin } from "../../normalise/record.ts";

/**
 * Lets one record of each coin through: the best ranked, where an upstream keeps several ids of one coin (an old contract,
 * a wrapped twin) that map to the same id.
 */
export function keepBestRanked(records: Iterable<ReferenceCoin | Dropped>): (ReferenceCoin | Dropped)[] {
  const best = new Map<string, ReferenceCoin>();
  const rest: Dropped[] = [];
  for (const record of records) {
    if (record instanceof Dropped) {
      rest.push(record);
      continue;
    }
    const known = best.get(record.id);
    if (known !== undefined) rest.push(ignored("a second id of the same coin"));
    if (known === undefined || isBetter(record, known)) best.set(record.id, record);
  }
  return [...best.values(), ...rest];
}

function isBetter(record: ReferenceCoin, other: ReferenceCoin): boolean {
  return (record.rank ?? Number.POSITIVE_INFINITY) < (other.rank ?? Number.POSITIVE_INFINITY);
}
