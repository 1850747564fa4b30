import { DAY_MS, HOUR_MS } from "../../build/lib/time.ts";
import type { ModelRun, OriginModel } from "./origin-model.ts";

/** Midnight of the first day of builds. */
const TODAY = Date.UTC(2026, 10, 20);
export const at = (day: number) => TODAY + day * DAY_MS;
export const VENUES = ["coinbase", "binance", "okx", "kucoin"];

/** One coin that all venues list, whose origins know nothing older than 300 days. */
export const model = (has: OriginModel["has"], change: Partial<OriginModel> = {}): OriginModel => ({
  coins: ["a"],
  venues: () => VENUES,
  has: (origin, coin, step, timeMs, asOfMs) => timeMs >= at(-300) && has(origin, coin, step, timeMs, asOfMs),
  ...change,
});

/** Builds twice a day, but for the days without any. */
export async function buildDays(
  run: ModelRun,
  from: number,
  to: number,
  without: readonly number[] = [],
): Promise<void> {
  for (let day = from; day < to; day += 1) {
    if (without.includes(day)) continue;
    await run.build(at(day) + 9 * HOUR_MS);
    await run.build(at(day) + 21 * HOUR_MS);
  }
}

export const isKnown = (run: ModelRun, day: number, coin = "a") => run.isKnown(coin, "daily", at(day));

export function countDays(run: ModelRun, from: number, to: number): number {
  return Array.from({ length: to - from }, (_, day) => isKnown(run, from + day)).filter(Boolean).length;
}
