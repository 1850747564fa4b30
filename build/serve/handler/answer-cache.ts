import type { Moment } from "./cache-epoch.ts";

/** An answer as it goes over the wire: names and values of its headers in turn. Not to be changed. */
export interface WireAnswer {
  status: number;
  headers: readonly string[];
  /** `undefined` where only the head is sent. */
  body: Buffer | undefined;
}

/** Answers and bytes of them kept in memory; whoever asks for more at once is not slower than without. */
const KEPT_ANSWERS = 4_000;
const KEPT_BYTES = 32 * 1024 * 1024;
/** Of a larger one the sending is the work, and of a longer question nobody knows when it ends. */
const KEPT_BODY_BYTES = 1024 * 1024;
const KEPT_KEY_CHARACTERS = 1_000;

/**
 * Keeps answers until the moment ends, so that what many ask is answered without another thought. The key must be all that the answer
 * depends on besides the disk. A refusal is not kept: what is missing may come at any moment.
 */
export function createAnswerCache(
  moment: Moment,
): (key: string, make: () => Promise<WireAnswer>) => WireAnswer | Promise<WireAnswer> {
  const kept = new Map<string, WireAnswer>();
  let keptAt = Number.NaN;
  let bytes = 0;

  const forget = () => {
    kept.clear();
    bytes = 0;
  };
  const makeAndKeep = async (key: string, make: () => Promise<WireAnswer>, askedAt: number): Promise<WireAnswer> => {
    const answer = await make();
    const size = answer.body?.length ?? 0;
    // Begun in an earlier moment, it may rest on what is no longer so.
    if (askedAt !== moment() || answer.status >= 400) return answer;
    if (size > KEPT_BODY_BYTES || kept.has(key)) return answer;
    if (kept.size >= KEPT_ANSWERS || bytes + size > KEPT_BYTES) forget();
    kept.set(key, answer);
    bytes += size;
    return answer;
  };

  return (key, make) => {
    if (key.length > KEPT_KEY_CHARACTERS) return make();
    const at = moment();
    if (at !== keptAt) forget();
    keptAt = at;
    return kept.get(key) ?? makeAndKeep(key, make, at);
  };
}
