import { sortByName } from "../../lib/entries.ts";
import { isTimeMs, mapOf, objectOf, orNull } from "../../lib/shape.ts";

/** How far the backfill of old hours has come. */
export interface PastHours {
  /**
   * By `<coin id> <source>`: hours from this time on were requested there, or the source has none.
   * By `<coin id> done`: all of the coin's sources had been asked for the hours from this time on.
   * It only moves back: a source that is new or that comes back does not reopen a year. A pause of
   * more than 45 days between builds removes it. 0: no older hours are expected.
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

const DONE = " done";

/** The key of a coin and all of its sources. */
export function nameDone(coinId: string): string {
  return `${coinId}${DONE}`;
}

/** A version of November 2026 wrote ` none` for coins without a source, which are done now. */
const WITHOUT_SOURCE = " none";

/** `reachedMs` by `nameCursor` and `nameDone`, in unix milliseconds; empty without a document. */
export function readCursors(document: PastHours | undefined): Map<string, number> {
  const all = Object.entries(document?.reachedMs ?? {});
  return new Map(all.filter(([key]) => !key.endsWith(WITHOUT_SOURCE)));
}

/** By coin: all hours from this time on were requested. A coin that is missing is not done yet. */
export function findDone({ reachedMs }: PastHours): ReadonlyMap<string, number> {
  const all = Object.entries(reachedMs);
  return new Map(all.flatMap(([key, timeMs]) => (key.endsWith(DONE) ? [[key.slice(0, -DONE.length), timeMs]] : [])));
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
  return { reachedMs: Object.fromEntries(sortByName(reachedMs)), doneFromMs };
}

/** Begins anew for all coins: hours that no build saw have passed the border of the recent ones. */
export function restartPastHours({ doneFromMs }: PastHours): PastHours {
  return renderPastHours(new Map(), doneFromMs);
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
