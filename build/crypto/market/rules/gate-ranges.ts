import { type ZodType, z } from "zod";
import type { GateThresholds } from "./price.ts";

const count = z.int("must be a whole number").min(0, "must be at least 0");
const SHARE = "must be a share from 0 to 1";
const share = z.number().min(0, SHARE).max(1, SHARE);

/** Values outside would switch a check of the gate off, or refuse every build. */
export const GATE_RANGES: Readonly<Record<keyof GateThresholds, ZodType<number>>> = {
  maxClockSkewMinutes: z.number().min(0, "must be at least 0"),
  minVenues: count,
  minUsdFiatVenues: count,
  minAnchorConfidence: count.max(2, "must be at most 2"),
  minPricedCoinShare: share,
  maxPivotDistance: share,
  maxHeldShare: share,
  minDatasetShare: share,
};
