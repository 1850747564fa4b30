import { DAY_MS, HOUR_MS } from "../../../build/lib/time.ts";
import type { Told } from "./lying-hosts.ts";

export interface Asked {
  coinId: string;
  stepMs: number;
  now: number;
  /** The true price of any coin at any time; before its launch, the first price. */
  truth(coinId: string, timeMs: number): number;
  otherId: string;
  draw(): number;
}

/** One kind of wrong history: of a series, or of a whole body. */
export interface CandleLie {
  id: string;
  edit?: (series: Told[], asked: Asked) => Told[];
  body?: (text: string) => string;
  /** A plausible course that continues from the compared prices: no observer can detect it. */
  undetectable?: true;
  /** Leaves steps out of a correct series: they read as steps without a trade. */
  leavesHoles?: true;
}

type Edit = NonNullable<CandleLie["edit"]>;

const each =
  (change: (told: Told, at: number, all: readonly Told[], asked: Asked) => Partial<Told>): Edit =>
  (series, asked) =>
    series.map((told, at) => ({ ...told, ...change(told, at, series, asked) }));
const scale = (factorOf: (at: number, length: number, stepMs: number) => number): Edit =>
  each(({ price }, at, { length }, { stepMs }) => ({ price: Number(price) * factorOf(at, length, stepMs) }));
const shift = (byMs: number): Edit => each(({ timeMs }) => ({ timeMs: timeMs + byMs }));
const spike =
  (factor: number, width = 1): Edit =>
  (series, asked) => {
    const first = Math.floor(asked.draw() * series.length);
    return scale((at) => (at >= first && at < first + width ? factor : 1))(series, asked);
  };
/** Below the plausible factors, five per day and three per hour, with room for real moves. */
const belowJump = (stepMs: number): number => (stepMs === DAY_MS ? 4 : 2.5);
const MEET_MS = Date.UTC(2026, 10, 20);

const UNDETECTABLE = { undetectable: true } as const;
const HOLES = { leavesHoles: true } as const;

export const CANDLE_LIES: readonly CandleLie[] = [
  ...[10, 1 / 1_000, 1.5, 1 / 1.5, 1.01].map(
    (factor): CandleLie => ({ id: `all-times-${factor.toPrecision(3)}`, edit: scale(() => factor) }),
  ),
  { id: "older-half-times-10", edit: scale((at, length) => (at < length / 2 ? 10 : 1)) },
  { id: "older-half-times-1.5", edit: scale((at, length) => (at < length / 2 ? 1.5 : 1)), ...UNDETECTABLE },
  {
    id: "older-half-below-a-jump",
    edit: scale((at, length, stepMs) => (at < length / 2 ? belowJump(stepMs) : 1)),
    ...UNDETECTABLE,
  },
  { id: "newer-half-times-1.8", edit: scale((at, length) => (at < length / 2 ? 1 : 1.8)) },
  { id: "drifts-away", edit: scale((at, length) => 1.01 ** (at + 1 - length)), ...UNDETECTABLE },
  { id: "spike-times-4", edit: spike(4), ...HOLES },
  { id: "spike-times-2.5", edit: spike(2.5), ...HOLES },
  { id: "spike-by-4", edit: spike(1 / 4), ...HOLES },
  { id: "spike-times-1.4", edit: spike(1.4), ...UNDETECTABLE },
  { id: "plateau-times-2", edit: spike(2, 5), ...UNDETECTABLE },
  { id: "every-other-times-2", edit: scale((at) => (at % 2 === 0 ? 2 : 1)), ...HOLES },
  { id: "swapped", edit: each(({ price }) => ({ price: 1 / Number(price) })) },
  ...[HOUR_MS, -HOUR_MS, DAY_MS, -DAY_MS].map(
    (byMs): CandleLie => ({ id: `shifted-${byMs / HOUR_MS}h`, edit: shift(byMs), ...UNDETECTABLE }),
  ),
  { id: "half-an-hour-late", edit: shift(HOUR_MS / 2) },
  { id: "other-unit-of-time", edit: each(({ timeMs }) => ({ timeMs: timeMs * 1_000 })) },
  { id: "smaller-unit-of-time", edit: each(({ timeMs }) => ({ timeMs: Math.floor(timeMs / 1_000) })) },
  { id: "reversed", edit: (series) => series.toReversed() },
  { id: "turned-round", edit: each((_, at, all) => ({ price: all.at(-1 - at)!.price })), ...UNDETECTABLE },
  { id: "twice", edit: (series) => series.flatMap((told) => [told, told]) },
  {
    id: "twice-not-alike",
    edit: (series) => series.flatMap((told) => [told, { ...told, price: Number(told.price) * 1.4 }]),
  },
  { id: "tenfold", edit: (series) => Array.from({ length: 10 }, () => series).flat() },
  {
    id: "of-the-future",
    edit: (series, { stepMs, now }) => [
      ...series,
      ...series.map((told, at) => ({ ...told, timeMs: now - (now % stepMs) + at * stepMs, price: 7 })),
    ],
  },
  ...[0, -1, Number.NaN, "a lot", null, 1e300, 1e-300, "Infinity"].map(
    (price): CandleLie => ({
      id: `price-${String(price).replaceAll(" ", "-")}`,
      edit: each((told, _, __, { draw }) => (draw() < 0.15 ? { price } : told)),
      ...HOLES,
    }),
  ),
  { id: "every-other-row", edit: (series) => series.filter((_, at) => at % 2 === 0), ...HOLES },
  { id: "newer-half", edit: (series) => series.slice(series.length / 2) },
  { id: "older-half", edit: (series) => series.slice(0, series.length / 2) },
  {
    id: "other-coin",
    edit: each(({ timeMs }, _, __, { truth, otherId, stepMs }) => ({ price: truth(otherId, timeMs + stepMs) })),
  },
  {
    // The course of another coin, scaled to this coin's price.
    id: "other-coin-alike",
    edit: each(({ timeMs }, _, __, { coinId, otherId, truth, stepMs }) => ({
      price: (truth(otherId, timeMs + stepMs) / truth(otherId, MEET_MS)) * truth(coinId, MEET_MS),
    })),
    ...UNDETECTABLE,
  },
  { id: "stands-still", edit: each((_, __, all) => ({ price: all.at(-1)!.price })) },
  { id: "no-rows", edit: () => [] },
  { id: "empty", body: () => "" },
  { id: "html", body: () => "<!doctype html><title>Just a moment</title>" },
  { id: "truncated", body: (text) => text.slice(0, text.length / 2) },
];
