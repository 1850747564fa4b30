import { DAY_MS, HOUR_MS } from "../../../build/lib/time.ts";
import type { Told } from "./candle-body.ts";

/** One series of one answer, and who could know better. */
export interface Asked {
  coinId: string;
  stepMs: number;
  now: number;
  /** The true price of any coin at any time; before its launch, the first price. */
  truth(coinId: string, timeMs: number): number;
  /** A coin that this series is not of. */
  otherId: string;
  draw(): number;
}

/** One kind of wrong history. */
export interface CandleLie {
  id: string;
  tell: { edit(series: Told[], asked: Asked): Told[] } | { body(text: string): string };
  /**
   * Prices besides the truth that no observer could tell apart: the series continues from the
   * compared prices without an implausible jump. Absent: only the truth may be filled in.
   */
  mayBe?(endMs: number, asked: Omit<Asked, "draw" | "now">): number[];
  /** Like `mayBe`: any price that this host reported for the step. */
  asTold?: true;
  /** Leaves steps out of a correct series: they read as steps without a trade. */
  leavesHoles?: true;
}

const scale = (series: Told[], factorOf: (at: number) => number): Told[] =>
  series.map((told, at) => ({ ...told, price: Number(told.price) * factorOf(at) }));
const halves = (factor: number) => (series: Told[]) => scale(series, (at) => (at < series.length / 2 ? factor : 1));
const shift = (byMs: number) => (series: Told[]) => series.map((told) => ({ ...told, timeMs: told.timeMs + byMs }));
const pick = (draw: () => number, series: readonly Told[]) => Math.floor(draw() * series.length);
const broken =
  (price: unknown) =>
  (series: Told[], { draw }: Asked) =>
    series.map((told) => (draw() < 0.15 ? { ...told, price } : told));
const spike =
  (factor: number, width: number) =>
  (series: Told[], { draw }: Asked) => {
    const at = pick(draw, series);
    return scale(series, (row) => (row >= at && row < at + width ? factor : 1));
  };
const beside =
  (factor: number) =>
  (endMs: number, { coinId, truth }: Omit<Asked, "draw" | "now">) => [truth(coinId, endMs) * factor];
const moved =
  (byMs: number) =>
  (endMs: number, { coinId, truth }: Omit<Asked, "draw" | "now">) => [truth(coinId, endMs - byMs)];

export const CANDLE_LIES: readonly CandleLie[] = [
  ...[10, 1 / 1_000, 1.5, 1 / 1.5, 1.01].map((factor): CandleLie => {
    return { id: `all-times-${factor.toPrecision(3)}`, tell: { edit: (series) => scale(series, () => factor) } };
  }),
  { id: "older-half-times-10", tell: { edit: halves(10) } },
  { id: "older-half-times-1.5", tell: { edit: halves(1.5) }, mayBe: beside(1.5) },
  {
    id: "older-half-below-a-jump",
    tell: { edit: (series, { stepMs }) => halves(belowJump(stepMs))(series) },
    mayBe: bend,
  },
  {
    id: "newer-half-times-1.8",
    tell: { edit: (series) => scale(series, (at) => (at < series.length / 2 ? 1 : 1.8)) },
  },
  {
    id: "drifts-away",
    tell: { edit: (series) => scale(series, (at) => 1.01 ** (at + 1 - series.length)) },
    asTold: true,
  },
  { id: "spike-times-4", tell: { edit: spike(4, 1) }, leavesHoles: true },
  { id: "spike-times-2.5", tell: { edit: spike(2.5, 1) }, leavesHoles: true },
  { id: "spike-by-4", tell: { edit: spike(1 / 4, 1) }, leavesHoles: true },
  { id: "spike-times-1.4", tell: { edit: spike(1.4, 1) }, mayBe: beside(1.4) },
  { id: "plateau-times-2", tell: { edit: spike(2, 5) }, mayBe: beside(2) },
  {
    id: "every-other-times-2",
    tell: { edit: (series) => scale(series, (at) => (at % 2 === 0 ? 2 : 1)) },
    leavesHoles: true,
  },
  {
    id: "swapped",
    tell: { edit: (series) => series.map((told) => ({ ...told, price: 1 / Number(told.price) })) },
  },
  ...[HOUR_MS, -HOUR_MS, DAY_MS, -DAY_MS].map((byMs): CandleLie => {
    return { id: `shifted-${byMs / HOUR_MS}h`, tell: { edit: shift(byMs) }, mayBe: moved(byMs) };
  }),
  { id: "half-an-hour-late", tell: { edit: shift(HOUR_MS / 2) } },
  {
    id: "other-unit-of-time",
    tell: { edit: (series) => series.map((told) => ({ ...told, timeMs: told.timeMs * 1_000 })) },
  },
  {
    id: "smaller-unit-of-time",
    tell: { edit: (series) => series.map((told) => ({ ...told, timeMs: Math.floor(told.timeMs / 1_000) })) },
  },
  { id: "reversed", tell: { edit: (series) => series.toReversed() } },
  { id: "turned-round", tell: { edit: turnRound }, asTold: true },
  { id: "twice", tell: { edit: (series) => series.flatMap((told) => [told, told]) } },
  {
    id: "twice-not-alike",
    tell: { edit: (series) => series.flatMap((told) => [told, { ...told, price: Number(told.price) * 1.4 }]) },
  },
  { id: "tenfold", tell: { edit: (series) => Array.from({ length: 10 }, () => series).flat() } },
  {
    id: "of-the-future",
    tell: {
      edit: (series, { stepMs, now }) => [
        ...series,
        ...series.map((told, at) => ({ ...told, timeMs: now - (now % stepMs) + at * stepMs, price: 7 })),
      ],
    },
  },
  ...[0, -1, Number.NaN, "a lot", null, 1e300, 1e-300, "Infinity"].map((price): CandleLie => {
    return { id: `price-${String(price).replaceAll(" ", "-")}`, tell: { edit: broken(price) }, leavesHoles: true };
  }),
  {
    id: "every-other-row",
    tell: { edit: (series) => series.filter((_, at) => at % 2 === 0) },
    leavesHoles: true,
  },
  { id: "newer-half", tell: { edit: (series) => series.slice(series.length / 2) } },
  { id: "older-half", tell: { edit: (series) => series.slice(0, series.length / 2) } },
  {
    id: "other-coin",
    tell: {
      edit: (series, { truth, otherId, stepMs }) =>
        series.map((told) => ({ ...told, price: truth(otherId, told.timeMs + stepMs) })),
    },
  },
  {
    id: "other-coin-alike",
    tell: {
      edit: (series, asked) =>
        series.map((told) => ({ ...told, price: tellAlike(told.timeMs + asked.stepMs, asked)[0] })),
    },
    mayBe: tellAlike,
  },
  {
    id: "stands-still",
    tell: { edit: (series) => series.map((told) => ({ ...told, price: series.at(-1)!.price })) },
  },
  { id: "no-rows", tell: { edit: () => [] } },
  { id: "empty", tell: { body: () => "" } },
  { id: "html", tell: { body: () => "<!doctype html><title>Just a moment</title>" } },
  { id: "truncated", tell: { body: (text) => text.slice(0, text.length / 2) } },
];

/**
 * Below the plausible factor of five per day and three per hour, with room for the market's own
 * moves.
 */
const belowJump = (stepMs: number): number => (stepMs === DAY_MS ? 4 : 2.5);

function bend(endMs: number, { coinId, stepMs, truth }: Omit<Asked, "draw" | "now">): number[] {
  return [truth(coinId, endMs) * belowJump(stepMs)];
}

/** Prices in reverse order under the right times. */
function turnRound(series: Told[]): Told[] {
  return series.map((told, at) => ({ ...told, price: series.at(-1 - at)!.price }));
}

/** The course of another coin, scaled to this coin's price. */
function tellAlike(endMs: number, { coinId, otherId, truth }: Omit<Asked, "draw" | "now">): number[] {
  const meetMs = Date.UTC(2026, 10, 20);
  return [(truth(otherId, endMs) / truth(otherId, meetMs)) * truth(coinId, meetMs)];
}
