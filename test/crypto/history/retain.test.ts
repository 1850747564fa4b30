import { expect, test } from "vitest";
import type { Partition } from "../../../build/crypto/history/partition.ts";
import { PAST_HOURS } from "../../../build/crypto/history/past-hours-document.ts";
import { removeExpired } from "../../../build/crypto/history/retain.ts";
import { createMemoryStateStore } from "../../../build/kit/platform/state/memory-state-store.ts";
import { DAY_MS, HOUR_MS } from "../../../build/lib/time.ts";

const DAY = Date.parse("2026-06-10T00:00:00Z");
const one = (timeMs: number, price: number): Partition => ({
  times: [timeMs],
  coins: { btc: { prices: [price], marketCaps: [null], totalVolumes: [null] } },
});

async function expire(documents: Record<string, { value: unknown; closed: boolean }>, asOfMs: number) {
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

test.each([
  ["that follow one another", ["hourly/2026-06-10", "hourly/2026-06-11"], [], true],
  ["around days without any", ["hourly/2026-06-10", "hourly/2026-06-14"], [], true],
  ["after a pause of more than 45 days", ["hourly/2026-06-10", "hourly/2026-07-26"], [], false],
  ["around days that have moved to their month", ["hourly/2026-06-10", "hourly/2026-06-12"], ["hours/2026-06"], true],
])("keeps what the backfill of old hours has read where days of hours expire %s", async (_, days, months, isKept) => {
  const past = { reachedMs: { "btc coinbase": 0, "btc done": 0 }, doneFromMs: 0 };
  const hours = days.map((name) => [name, { value: one(Date.parse(name.slice(-10)), 1), closed: true }] as const);
  const moved = months.map((name) => [name, { value: one(DAY + DAY_MS, 1), closed: false }] as const);
  const documents = Object.fromEntries([...hours, ...moved, [PAST_HOURS, { value: past, closed: false }]]);
  const newestMs = Date.parse(days.at(-1)!.slice(-10));
  const state = await expire(documents, newestMs + 45 * DAY_MS);
  expect(state.list("hourly/").map(({ name }) => name)).toEqual(days.slice(1));
  expect(await state.read(PAST_HOURS)).toEqual(isKept ? past : { reachedMs: {}, doneFromMs: 0 });
});
