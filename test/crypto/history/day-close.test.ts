import { beforeEach, describe, expect, it } from "vitest";
import { openSeriesStore } from "../../../build/crypto/backfill/series-store.ts";
import { recordCorrections } from "../../../build/crypto/corrections/record-corrections.ts";
import { publishBackfilledDays } from "../../../build/crypto/history/publish-backfilled-days.ts";
import { readHistory } from "../../../build/crypto/history/read-history.ts";
import { isNewDay, updateSeries } from "../../../build/crypto/history/update-series.ts";
import type { StateStore } from "../../../build/kit/platform/platform.ts";
import { createMemoryStateStore } from "../../../build/kit/platform/state/memory-state-store.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../build/lib/time.ts";
import { createSampledMarket } from "./sampled-market.ts";

const DAY = Date.UTC(2026, 10, 20);
const at = (hour: number, minute = 0) => DAY + hour * HOUR_MS + minute * MINUTE_MS;
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, hour) => from + hour);

let state: StateStore;

beforeEach(() => {
  state = createMemoryStateStore({ now: () => 0 });
});

/** A build, which fills those hours of the day after it has published, as live builds do. */
async function build(timeMs: number, price: number | null, filled: readonly number[] = []): Promise<void> {
  const newDay = isNewDay(state, timeMs);
  await updateSeries(state, createSampledMarket(timeMs, { btc: price, other: 1 }), () => undefined, true);
  await publishBackfilledDays(state, timeMs, newDay);
  await recordCorrections(state, { asOfMs: timeMs });
  await state.commit();
  const series = await openSeriesStore(state, timeMs);
  const points = filled.map((hour) => ({ timeMs: at(hour), price: 100 - hour }));
  series.fill("hourly", "btc", points, "coinbase");
  series.save();
  await state.commit();
}

/** The close of the day and the newest hour of the day, with their origins. */
async function readCloses() {
  const history = await readHistory(state, new Map(), at(96));
  const [day, hours] = [history.series("btc", "1d", DAY, DAY), history.series("btc", "1h", DAY, at(23))];
  const last = (series: typeof day) => [series.prices.at(-1), series.origins?.at(-1) ?? null];
  return { day: last(day), hour: last(hours) };
}

describe("a day whose last hours no build observed", () => {
  it("closes with its filled last hour from the next day on, which is a correction", async () => {
    await build(at(3), 100);
    await build(at(24, 30), 80, range(4, 23));
    expect((await readCloses()).day).toEqual([100, null]);
    await build(at(48, 1), 81);
    expect(await readCloses()).toEqual({ day: [77, "coinbase"], hour: [77, "coinbase"] });
    const log = await state.read<{ dataset: string; field: string; old: number; new: number }[]>("corrections/2026");
    expect(log).toContainEqual(expect.objectContaining({ dataset: "days", field: "price", old: 100, new: 77 }));
  });

  it("closes with the newest hour that was filled, where nothing traded in the last one", async () => {
    await build(at(3), 100);
    await build(at(24, 30), 80, range(4, 21));
    await build(at(48, 1), 81);
    expect(await readCloses()).toEqual({ day: [79, "coinbase"], hour: [79, "coinbase"] });
  });

  it("closes at once with hours that were filled while builds had no price of the coin", async () => {
    await build(at(3), 100);
    await build(at(23, 30), null, range(4, 22));
    await build(at(24, 30), 80);
    expect(await readCloses()).toEqual({ day: [78, "coinbase"], hour: [78, "coinbase"] });
  });

  it("keeps its price where no later hour is known", async () => {
    await build(at(3), 100);
    await build(at(24, 30), 80, range(0, 2));
    await build(at(48, 1), 81);
    expect((await readCloses()).day).toEqual([100, null]);
  });

  it("keeps that close when its samples are rolled up again", async () => {
    await build(at(3), 100);
    await build(at(24, 30), 80, range(4, 23));
    await build(at(48, 1), 81);
    const samples = await state.read("samples/2026-11-20");
    state.write("samples/2026-11-20", samples, { closed: false, reopen: "merged" });
    await state.commit();
    await build(at(48, 31), 81);
    expect((await readCloses()).day).toEqual([77, "coinbase"]);
  });
});

describe("a day whose last hour a build observed", () => {
  it("keeps that price, whatever is filled", async () => {
    await build(at(3), 100);
    await build(at(23, 30), 90, range(4, 22));
    await build(at(24, 30), 80, range(4, 23));
    await build(at(48, 1), 81);
    expect(await readCloses()).toEqual({ day: [90, null], hour: [90, null] });
  });

  it("keeps it also where a part of the backfill that did not have that build filled the hour", async () => {
    await build(at(3), 100);
    await build(at(23, 30), 90);
    await build(at(24, 30), 80);
    const stale = { times: [DAY], coins: { btc: { prices: [77], marketCaps: [null], totalVolumes: [null] } } };
    const waiting = { ...stale, coins: { btc: { ...stale.coins.btc, origins: [0] } }, origins: ["coinbase"] };
    state.write("backfill-days/2026", waiting, { rows: 1 });
    await build(at(48, 1), 81);
    expect((await readCloses()).day).toEqual([90, null]);
  });
});

it("the running day is left to its builds", async () => {
  await build(at(3), 100);
  await build(at(6), 95, [4, 5]);
  await build(at(7), null, [6]);
  expect(state.list("backfill-days/")).toEqual([]);
  expect(DAY + DAY_MS).toBeGreaterThan(at(7));
});
