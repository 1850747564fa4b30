import { groupBy } from "../../lib/collections.ts";
import { DAY_MS, floorTo, HOUR_MS } from "../../lib/time.ts";
import { scalePoint } from "../backfill/apply-answer.ts";
import type { CandleAnswer } from "../backfill/run-backfill.ts";
import { CANDLE_RULES, decideRange, findScale, type PriceRange } from "./range-rules.ts";
import { computeRanges, isRead, scaleHours } from "./venue-ranges.ts";

/** The range of a closed UTC day at one venue, in USD. */
export interface VenueDay {
  timeMs: number;
  coinId: string;
  source: string;
  /** The range of the coin's own prices of the day and of the close before. */
  own: PriceRange;
  /** As the venue has it, at the scale of our prices. */
  venue: PriceRange;
  /** The same within the bounds of one venue. */
  bounded: PriceRange;
  /** The first price of the day, only where the close before is unknown. */
  open: number | null;
  /** It is made of hours, not of a candle of the day. */
  isOfHours: boolean;
}

/** The days of an answer that begin before `untilMs` and have a price. */
export function computeVenueDays(answer: CandleAnswer, untilMs: number): VenueDay[] {
  if (answer.step === "daily") return readDays(answer, untilMs);
  const byDay = groupBy(answer.points, ({ timeMs }) => floorTo(timeMs, DAY_MS));
  return [...byDay].flatMap(([dayMs, points]) => {
    const isWhole = answer.fromMs <= dayMs && answer.toMs >= dayMs + DAY_MS;
    return isWhole && dayMs < untilMs ? rollUpHours({ ...answer, points }, dayMs) : [];
  });
}

/** Candles of days. The scale is that of all days of the answer that have a price. */
function readDays({ coinId, source, points, findPrice }: CandleAnswer, untilMs: number): VenueDay[] {
  const known = points.flatMap((point) => {
    const close = findPrice("daily", point.timeMs);
    return close === undefined ? [] : [{ point, close }];
  });
  const scale = findScale(known.map(({ point, close }) => close / point.price));
  if (scale === undefined) return [];
  return known.flatMap(({ point, close }): VenueDay[] => {
    const { timeMs, range } = scalePoint(point, scale);
    if (range === undefined || timeMs >= untilMs) return [];
    const before = findPrice("daily", timeMs - DAY_MS);
    const own = findOwnRange(before === undefined ? [close] : [close, before]);
    const bounded = decideRange(own, [range]);
    const open = openAt(range.open, before, bounded);
    return [{ timeMs, coinId, source, own, venue: range, bounded, open, isOfHours: false }];
  });
}

/** The candle of a day from its hours, of which most have one. */
function rollUpHours({ coinId, source, points, findPrice }: CandleAnswer, dayMs: number): VenueDay[] {
  const prices = new Map<number, number>();
  for (let timeMs = dayMs - HOUR_MS; timeMs < dayMs + DAY_MS; timeMs += HOUR_MS) {
    const price = findPrice("hourly", timeMs);
    if (price !== undefined) prices.set(timeMs, price);
  }
  const before = prices.get(dayMs - HOUR_MS);
  const priced = before === undefined ? prices.size : prices.size - 1;
  const ranges = computeRanges({ dayMs, prices, ranges: [] }, [{ source, points }]);
  const [first] = ranges;
  if (first === undefined || priced < CANDLE_RULES.minShared || !isRead(ranges, priced)) return [];
  const own = findOwnRange([...prices.values()]);
  const bounded = joinRanges([own, ...ranges]);
  const scaled = scaleHours({ dayMs, prices }, points);
  const venue = joinRanges([own, ...ranges.flatMap(({ timeMs }) => scaled?.get(timeMs) ?? [])]);
  const open = openAt(first.open ?? first.low, before, bounded);
  return [{ timeMs: dayMs, coinId, source, own, venue, bounded, open, isOfHours: true }];
}

function joinRanges(ranges: readonly PriceRange[]): PriceRange {
  return {
    high: Math.max(...ranges.map(({ high }) => high)),
    low: Math.min(...ranges.map(({ low }) => low)),
  };
}

function findOwnRange(prices: readonly number[]): PriceRange {
  return { high: Math.max(...prices), low: Math.min(...prices) };
}

function openAt(open: number, before: number | undefined, { high, low }: PriceRange): number | null {
  return before === undefined ? Math.min(high, Math.max(low, open)) : null;
}
