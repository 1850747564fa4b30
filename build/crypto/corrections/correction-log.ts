import type { StateStore } from "../../kit/platform/platform.ts";
import { isNumber, isText, isTimeMs, listOf, objectOf, orNull, type Shape } from "../../lib/shape.ts";
import { renderDay } from "../../lib/time.ts";
import type { RestrictedValues } from "../market/open-only.ts";
import type { Correction } from "./correction.ts";

/** The folder in the state: one document per UTC year, its entries in the order of their builds. */
export const CORRECTIONS = "corrections/";

/** Whether a document is the log of a year. */
export function isCorrectionsName(name: string): boolean {
  return /^corrections\/\d{4}$/.test(name);
}

/** `corrections/2026`. */
export function nameCorrections(timeMs: number): string {
  return `${CORRECTIONS}${renderDay(timeMs).slice(0, 4)}`;
}

const isValue: Shape<number | string | null> = (value): value is number | string | null =>
  value === null || isNumber(value) || isText(value);

/** A column of archives holds it as an integer. */
const isCount: Shape<number> = (value): value is number => Number.isSafeInteger(value);

export const isCorrectionLog: Shape<Correction[]> = listOf(
  objectOf<Correction>({
    timeMs: isTimeMs,
    dataset: isText,
    coinId: orNull(isText),
    field: orNull(isText),
    fromMs: isTimeMs,
    toMs: isTimeMs,
    count: isCount,
    old: isValue,
    new: isValue,
    reason: isText,
  }),
);

/** The entries of two logs, each once. */
export function joinCorrections(older: readonly Correction[], newer: readonly Correction[]): Correction[] {
  const distinct = new Map([...older, ...newer].map((entry) => [JSON.stringify(entry), entry]));
  return [...distinct.values()].sort((a, b) => a.timeMs - b.timeMs);
}

export async function addCorrections(state: StateStore, added: readonly Correction[]): Promise<void> {
  const [first] = added;
  if (first === undefined) return;
  const name = nameCorrections(first.timeMs);
  const known = (await state.read<Correction[]>(name)) ?? [];
  state.write(name, joinCorrections(known, added));
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
  return log.map((entry) => ({ ...entry, old: null, new: null }));
}
