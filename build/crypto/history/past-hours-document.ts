import { isTimeMs, mapOf, objectOf, orNull } from "../../lib/shape.ts";

/** How far the backfill of old hours has come. */
export interface PastHours {
  /**
   * By `<coin id> <source>`: hours from this time on were requested there, or the source has
   * none. 0: no older ones are expected.
   */
  reachedMs: Record<string, number>;
  /** The start of a UTC year: hours from there on have been requested of every coin once. */
  doneFromMs: number | null;
}

/** The name of the document in the state. */
export const PAST_HOURS = "past-hours";

/** The key of a coin and a source in `reachedMs`. */
export function nameCursor(coinId: string, source: string): string {
  return `${coinId} ${source}`;
}

/** In place of a source, where no source has old hours of the coin. */
export const NO_SOURCE = "none";

/**
 * By coin: hours from this time on were requested of the source that was read furthest. The others
 * may never get there: one may have stopped to trade the coin, and one may be new. A coin that is
 * missing has not been looked at yet.
 */
export function findReached({ reachedMs }: PastHours): ReadonlyMap<string, number> {
  const reached = new Map<string, number>();
  for (const [key, timeMs] of Object.entries(reachedMs)) {
    const coinId = key.slice(0, key.lastIndexOf(" "));
    reached.set(coinId, Math.min(timeMs, reached.get(coinId) ?? timeMs));
  }
  return reached;
}

export const isPastHours = objectOf<PastHours>({ reachedMs: mapOf(isTimeMs), doneFromMs: orNull(isTimeMs) });

/** What either of two states has requested. */
export function mergePastHours(a: PastHours, b: PastHours): PastHours {
  const reachedMs = new Map(Object.entries(a.reachedMs));
  for (const [key, timeMs] of Object.entries(b.reachedMs))
    reachedMs.set(key, Math.min(timeMs, reachedMs.get(key) ?? timeMs));
  const done = [a.doneFromMs, b.doneFromMs].filter((timeMs) => timeMs !== null);
  return renderPastHours(reachedMs, done.length === 0 ? null : Math.min(...done));
}

/** In the order of their keys, so that equal cursors are equal bytes. */
export function renderPastHours(reachedMs: ReadonlyMap<string, number>, doneFromMs: number | null): PastHours {
  return { reachedMs: Object.fromEntries([...reachedMs].sort(([a], [b]) => (a < b ? -1 : 1))), doneFromMs };
}

/**
 * For `--open-only`: begins anew where hours were removed, so that open venues are asked for them.
 * The document itself where none were: only the first such build finds earlier values or cursors.
 */
export function removeCursors(
  document: PastHours,
  { sources, withCoins, withTickers }: { sources: ReadonlySet<string>; withCoins: boolean; withTickers: boolean },
): PastHours {
  const isRestricted = (key: string) => sources.has(key.slice(key.lastIndexOf(" ") + 1));
  const hasRemoved = withCoins || withTickers || Object.keys(document.reachedMs).some(isRestricted);
  return hasRemoved ? renderPastHours(new Map(), null) : document;
}
