import { expect, test } from "vitest";
import type { Partition } from "../../../build/crypto/history/partition.ts";
import { removeExpired } from "../../../build/crypto/history/retain.ts";
import { createMemoryStateStore } from "../../../build/kit/platform/state/memory-state-store.ts";
import { DAY_MS, HOUR_MS } from "../../../build/lib/time.ts";

const DAY = Date.parse("2026-06-10T00:00:00Z");
const one = (timeMs: number, price: number): Partition => ({
  times: [timeMs],
  coins: { btc: { prices: [price], marketCaps: [null], totalVolumes: [null] } },
});

async function expire(documents: Record<string, { value: Partition; closed: boolean }>, asOfMs: number) {
  const state = createMemoryStateStore({ now: () => 0 });
  for (const [name, { value, closed }] of Object.entries(documents)) state.write(name, value, { closed });
  await state.commit();
  await removeExpired(state, asOfMs, []);
  await state.commit();
  return state;
}

test("deletes samples only after they and newer ones were rolled up, whatever their age", async () => {
  const documents = {
    "samples/2026-06-10": { value: one(DAY + HOUR_MS, 1), closed: true },
    "samples/2026-06-11": { value: one(DAY + DAY_MS + HOUR_MS, 2), closed: false },
  };
  const state = await expire(documents, DAY + 400 * DAY_MS);
  expect(state.list("samples/").map(({ name }) => name)).toEqual(["samples/2026-06-10", "samples/2026-06-11"]);
  const newer = { ...documents, "samples/2026-06-12": { value: one(DAY + 2 * DAY_MS, 3), closed: true } };
  const later = await expire(newer, DAY + 400 * DAY_MS);
  expect(later.list("samples/").map(({ name }) => name)).toEqual(["samples/2026-06-11", "samples/2026-06-12"]);
});
