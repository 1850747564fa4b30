import type { Gap } from "../../../history/find-gaps.ts";
import type { Partition } from "../../../history/partition.ts";
import type { ArchivePart } from "../archive.ts";
import { findOwnGaps } from "./own-gaps.ts";
import { type PointRow, readPoints } from "./point-row.ts";
import { hashPoints, listCoins, listOrigins, listTimes, type Slice, splitByDay } from "./slice.ts";

/** A period of a dataset of points, as the state holds it. */
export interface PointPeriod {
  /** `hourly-2026-11`. */
  name: string;
  endMs: number;
  /** In ascending time. */
  partitions: readonly Partition[];
}

export interface PointSteps {
  /** The distance of two points, or the longest that is no gap. */
  stepMs: number;
  /** Why points are missing. */
  reason: string;
  /** Points at or after it are left out. */
  endMs: number;
  maxRows?: number;
}

/**
 * One file per period, or several where it is long: the first one keeps the name of the period, `-2` and so on follow. A gap
 * is a step without a point of our own of any coin, from the first point of all periods to the last, whoever it is from.
 */
export function* listPointParts(
  periods: readonly PointPeriod[],
  { stepMs, reason, endMs, maxRows }: PointSteps,
): Generator<ArchivePart<PointRow>> {
  const files = periods.flatMap((period) =>
    splitByDay(period.partitions, Math.min(endMs, period.endMs), maxRows).map((slices, at) => ({ period, slices, at })),
  );
  const all = files.flatMap(({ slices }) => slices);
  const lastMs = listTimes(all).at(-1);
  const gaps = lastMs === undefined ? [] : findOwnGaps(all, listCoins(all), { stepMs, lastMs, reason });
  for (const [index, { period, slices, at }] of files.entries()) {
    const next = files[index + 1];
    const fromMs = at === 0 ? findPeriodStart(files[index - 1]?.period.endMs, slices) : findStart(slices);
    const toMs = next?.period === period ? findStart(next.slices) : period.endMs;
    yield describePart(period, at, slices, clipGaps(gaps, fromMs, toMs, stepMs));
  }
}

function describePart(period: PointPeriod, at: number, slices: readonly Slice[], gaps: Gap[]): ArchivePart<PointRow> {
  const coinIds = listCoins(slices);
  const times = listTimes(slices);
  return {
    name: at === 0 ? period.name : `${period.name}-${at + 1}`,
    period: period.name,
    periodStartMs: times[0] ?? null,
    periodEndMs: times.at(-1) ?? null,
    closesAtMs: period.endMs,
    gaps,
    origins: listOrigins(slices, coinIds),
    fingerprint: () => hashPoints(slices, coinIds),
    rows: readPoints(slices, coinIds),
  };
}

/** A gap that crosses from one period into the next belongs to both. */
function findPeriodStart(endOfLastMs: number | undefined, slices: readonly Slice[]): number {
  return endOfLastMs ?? findStart(slices);
}

function findStart(slices: readonly Slice[]): number {
  return listTimes(slices)[0] ?? Number.POSITIVE_INFINITY;
}

function clipGaps(gaps: readonly Gap[], fromMs: number, toMs: number, stepMs: number): Gap[] {
  return gaps.flatMap((gap) => {
    const clipped = { ...gap, fromMs: Math.max(gap.fromMs, fromMs), toMs: Math.min(gap.toMs, toMs - stepMs) };
    return clipped.fromMs <= clipped.toMs ? [clipped] : [];
  });
}
