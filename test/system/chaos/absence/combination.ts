import { sources } from "../../../../build/crypto/sources/registry.ts";
import { hashSeed, openDraws } from "../random.ts";

/** The twelve: enabled by default, reachable from most runners, the first of the registry. */
export const TWELVE: readonly string[] = sources
  .filter(({ venue, offByDefault, oftenAbsent }) => venue && offByDefault === undefined && oftenAbsent === undefined)
  .slice(0, 12)
  .map(({ id }) => id);

const DOLLARS = new Set(sources.flatMap(({ id, venue }) => (venue?.usdFiat ? id : [])));
const ABSENT = 6;

/** Which venues do not answer, and which one of the others multiplies all of its prices by ten. */
export interface Combination {
  absent: readonly string[];
  present: readonly string[];
  liar: string;
  /** The venues that answer, tell the truth and hold dollars. */
  honestDollars: readonly string[];
  /** The venues that answer and hold dollars. */
  dollars: readonly string[];
}

export function combine(absent: readonly string[], seed: number, liarOf?: string): Combination {
  const present = TWELVE.filter((id) => !absent.includes(id));
  const liar = liarOf ?? present[hashSeed(seed, ...absent) % present.length]!;
  const dollars = present.filter((id) => DOLLARS.has(id));
  return { absent, present, liar, dollars, honestDollars: dollars.filter((id) => id !== liar) };
}

/** All 924 choices of six of the twelve, in the order of the registry. */
export function listCombinations(seed: number): Combination[] {
  const choose = (from: readonly string[], count: number): string[][] => {
    if (count === 0) return [[]];
    return from.flatMap((id, at) => choose(from.slice(at + 1), count - 1).map((rest) => [id, ...rest]));
  };
  return choose(TWELVE, ABSENT).map((absent) => combine(absent, seed));
}

/** As many of them, drawn by the seed. */
export function drawCombinations(seed: number, count: number): Combination[] {
  return openDraws(seed, "six absent").sample(listCombinations(seed), count);
}

/** All venues that hold dollars are absent: nothing says what a dollar is. */
export const NO_DOLLAR: Combination = combine(
  TWELVE.filter((id) => DOLLARS.has(id)),
  0,
);

const REST = TWELVE.filter((id) => !DOLLARS.has(id));
const LAST_DOLLAR = TWELVE.find((id) => DOLLARS.has(id))!;

/** The only venue that holds dollars lies. */
export const LYING_DOLLAR: Combination = combine(
  TWELVE.filter((id) => id !== LAST_DOLLAR && (DOLLARS.has(id) || id === REST[0])),
  0,
  LAST_DOLLAR,
);
