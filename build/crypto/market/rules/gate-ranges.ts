import { type ZodType, z } from "zod";
import type { GateThresholds } from "./price.ts";

const number = z.number("must be a number").min(0, "must be at least 0");
const count = z.int("must be a whole number").min(0, "must be at least 0");
const SHARE = "must be a share from 0 to 1";
const share = z.number("must be a number").min(0, SHARE).max(1, SHARE);

const RANGES: Readonly<Record<keyof GateThresholds, ZodType<number>>> = {
  maxClockSkewMinutes: number,
  minVenues: count,
  minUsdFiatVenues: count,
  minAnchorConfidence: count.max(2, "must be at most 2"),
  minPricedCoinShare: share,
  // No share of a whole: two references may be any distance away.
  maxPivotDistance: number,
  maxHeldShare: share,
  minDatasetShare: share,
};

/**
 * Values outside would switch a check of the gate off, or refuse every build. A threshold may be
 * absent, but not undefined: that would replace the default.
 */
export const GATE_RANGES = Object.fromEntries(
  Object.entries(RANGES).map(([name, range]) => [name, z.exactOptional(range)]),
);
