import {
  type BackfillMemory,
  type CoinBackfill,
  findCoinBackfill,
  type StepBackfill,
  setCoinBackfill,
} from "./backfill-memory.ts";

/**
 * The memory of two states whose series are joined. Of each coin and step, what was asked last is taken whole: all that it says was found is
 * in the joined series, and what only the other found is at worst asked for once more. Commutative, associative and idempotent.
 */
export function mergeBackfillMemory(a: BackfillMemory, b: BackfillMemory): BackfillMemory {
  const memory: BackfillMemory = { coins: {} };
  for (const id of [...new Set([...Object.keys(a.coins), ...Object.keys(b.coins)])].sort()) {
    const merged = mergeWith(mergeCoins, findCoinBackfill(a, id), findCoinBackfill(b, id));
    if (merged !== undefined) setCoinBackfill(memory, id, merged);
  }
  return memory;
}

function mergeCoins(a: CoinBackfill, b: CoinBackfill): CoinBackfill {
  const last = takeLater(
    a,
    b,
    ({ lastAttemptMs }) => lastAttemptMs,
    ({ lastError }) => lastError ?? "",
  );
  const daily = mergeWith(takeLaterStep, a.daily, b.daily);
  const hourly = mergeWith(takeLaterStep, a.hourly, b.hourly);
  return {
    ...(daily && { daily }),
    ...(hourly && { hourly }),
    attempts: Math.max(a.attempts, b.attempts),
    lastAttemptMs: last.lastAttemptMs,
    lastError: last.lastError,
  };
}

function takeLaterStep(a: StepBackfill, b: StepBackfill): StepBackfill {
  return takeLater(a, b, ({ askedAtMs = 0 }) => askedAtMs, JSON.stringify);
}

/** Which of two of the same moment is of no matter, but it is always the same one. */
function takeLater<Value>(
  a: Value,
  b: Value,
  timeOf: (value: Value) => number,
  textOf: (value: Value) => string,
): Value {
  if (timeOf(a) !== timeOf(b)) return timeOf(a) > timeOf(b) ? a : b;
  return textOf(a) >= textOf(b) ? a : b;
}

function mergeWith<Value>(merge: (a: Value, b: Value) => Value, a: Value | undefined, b: Value | undefined) {
  return a === undefined ? b : b === undefined ? a : merge(a, b);
}
