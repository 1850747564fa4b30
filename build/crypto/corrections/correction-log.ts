import type { StateStore } from "../../kit/platform/platform.ts";
import { groupBy } from "../../lib/collections.ts";
import {
  isNumber,
  isPositiveInteger,
  isText,
  isTimeMs,
  listOf,
  objectOf,
  optional,
  orNull,
  type Shape,
} from "../../lib/shape.ts";
import { renderDay } from "../../lib/time.ts";
import type { RestrictedValues } from "../market/open-only.ts";
import { type Correction, joinEntries } from "./correction.ts";

/** The folder in the state: one document per UTC year, its entries in the order of their builds. */
export const CORRECTIONS = "corrections/";

/** Whether a document is the log of a year. */
export function isCorrectionsName(name: string): boolean {
  return /^corrections\/\d{4}$/.test(name);
}

/** `corrections/2026`. */
function nameCorrections(timeMs: number): string {
  return `${CORRECTIONS}${renderDay(timeMs).slice(0, 4)}`;
}

const isValue: Shape<number | string | null> = (value): value is number | string | null =>
  value === null || isNumber(value) || isText(value);

const isEntries = listOf(
  objectOf<Correction>({
    timeMs: isTimeMs,
    dataset: isText,
    coinId: orNull(isText),
    field: orNull(isText),
    fromMs: isTimeMs,
    toMs: isTimeMs,
    count: isPositiveInteger,
    old: isValue,
    new: isValue,
    reason: isText,
    largestChangePercentage: optional(isNumber),
  }),
);

/** Whether a stored value is the log of that name: builds of its year, and values before them. */
export function isCorrectionLog(value: unknown, name: string): value is Correction[] {
  return (
    isEntries(value) &&
    value.every(
      ({ timeMs, fromMs, toMs }) => nameCorrections(timeMs) === name && fromMs >= 0 && fromMs <= toMs && toMs <= timeMs,
    )
  );
}

/**
 * The entries of a year that stay as they are: some 3 MB. An upstream that revises its past with
 * every build would add thousands a day.
 */
export const KEPT_PER_YEAR = 10_000;

/**
 * The entries of two copies of a log, each once. Entries of one copy that the other pushes beyond
 * the limit become summaries. Of summaries of one month, one is an earlier version of another, so
 * the largest one counts: joining a copy twice changes nothing. Copies that went on apart from each
 * other have more entries than that: beyond the limit, counts of joined logs are lower bounds.
 */
export function joinCorrections(older: readonly Correction[], newer: readonly Correction[]): Correction[] {
  const { single, further } = splitLog([...listSingle(older), ...listSingle(newer)]);
  const summaries = [older, newer].flatMap((log) => log.slice(KEPT_PER_YEAR));
  return [...single, ...summarise([...summaries, ...summarise(further)], Math.max)];
}

/** The log with the entries of one more build. */
function extendLog(known: readonly Correction[], added: readonly Correction[]): Correction[] {
  const { single, further } = splitLog([...known, ...added]);
  return [...single, ...summarise(further)];
}

function listSingle(log: readonly Correction[]): readonly Correction[] {
  return log.slice(0, KEPT_PER_YEAR);
}

/** The entries in the order of their builds, each once, and those beyond the limit. */
function splitLog(entries: readonly Correction[]): Record<"single" | "further", Correction[]> {
  const distinct = [...new Map(entries.map((entry) => [JSON.stringify(entry), entry])).values()];
  const sorted = distinct.sort((a, b) => a.timeMs - b.timeMs);
  return { single: sorted.slice(0, KEPT_PER_YEAR), further: sorted.slice(KEPT_PER_YEAR) };
}

/**
 * Entries beyond `KEPT_PER_YEAR`: those of a UTC month about one dataset with one reason are one
 * summary, at the time of its last build. So the log of a year has a limit, and its sums remain.
 */
function summarise(entries: readonly Correction[], joinCounts = (a: number, b: number) => a + b): Correction[] {
  const months = groupBy(
    entries,
    ({ timeMs, dataset, reason }) => `${renderDay(timeMs).slice(0, "2026-11".length)}\n${dataset}\n${reason}`,
  );
  return [...months.values()].map((month) => joinEntries(month, joinCounts)).sort((a, b) => a.timeMs - b.timeMs);
}

interface LogWriter extends Pick<StateStore, "read"> {
  write(name: string, value: Correction[]): void;
}

/** Adds entries of one build to the log of its year. Writes to the state without a commit. */
export async function addCorrections(state: LogWriter, added: readonly Correction[]): Promise<void> {
  const [first] = added;
  if (first === undefined) return;
  const name = nameCorrections(first.timeMs);
  const known = (await state.read<Correction[]>(name)) ?? [];
  state.write(name, extendLog(known, added));
}

/** The newest entries, newest first. */
export async function readCorrections(
  state: Pick<StateStore, "list" | "read">,
  limit: number,
): Promise<readonly Correction[]> {
  const found: Correction[] = [];
  for (const { name } of [...state.list(CORRECTIONS)].reverse()) {
    found.push(...((await state.read<Correction[]>(name)) ?? []).toReversed());
    if (found.length >= limit) break;
  }
  return found.slice(0, limit);
}

/** For `--open-only`: an entry does not say which source its values are from. */
export function removeRestrictedCorrections(
  log: readonly Correction[],
  { withCoins, withTickers }: RestrictedValues,
): readonly Correction[] {
  if (!withCoins && !withTickers) return log;
  return log.map(({ largestChangePercentage, ...entry }) => ({ ...entry, old: null, new: null }));
}
