import { median } from "../lib/stats.ts";
import type { RequestAnswer } from "./ask-request.ts";

/** By how many milliseconds our clock was ahead of the upstream's: the median over its answers; `null` where none told the time. */
export function measureClockSkew(answers: readonly RequestAnswer[]): number | null {
  const skews = answers.flatMap(({ response: { receivedAtMs, serverTimeMs } }) =>
    serverTimeMs === null ? [] : receivedAtMs - serverTimeMs,
  );
  return skews.length === 0 ? null : median(skews);
}
