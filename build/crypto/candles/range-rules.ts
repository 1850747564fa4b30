import { median } from "../../lib/stats.ts";
import { MAX_DIFFERENCE } from "../backfill/join.ts";
import { LARGEST_COINS } from "../history/kept-hours.ts";
import { VENUES_PER_COIN } from "./candle-budget.ts";
import { SETTLED_MS } from "./candle-document.ts";

/** The highest and the lowest price of a step. */
export interface PriceRange {
  high: number;
  low: number;
}

/** The numbers of the methodology. */
export const CANDLE_RULES = {
  coins: LARGEST_COINS,
  venues: VENUES_PER_COIN,
  settledMs: SETTLED_MS,
  maxDifference: MAX_DIFFERENCE,
  /** Shared hours that give a scale: fewer may be inexact. */
  minShared: 6,
  /** A high or low of venues may lie this far outside the range of our own prices. */
  maxOutside: 1.03,
  /** Two venues whose values are this close confirm one another, and may lie further outside. */
  maxApart: 1.01,
  /** A larger factor between a high and our own prices of that hour is a broken candle. */
  maxWick: 1.5,
};

/**
 * The range of an hour: of one venue its own, of two the lower high and the higher low. Never
 * within our own prices of that hour, and beyond 3 % outside them only where two venues agree
 * within 1 %. So a venue that lies alone moves a high or a low by 3 % at most.
 *
 * @param bounded the ranges to use where venues do not agree; those of a day may be bounded by its
 * hours
 */
export function decideRange(
  own: PriceRange,
  venues: readonly PriceRange[],
  bounded: readonly PriceRange[] = venues,
): PriceRange {
  const listHighs = (ranges: readonly PriceRange[]) => ranges.map(({ high }) => high);
  // A low is a high of the reciprocals: the rules are the same.
  const listInverseLows = (ranges: readonly PriceRange[]) => ranges.map(({ low }) => 1 / low);
  return {
    high: decideHigh(own.high, listHighs(venues), listHighs(bounded)),
    low: 1 / decideHigh(1 / own.low, listInverseLows(venues), listInverseLows(bounded)),
  };
}

function decideHigh(own: number, highs: readonly number[], bounded: readonly number[]): number {
  if (highs.length === 0) return own;
  const { maxApart, maxWick, maxOutside } = CANDLE_RULES;
  const lower = Math.min(...highs);
  const isConfirmed = highs.length > 1 && Math.max(...highs) <= lower * maxApart && lower <= own * maxWick;
  return Math.max(own, isConfirmed ? lower : Math.min(...bounded, own * maxOutside));
}

/**
 * The factor from a venue's prices to ours: the median ratio of the shared hours, as where the
 * backfill joins series. `undefined`: there are too few, it is 2 % or more off, or most of the
 * hours disagree with it; then the candles are of something else.
 *
 * @param ratios ours / theirs, one per shared hour
 */
export function findScale(ratios: readonly number[]): number | undefined {
  if (ratios.length < CANDLE_RULES.minShared) return undefined;
  const scale = median(ratios);
  const agreeing = ratios.filter((ratio) => Math.abs(ratio / scale - 1) < MAX_DIFFERENCE);
  // Written so that a scale that is no number is refused.
  return Math.abs(scale - 1) < MAX_DIFFERENCE && agreeing.length * 2 > ratios.length ? scale : undefined;
}
