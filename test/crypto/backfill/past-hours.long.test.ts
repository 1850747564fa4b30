import { describe, expect, it } from "vitest";
import { fillPastHours } from "../../../build/crypto/backfill/past-hours/fill-past-hours.ts";
import { estimateFullRun } from "../../../build/crypto/backfill/past-hours/full-run.ts";
import { DAILY, nameHourly, writePartition } from "../../../build/crypto/history/partition-document.ts";
import { mergePastHours, PAST_HOURS, type PastHours } from "../../../build/crypto/history/past-hours-document.ts";
import { type History, readHistory } from "../../../build/crypto/history/read-history.ts";
import { removeExpired } from "../../../build/crypto/history/retain.ts";
import { SILENT_PROGRESS, type StateStore } from "../../../build/kit/platform/platform.ts";
import { createMemoryStateStore } from "../../../build/kit/platform/state/memory-state-store.ts";
import { DAY_MS, HOUR_MS } from "../../../build/lib/time.ts";
import { build, NOW, TODAY, truth, world } from "./backfill-case.ts";
import { type SimulatedHttp, simulateHttp } from "./simulated-build.ts";

const FIRST_DAY = Date.parse("2025-12-10T00:00:00Z");
const COINS = ["bitcoin", "tether", "binancecoin"];
/** Hours that the recent series hold. */
const BORDER = TODAY - 44 * DAY_MS;

async function openState(ids: readonly string[] = COINS, firstMs = FIRST_DAY): Promise<StateStore> {
  const state = createMemoryStateStore({ now: () => NOW, world: "sample" });
  for (const [year, fromMs, toMs] of [
    [2025, firstMs, Date.UTC(2026, 0, 1)],
    [2026, Date.UTC(2026, 0, 1), TODAY],
  ] as const) {
    const times = Array.from({ length: (toMs - fromMs) / DAY_MS }, (_, at) => fromMs + at * DAY_MS);
    const coins = ids.map((id) => [id, { prices: times.map((time) => truth(id, time + DAY_MS)) }]);
    writePartition(state, `${DAILY}${year}`, { times, coins: Object.fromEntries(coins) }, { asOfMs: NOW });
  }
  await state.commit();
  return state;
}

async function fill(state: StateStore, http: SimulatedHttp, change: Partial<Parameters<typeof fillPastHours>[0]> = {}) {
  const coins = build.market.coins.filter(({ id }) => COINS.includes(id));
  const market = { ...build.market, coins };
  const budget = { requests: 100_000, timeLimitMs: 60_000 };
  const report = await fillPastHours({ ...build, market, state, http, budget, progress: SILENT_PROGRESS, ...change });
  await state.commit();
  return report;
}

/** All that builds would do, one after the other. */
async function fillAll(state: StateStore, http: SimulatedHttp): Promise<number> {
  for (let builds = 1; ; builds += 1) if ((await fill(state, http)).requests === 0) return builds;
}

function readYears(history: History, id: string): Map<number, number> {
  const all = (history.hourYears ?? []).map(({ series }) => series(id));
  return new Map(all.flatMap(({ times, prices }) => times.map((time, row) => [time, prices[row]!] as const)));
}

describe("the backfill of hours of earlier years", () => {
  it("fills every hour since the first known day, within 0.1 % of the true price", async () => {
    const state = await openState();
    await fillAll(state, simulateHttp(world));
    const history = await readHistory(state, new Map(), NOW);
    for (const id of ["bitcoin", "binancecoin"]) {
      const hours = readYears(history, id);
      const wrong: string[] = [];
      for (let time = FIRST_DAY; time < BORDER; time += HOUR_MS) {
        const price = hours.get(time) ?? 0;
        if (Math.abs(price / truth(id, time + HOUR_MS) - 1) >= 0.001) wrong.push(`${id} ${time}: ${price}`);
      }
      expect(wrong).toEqual([]);
    }
  });

  it("leaves a day that builds observed its price, and gives its last hour that of a candle", async () => {
    const state = await openState(["bitcoin", "tether"]);
    await fillAll(state, simulateHttp(world));
    const history = await readHistory(state, new Map(), NOW);
    const hours = readYears(history, "bitcoin");
    const { times, prices } = history.series("bitcoin", "1d", FIRST_DAY, BORDER - DAY_MS);
    expect(times.length).toBeGreaterThan(20);
    const distances = times.map((time, row) => (hours.get(time + DAY_MS - HOUR_MS) ?? 0) / prices[row]! - 1);
    expect(Math.max(...distances.map(Math.abs))).toBeLessThan(0.001);
  });

  it("asks the first venue for each month, and others only for hours that it lacks", async () => {
    const http = simulateHttp(world);
    await fillAll(await openState(["bitcoin", "tether"]), http);
    const ofBitcoin = http.urls.filter((url) => /BTC/i.test(url));
    expect(ofBitcoin.length).toBeGreaterThan(28);
    expect(ofBitcoin.filter((url) => !url.includes("coinbase"))).toEqual([]);
    // The table of a manual run counts with these.
    // A part has the coin and USDT.
    const ofYear = (estimateFullRun(1, 1, 1).find(({ id }) => id === "coinbase")?.requests ?? 0) / 2;
    expect(ofBitcoin.length).toBeLessThanOrEqual((11 / 12) * ofYear);
  });

  it("goes on with the next venue where the first one has nothing older", async () => {
    const listedMs = Date.UTC(2026, 3, 1);
    const isOlder = (url: URL) =>
      url.host.includes("coinbase") && Date.parse(url.searchParams.get("start")!) < listedMs;
    const http = simulateHttp(world, (url) => (isOlder(url) ? "[]" : undefined));
    const state = await openState(["bitcoin", "tether"]);
    await fillAll(state, http);
    // One month without a candle is enough.
    const silent = http.urls.filter((url) => url.includes("BTC-USD") && isOlder(new URL(url)));
    expect(silent.length).toBeLessThan(5);
    const cursors = (await state.read<PastHours>(PAST_HOURS))?.reachedMs;
    expect(cursors?.["bitcoin coinbase"]).toBeLessThanOrEqual(FIRST_DAY);
    const hours = readYears(await readHistory(state, new Map(), NOW), "bitcoin");
    expect(hours.size).toBeGreaterThanOrEqual((BORDER - FIRST_DAY) / HOUR_MS);
  });

  it("reads a venue again a year before a month without a candle, as before a suspended market", async () => {
    const firstMs = Date.UTC(2025, 2, 1);
    const state = await openState(["bitcoin", "tether"], firstMs);
    const isSuspended = ({ searchParams }: URL) => {
      const startMs = Date.parse(searchParams.get("start")!);
      return startMs >= Date.UTC(2025, 10, 1) && startMs < Date.UTC(2026, 5, 20);
    };
    const http = simulateHttp(world, (url) => {
      if (!/BTC|XBT/i.test(url.href)) return undefined;
      return !url.host.includes("coinbase") || isSuspended(url) ? "[]" : undefined;
    });
    await fillAll(state, http);
    const hours = [...readYears(await readHistory(state, new Map(), NOW), "bitcoin").keys()];
    expect(hours.some((time) => time >= Date.UTC(2026, 6, 1))).toBe(true);
    expect(hours.some((time) => time >= Date.UTC(2026, 0, 1) && time < Date.UTC(2026, 5, 1))).toBe(false);
    expect(hours.filter((time) => time < Date.UTC(2025, 5, 1))).toHaveLength(
      (Date.UTC(2025, 5, 1) - firstMs) / HOUR_MS,
    );
  });

  it("stays within the budget of a build, newest month first", async () => {
    const state = await openState();
    const report = await fill(state, simulateHttp(world), { budget: { requests: 8, timeLimitMs: 60_000 } });
    expect(report.requests).toBeGreaterThan(4);
    expect(report.requests).toBeLessThanOrEqual(8);
    const names = state.list("hours/").map(({ name }) => name);
    expect(names).toEqual(["hours/2026-09", "hours/2026-10"]);
  });

  it("closes a year once every coin has passed it; until then it is not final", async () => {
    const state = await openState(["bitcoin", "tether"]);
    const isFinal = async () => {
      const { hourYears = [] } = await readHistory(state, new Map(), NOW);
      return hourYears.find(({ year }) => year === 2025)?.final;
    };
    const http = simulateHttp(world);
    const seen: (boolean | undefined)[] = [];
    while ((await fill(state, http)).requests > 0) seen.push(await isFinal());
    expect(seen.at(0)).toBeUndefined();
    expect(await isFinal()).toBe(true);
    const closed = state.list("hours/2025");
    expect(closed.map(({ closed, revision }) => [closed, revision])).toEqual([[true, 1]]);
    const before = closed.map(({ sha256 }) => sha256);
    await fill(state, http);
    expect(state.list("hours/2025").map(({ sha256 }) => sha256)).toEqual(before);
  });

  it("reads the hours of a long pause between builds, too", async () => {
    const state = await openState(["bitcoin", "tether"]);
    const coins = build.market.coins.filter(({ id }) => ["bitcoin", "tether"].includes(id));
    const fillAt = (asOfMs: number) => fill(state, simulateHttp(world), { market: { ...build.market, asOfMs, coins } });
    const pauseMs = 70 * DAY_MS;
    while ((await fillAt(NOW - pauseMs)).requests > 0);
    for (const dayMs of [BORDER - pauseMs, BORDER]) {
      const hour = { times: [dayMs], coins: { bitcoin: { prices: [truth("bitcoin", dayMs + HOUR_MS)] } } };
      writePartition(state, nameHourly(dayMs), hour, { asOfMs: NOW });
    }
    await removeExpired(state, NOW, ["bitcoin", "tether"]);
    await state.commit();
    while ((await fillAt(NOW)).requests > 0);
    const hours = readYears(await readHistory(state, new Map(), NOW), "bitcoin");
    expect(hours.size).toBeGreaterThanOrEqual((BORDER - FIRST_DAY) / HOUR_MS);
  });

  it("a coin that comes later is complete once its own hours were requested, back to its first day", async () => {
    const state = await openState();
    const { coins } = build.market;
    const fillOf = (...ids: readonly string[]) =>
      fill(state, simulateHttp(world), {
        market: { ...build.market, coins: coins.filter(({ id }) => ids.includes(id)) },
      });
    const listComplete = async () => {
      const { hourYears = [] } = await readHistory(state, new Map(), NOW);
      const year = hourYears.find((one) => one.year === 2025);
      return COINS.filter((id) => year?.final && year.isComplete(id));
    };
    while ((await fillOf("bitcoin", "tether")).requests > 0);
    expect(await listComplete()).toEqual(["bitcoin", "tether"]);
    await fillOf(...COINS);
    expect(await listComplete()).toEqual(["bitcoin", "tether"]);
    while ((await fillOf(...COINS)).requests > 0);
    expect(await listComplete()).toEqual(COINS);
  });

  describe("of a coin that comes later", () => {
    /** A year of days, so that a silent month lets a cursor jump. */
    const openLater = async () => {
      const state = await openState(COINS, Date.parse("2025-03-10T00:00:00Z"));
      const run = async (ids: readonly string[], isAbsent: (source: string) => boolean, http = simulateHttp(world)) => {
        const market = { ...build.market, coins: build.market.coins.filter(({ id }) => ids.includes(id)) };
        const datasets = build.datasets.filter(({ source }) => !isAbsent(source));
        return fill(state, http, { market, datasets });
      };
      while ((await run(["bitcoin", "tether"], () => false)).requests > 0);
      const countHours = async () => {
        const { hourYears = [] } = await readHistory(state, new Map(), NOW);
        const year = hourYears.find((one) => one.year === 2025)!;
        return { final: year.final && year.isComplete("binancecoin"), hours: year.series("binancecoin").times.length };
      };
      return { run, countHours };
    };
    const isOther = (id: string) => ["coinbase", "kraken", "okx", "kucoin", "bitstamp"].includes(id);

    it("the absence of its only venue from a build completes nothing", async () => {
      const { run, countHours } = await openLater();
      await run(COINS, isOther);
      expect((await countHours()).final).toBe(false);
      await run(COINS, (id) => isOther(id) || id === "binance");
      expect((await countHours()).final).toBe(false);
      while ((await run(COINS, isOther)).requests > 0);
      const { final, hours } = await countHours();
      expect([final, hours > 7_000]).toEqual([true, true]);
      // Nor does a later absence take that back, nor a venue that comes later.
      await run(COINS, (id) => isOther(id) || id === "binance");
      await run(COINS, () => false);
      expect((await countHours()).final).toBe(true);
    });

    it("a venue without old candles completes nothing before the others were asked", async () => {
      const { run, countHours } = await openLater();
      const silent = simulateHttp(world, (url) => (url.hostname.includes("coinbase") ? "[]" : undefined));
      let requests: number;
      const finals: [final: boolean, isWhole: boolean][] = [];
      do {
        ({ requests } = await run(COINS, () => false, silent));
        const { final, hours } = await countHours();
        finals.push([final, hours > 7_000]);
      } while (requests > 0);
      expect(finals.length).toBeGreaterThan(3);
      expect(finals.filter(([final, isWhole]) => final && !isWhole)).toEqual([]);
      expect(finals.at(-1)).toEqual([true, true]);
    });
  });

  it("tries a venue that fails again later, which raises the revision of a closed year", async () => {
    const state = await openState(["bitcoin", "tether"]);
    const failing = simulateHttp(world, (url) => {
      if (/BTC|XBT/i.test(url.href)) throw new Error("down");
      return undefined;
    });
    let builds = 0;
    while ((await fill(state, failing)).requests > 0 && builds < 40) builds += 1;
    expect(failing.urls.filter((url) => /BTC/i.test(url)).length).toBeLessThan(20);
    expect(state.find("hours/2025-12")).toMatchObject({ closed: true, revision: 1 });
    const later = { ...build.market, asOfMs: NOW + 7 * HOUR_MS };
    const coins = later.coins.filter(({ id }) => id === "bitcoin" || id === "tether");
    const http = simulateHttp(world);
    while ((await fill(state, http, { market: { ...later, coins } })).requests > 0) builds += 1;
    const { closed, revision } = state.find("hours/2025-12") ?? {};
    expect(closed).toBe(true);
    expect(revision).toBeGreaterThan(1);
    const hours = readYears(await readHistory(state, new Map(), later.asOfMs), "bitcoin");
    expect(hours.size).toBeGreaterThanOrEqual((BORDER - FIRST_DAY) / HOUR_MS);
  });

  it("a shard goes on until nothing is left, for its own coins and USDT, and closes nothing", async () => {
    const states = await Promise.all([openState(), openState()]);
    for (const [at, state] of states.entries()) {
      const shard = { index: at + 1, count: 2 };
      await fill(state, simulateHttp(world), { shard });
      expect((await fill(state, simulateHttp(world), { shard })).requests).toBe(0);
      expect(state.list("hours/").every(({ closed }) => !closed)).toBe(true);
    }
    const [first, second] = await Promise.all(states.map((state) => state.read<PastHours>(PAST_HOURS)));
    const { reachedMs } = mergePastHours(first!, second!);
    expect(new Set(Object.keys(reachedMs).map((key) => key.split(" ")[0]))).toEqual(new Set(COINS));
    const ofBitcoin = [first, second].map((one) => one?.reachedMs["bitcoin coinbase"] !== undefined);
    expect(ofBitcoin.filter(Boolean)).toHaveLength(1);
  });
});
