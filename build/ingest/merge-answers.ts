import type { Feed } from "../sources/source.ts";
import type { ParsedAnswer } from "./parse-answer.ts";

/**
 * The answers to all requests of a feed as one. Of records with the same key the first stays: a coin that changes its rank
 * between two pages is on both of them.
 */
export function mergeAnswers({ key }: Feed, answers: readonly ParsedAnswer[]): ParsedAnswer {
  const merged: ParsedAnswer = { records: [], dropped: new Map(), rejected: 0 };
  const present = new Set<string>();
  for (const { records, dropped, rejected } of answers) {
    for (const record of records) {
      if (key !== undefined) {
        const name = key(record);
        if (present.has(name)) continue;
        present.add(name);
      }
      merged.records.push(record);
    }
    merged.rejected += rejected;
    for (const [reason, count] of dropped) merged.dropped.set(reason, (merged.dropped.get(reason) ?? 0) + count);
  }
  return merged;
}
