import type { StateStore } from "../platform/platform.ts";
import { closeDays } from "./close-day.ts";
import { findRefusal } from "./find-refusal.ts";
import { mergePartitions } from "./partition.ts";
import { readPartition, writePartition } from "./partition-document.ts";
import { nameSamples } from "./partition-name.ts";
import { findSettledUntil, removeExpired } from "./retain.ts";
import { type SampledMarket, sampleMarket } from "./sample-market.ts";

/**
 * One build's share in the series: its sample is added, days that are over are rolled up into hours and days, and what has expired is
 * removed. A repeated build replaces its own points. Nothing is committed. `warn` hears why a sample was refused; then nothing is
 * closed or removed either, because its time is not to be believed. `isClockConfirmed`: other clocks agree with ours.
 */
export async function updateSeries(
  state: StateStore,
  market: SampledMarket,
  warn: (message: string) => void,
  isClockConfirmed = false,
): Promise<void> {
  const { asOfMs } = market;
  const refusal = await findRefusal(state, asOfMs, isClockConfirmed);
  if (refusal !== undefined) {
    warn(refusal);
    return;
  }
  const settledMs = findSettledUntil(state);
  const sample = sampleMarket(market);
  if (sample.times.length > 0) {
    const name = nameSamples(asOfMs);
    const merged = mergePartitions(await readPartition(state, name), sample);
    writePartition(state, name, merged, asOfMs, "the running day is never closed");
  }
  await closeDays(state, asOfMs);
  await removeExpired(state, asOfMs, settledMs);
}
