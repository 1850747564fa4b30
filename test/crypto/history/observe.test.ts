import { expect, it } from "vitest";
import { moveSeries } from "../../../build/crypto/history/observe.ts";
import type { CoinColumns, Partition } from "../../../build/crypto/history/partition.ts";
import { createMemoryStateStore } from "../../../build/kit/platform/state/memory-state-store.ts";

const HOURS = [0, 1, 2].map((hour) => Date.UTC(2026, 10, 20, hour));

const column = (...prices: (number | null)[]): CoinColumns => ({
  prices,
  marketCaps: prices.map(() => null),
  totalVolumes: prices.map(() => null),
});

it("joins the series of a provisional coin to those of its true id, in every partition, and closes nothing", async () => {
  const state = createMemoryStateStore({ now: () => 0 });
  const partition: Partition = { times: HOURS, coins: { guess: column(1, 2, null), truth: column(null, 9, 3) } };
  const folders = ["samples/2026-11-20", "hourly/2026-11-20", "daily/2026", "backfill-days/2026"];
  for (const name of folders) state.write(name, partition, { closed: name.startsWith("hourly") });
  const other: Partition = { times: HOURS, coins: { bitcoin: column(5, 6, 7) } };
  state.write("hourly/2026-11-19", other, { closed: true });
  await state.commit();
  const before = new Map(state.list().map(({ name, sha256, closed }) => [name, { sha256, closed }]));

  await moveSeries(state, new Map([["guess", "truth"]]));
  await state.commit();
  for (const name of folders) {
    const { coins } = (await state.read<Partition>(name)) as Partition;
    expect(Object.keys(coins), name).toEqual(["truth"]);
    expect(coins["truth"]?.prices, name).toEqual([1, 9, 3]);
  }
  for (const { name, sha256, closed } of state.list()) {
    expect(closed, name).toBe(before.get(name)?.closed);
    expect(sha256 === before.get(name)?.sha256, name).toBe(name === "hourly/2026-11-19");
  }
});

it("reads nothing where no coin moves", async () => {
  const read = () => Promise.reject(new Error("read"));
  await moveSeries({ ...createMemoryStateStore(), read }, new Map());
});
