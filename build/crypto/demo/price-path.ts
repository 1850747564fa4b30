import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../lib/time.ts";
import { fiatUsd } from "./fiat-rates.ts";
import { hashText, smoothNoise, toUnit } from "./noise.ts";

/** The moment at which every coin costs its base price. */
export const REFERENCE_MS = Date.UTC(2026, 10, 20);

/** Natural logarithm of price / base price at a time; about 0 at the reference moment. */
export type LogPath = (timeMs: number) => number;

/**
 * Period and amplitude (of the logarithm) of the noise in a price: cycles of years, daily moves of
 * two to three percent, moves of a few basis points in five minutes.
 */
const SLOW: readonly Octave[] = [
  [1600 * DAY_MS, 0.5],
  [420 * DAY_MS, 0.35],
  [110 * DAY_MS, 0.18],
  [33 * DAY_MS, 0.09],
];
const FAST: readonly Octave[] = [
  [8 * DAY_MS, 0.055],
  [1.3 * DAY_MS, 0.026],
  [5 * HOUR_MS, 0.005],
  [40 * MINUTE_MS, 0.0016],
  [5 * MINUTE_MS, 0.0004],
];
type Octave = readonly [periodMs: number, amplitude: number];

/** A young coin grows from this age, so that its first price is not zero. */
const AGE_AT_LAUNCH_MS = 120 * DAY_MS;
const GOLD_SINCE_MS = Date.UTC(2009, 0, 1);

export interface PathFactory {
  /** `name`: a coin's id, `gold`, or `fiat:EUR`. */
  floating(name: string, launchedMs: number): LogPath;
  /** The same without moves of less than about a month: cheap, for the search of extremes. */
  slow(name: string, launchedMs: number): LogPath;
  /** Near 1 with a wobble of a few basis points. */
  peg(name: string): LogPath;
}

/** Paths of one seed. All coins share a market-wide factor. */
export function createPathFactory(seed: number): PathFactory {
  const marketKey = hashText("market", seed);
  const marketAt = new Map<number, number>();

  const market = (timeMs: number, octaves: readonly Octave[]): number => {
    const memoKey = octaves === SLOW ? -timeMs : timeMs;
    const known = marketAt.get(memoKey);
    if (known !== undefined) return known;
    const value = sumOctaves(marketKey, timeMs, octaves);
    if (marketAt.size > 50_000) marketAt.clear();
    marketAt.set(memoKey, value);
    return value;
  };

  const create = (name: string, launchedMs: number, octaveSets: readonly (readonly Octave[])[]): LogPath => {
    if (name.startsWith("fiat:")) {
      const code = name.slice(5);
      return (timeMs) => Math.log(fiatUsd(code, timeMs) / fiatUsd(code, REFERENCE_MS));
    }
    const character = getCharacter(name, seed);
    const sinceMs = (name === "gold" ? GOLD_SINCE_MS : launchedMs) - AGE_AT_LAUNCH_MS;
    const raw: LogPath = (timeMs) => {
      const age = Math.max(timeMs - sinceMs, DAY_MS) / (REFERENCE_MS - sinceMs);
      let sum = character.growth * Math.log(age);
      for (const octaves of octaveSets) {
        sum += character.market * market(timeMs, octaves) + character.own * sumOctaves(character.key, timeMs, octaves);
      }
      return sum;
    };
    const atReference = raw(REFERENCE_MS);
    return (timeMs) => raw(timeMs) - atReference;
  };

  return {
    floating: (name, launchedMs) => create(name, launchedMs, [SLOW, FAST]),
    slow: (name, launchedMs) => create(name, launchedMs, [SLOW]),
    peg(name) {
      const key = hashText(name, seed);
      return (timeMs) =>
        0.0005 * smoothNoise(key, timeMs / (10 * DAY_MS)) +
        0.0002 * smoothNoise(key + 1, timeMs / (7 * HOUR_MS)) +
        0.0001 * smoothNoise(key + 2, timeMs / (15 * MINUTE_MS));
    },
  };
}

/** How strongly a coin follows the market, its own noise, and its growth with age. */
function getCharacter(name: string, seed: number): { key: number; market: number; own: number; growth: number } {
  const key = hashText(name, seed);
  if (name === "gold") return { key, market: 0.02, own: 0.25, growth: 0.4 };
  if (name === "bitcoin") return { key, market: 0.75, own: 0.3, growth: 3 };
  if (name === "ethereum") return { key, market: 0.9, own: 0.4, growth: 2 };
  const draw = (label: string) => toUnit(hashText(`${name}/${label}`, seed));
  return { key, market: 0.7 + 0.5 * draw("market"), own: 0.6 + 0.8 * draw("own"), growth: 1.6 * draw("growth") - 0.6 };
}

function sumOctaves(key: number, timeMs: number, octaves: readonly Octave[]): number {
  let sum = 0;
  // By position: a pattern makes an iterator for each of the many octaves.
  for (let at = 0; at < octaves.length; at += 1) {
    const octave = octaves[at] as Octave;
    const periodMs = octave[0];
    const octaveKey = (key + Math.trunc(periodMs)) | 0;
    // Every path turns at moments of its own: aligned ones would make all coins pause together.
    sum += octave[1] * smoothNoise(octaveKey, timeMs / periodMs + (octaveKey & 0xffff) / 0x10000);
  }
  return sum;
}
