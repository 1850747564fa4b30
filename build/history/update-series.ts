import { closeDays } from "./close-day.ts";
import { findRefusal } from "./find-refusal.ts";
import { mergePartitions } from "./partition.ts";
import { nameSamples } from "./partition-name.ts";
import { readPartition, writePartition } from "./partition-shelf.ts";
import { removeExpired } from "./retain.ts";
import { type SampledMarket, sampleMarket } from "./sample-market.ts";
import type { Shelf } from "./shelf.ts";

/**
 * One build's share in the series: its sample is added, days that are over are rolled up into hours and days, and what has expired is
 * removed. A repeated build replaces its own points. Nothing is committed. `warn` hears why a sample was refused.
 */
export async function updateSeries(
  shelf: Shelf,
  market: SampledMarket,
  warn: (message: string) => void,
): Promise<void> {
  const { asOfMs } = market;
  const sample = sampleMarket(market);
  const refusal = await findRefusal(shelf, asOfMs);
  if (refusal !== undefined) warn(refusal);
  else if (sample.times.length > 0) {
    const name = nameSamples(asOfMs);
    const merged = mergePartitions(await readPartition(shelf, name), sample);
    writePartition(shelf, name, merged, asOfMs, "the running day is never closed");
  }
  await closeDays(shelf, asOfMs);
  await removeExpired(shelf, asOfMs);
}
