import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { STATE_KINDS } from "../../../build/app/run/state-kinds.ts";
import { fillHistory } from "../../../build/crypto/backfill/fill-history.ts";
import { recordCorrections } from "../../../build/crypto/corrections/record-corrections.ts";
import { publishBackfilledDays } from "../../../build/crypto/history/publish-backfilled-days.ts";
import { type History, readHistory } from "../../../build/crypto/history/read-history.ts";
import { isNewDay, updateSeries } from "../../../build/crypto/history/update-series.ts";
import { SILENT_PROGRESS } from "../../../build/kit/platform/platform.ts";
import { createMemoryStateStore } from "../../../build/kit/platform/state/memory-state-store.ts";
import { DAY_MS, floorTo, HOUR_MS, MINUTE_MS, renderDay } from "../../../build/lib/time.ts";
import { type SimulatedBuild, sampleCoins, simulateBuild, simulateHttp } from "./simulated-build.ts";

/*
 * A year of builds in simulated time, of the series and their backfill alone: one build an hour,
 * and one of them a day fills history. Two outages; candles of one coin move from one venue to
 * another; some hours no venue has.
 */

const FROM = Date.parse("2026-01-01T00:00:00Z");
const TO = Date.parse("2027-01-01T00:00:00Z");
/** The hours of the year have moved by then, and builds of another month follow. */
const SETTLED = TO + 47 * DAY_MS;
const END = SETTLED + 20 * DAY_MS;
const COINS = ["bitcoin", "solana", "tether"];
const OUTAGES = [
  { fromMs: Date.parse("2026-03-08T20:30:00Z"), toMs: Date.parse("2026-03-11T07:00:00Z") },
  { fromMs: Date.parse("2026-08-30T11:00:00Z"), toMs: Date.parse("2026-09-02T02:00:00Z") },
];
/** Before it only the first venue has candles of Solana, after it only the others. */
const MOVED = Date.parse("2026-06-01T00:00:00Z");
/** Hours of the second outage that no venue has of Solana. */
const UNKNOWN = { fromMs: Date.parse("2026-08-31T05:00:00Z"), toMs: Date.parse("2026-08-31T09:00:00Z") };

const state = createMemoryStateStore({ now: () => FROM, world: "sample", kinds: STATE_KINDS });
const sizes: { day: string; bytes: number }[] = [];
let simulated: SimulatedBuild;
let settled: Map<string, string | undefined>;
let requests = 0;

/** Candles of Solana as the venue has them; `undefined`: no change. */
function hideCandles(url: URL, body: string): string | undefined {
  if (!/SOL/i.test(url.href)) return undefined;
  const isFirst = url.host.includes("coinbase");
  const isHidden = (timeMs: number) =>
    isFirst !== timeMs < MOVED || (timeMs >= UNKNOWN.fromMs && timeMs < UNKNOWN.toMs);
  const filter = (rows: unknown[]) =>
    rows.filter((row) => {
      const time = Number(Array.isArray(row) ? row[0] : (row as { timestamp: string }).timestamp);
      return !isHidden(time < 1e11 ? time * 1_000 : time);
    });
  const value = JSON.parse(body);
  if (Array.isArray(value)) return JSON.stringify(filter(value));
  if (Array.isArray(value.data)) return JSON.stringify({ ...value, data: filter(value.data) });
  if (Array.isArray(value.data?.ohlc))
    return JSON.stringify({ data: { ...value.data, ohlc: filter(value.data.ohlc) } });
  return undefined;
}

async function fill(asOfMs: number): Promise<void> {
  const { world, datasets, identification } = simulated;
  const plain = simulateHttp(world);
  const http = {
    async fetch(request: Parameters<typeof plain.fetch>[0]) {
      const response = await plain.fetch(request);
      if (response.url.includes("llama.fi")) throw new Error("no chart");
      const body = hideCandles(new URL(request.url), response.body) ?? response.body;
      return { ...response, body, receivedAtMs: asOfMs };
    },
  };
  const coins = sampleCoins(world, asOfMs).coins.filter(({ id }) => COINS.includes(id));
  const budget = { requests: 40, timeLimitMs: 60_000 };
  const market = { asOfMs, coins };
  await fillHistory({
    market,
    datasets,
    identification,
    state,
    http,
    budget,
    progress: SILENT_PROGRESS,
    withOldHours: true,
  });
  requests += plain.urls.length;
}

async function buildHours(fromMs: number, toMs: number): Promise<void> {
  for (let timeMs = fromMs + 40 * MINUTE_MS; timeMs < toMs; timeMs += HOUR_MS) {
    if (OUTAGES.some((outage) => timeMs >= outage.fromMs && timeMs < outage.toMs)) continue;
    const all = sampleCoins(simulated.world, timeMs);
    const newDay = isNewDay(state, timeMs);
    await updateSeries(state, { ...all, coins: all.coins.filter(({ id }) => COINS.includes(id)) }, (message) => {
      throw new Error(message);
    });
    await publishBackfilledDays(state, timeMs, newDay);
    if (!newDay) continue;
    await fill(timeMs);
    await recordCorrections(state, { asOfMs: timeMs });
    await state.commit();
    sizes.push({ day: renderDay(timeMs), bytes: state.list().reduce((sum, { bytes }) => sum + (bytes ?? 0), 0) });
  }
}

const readDigests = () => new Map(state.list("hours/2026").map(({ name, sha256 }) => [name, sha256]));

beforeAll(async () => {
  const all = simulateBuild(END, 12);
  // Without tickers: their prices are of the end, and each build would compare its own with them.
  simulated = { ...all, datasets: all.datasets.filter(({ kind }) => kind !== "ticker") };
  await buildHours(FROM, SETTLED);
  settled = readDigests();
  await buildHours(SETTLED, END);
}, 600_000);

afterAll(() => {
  const every = sizes
    .filter((_, at) => at % 60 === 0)
    .map(({ day, bytes }) => `${day} ${Math.round(bytes / 1_000)} kB`);
  const [first, last] = [sizes.find(({ day }) => day === "2026-03-01"), sizes.find(({ day }) => day === "2026-12-31")];
  const perDay = ((last?.bytes ?? 0) - (first?.bytes ?? 0)) / 305 / COINS.length;
  console.info(`state: ${every.join(", ")}; ${Math.round(perDay)} bytes a day and coin; ${requests} requests`);
});

const read = (): Promise<History> => readHistory(state, new Map(), END);

describe("a year of hourly builds with two outages", () => {
  it("knows every hour of the year, except those that no venue has", async () => {
    const year = (await read()).hourYears?.find((one) => one.year === 2026);
    for (const id of COINS) {
      const known = new Set(year?.series(id).times);
      const missing: number[] = [];
      for (let time = FROM; time < TO; time += HOUR_MS) if (!known.has(time)) missing.push(time);
      const unknown = [5, 6, 7, 8].map((hour) => floorTo(UNKNOWN.fromMs, DAY_MS) + hour * HOUR_MS);
      expect(missing, id).toEqual(id === "solana" ? unknown : []);
    }
  });

  it("has filled hours within 0.2 % of the true price, from the venue that had them", async () => {
    const year = (await read()).hourYears?.find((one) => one.year === 2026);
    const { times = [], prices = [], origins = [] } = year?.series("solana") ?? {};
    const filled = new Set<string>();
    for (const [row, time] of times.entries()) {
      const origin = origins[row] ?? null;
      if (origin === null) continue;
      expect(Math.abs(prices[row]! / simulated.world.priceUsd("solana", time + HOUR_MS)! - 1)).toBeLessThan(0.002);
      filled.add(`${time < MOVED ? "before" : "after"} ${origin === "coinbase"}`);
    }
    expect([...filled].sort()).toEqual(["after false", "before true"]);
  });

  it("gives each day the price of its last hour, also where no build observed that hour", async () => {
    const history = await read();
    const year = history.hourYears?.find((one) => one.year === 2026);
    for (const id of COINS) {
      const { times = [], prices = [] } = year?.series(id) ?? {};
      const hours = new Map(times.map((time, row) => [time, prices[row]]));
      const days = history.series(id, "1d", FROM, TO - DAY_MS);
      expect(days.times).toHaveLength(365);
      const differ = days.times.filter((time, row) => hours.get(time + DAY_MS - HOUR_MS) !== days.prices[row]);
      expect(differ.map(renderDay), id).toEqual([]);
    }
  });

  it("leaves the closed year as it is: the same bytes, final, no revision", async () => {
    expect(readDigests()).toEqual(settled);
    expect(settled.size).toBe(12);
    const year = (await read()).hourYears?.find((one) => one.year === 2026);
    expect([year?.final, ...COINS.map((id) => year?.revision(id))]).toEqual([true, 1, 1, 1]);
  });
});
