import { isNumber, isOneOf, isText, isTimeMs, listOf, mapOf, objectOf, optional, orNull } from "../lib/shape.ts";
import type { BackfillMemory, CoinBackfill, OriginBackfill, StepBackfill } from "./backfill-memory.ts";
import type { Asked, Hole } from "./hole.ts";

const isHole = objectOf<Hole>({
  fromMs: isTimeMs,
  toMs: isTimeMs,
  asked: mapOf(objectOf<Asked>({ againMs: isTimeMs, times: isNumber, isApart: optional(isOneOf(true)) })),
});

const isOrigin = objectOf<OriginBackfill>({
  failures: optional(isNumber),
  failedAtMs: optional(isTimeMs),
  refused: optional(objectOf<NonNullable<OriginBackfill["refused"]>>({ untilMs: isTimeMs, reason: isText })),
  endedMs: optional(isTimeMs),
  empty: optional(isNumber),
  isApart: optional(isOneOf(true)),
});

const isStep = objectOf<StepBackfill>({
  askedAtMs: isTimeMs,
  covered: optional(objectOf<NonNullable<StepBackfill["covered"]>>({ sinceMs: isTimeMs, untilMs: isTimeMs })),
  holes: listOf(isHole),
  origins: mapOf(isOrigin),
});

/** What earlier builds left about the filling of history. */
export const isBackfillMemory = objectOf<BackfillMemory>({
  coins: mapOf(
    objectOf<CoinBackfill>({
      hourly: optional(isStep),
      daily: optional(isStep),
      attempts: isNumber,
      lastAttemptMs: isTimeMs,
      lastError: orNull(isText),
    }),
  ),
});
