import { fillPastHours } from "./past-hours/fill-past-hours.ts";
import { isPart, WHOLE } from "./plan.ts";
import { type BackfillInput, runBackfill } from "./run-backfill.ts";

export interface HistoryInput extends BackfillInput {
  /** Hours of earlier years, too. */
  withOldHours: boolean;
}

/**
 * Fills days and the hours of the last weeks; what is left of the budget goes to the hours of
 * earlier years. A build sends the requests that it plans once. A part of the manual backfill goes
 * on with what follows from the answers, until its budget or its time is used up.
 *
 * Writes to the state without a commit.
 */
export async function fillHistory(input: HistoryInput): Promise<void> {
  const { budget, shard = WHOLE, elapsedMs = () => 0 } = input;
  const startMs = elapsedMs();
  let requests = 0;
  const listLeft = () => ({
    requests: budget.requests - requests,
    timeLimitMs: budget.timeLimitMs - (elapsedMs() - startMs),
  });
  let isRepeated = true;
  while (isRepeated) {
    const filled = await runBackfill({ ...input, budget: listLeft() });
    requests += filled.requests;
    const { requests: left, timeLimitMs } = listLeft();
    isRepeated = isPart(shard) && filled.requests > 0 && left > 0 && timeLimitMs > 0;
  }
  if (input.withOldHours && listLeft().requests > 0) await fillPastHours({ ...input, budget: listLeft() });
}
