import { describe, expect, it } from "vitest";
import type { Correction } from "../../../build/crypto/corrections/correction.ts";
import { CORRECTIONS, KEPT_PER_YEAR, readCorrections } from "../../../build/crypto/corrections/correction-log.ts";
import { type ComparedBuild, recordCorrections } from "../../../build/crypto/corrections/record-corrections.ts";
import type { Partition } from "../../../build/crypto/history/partition.ts";
import { REMOVED, removeRestricted } from "../../../build/crypto/history/remove-restricted.ts";
import { sources } from "../../../build/crypto/sources/registry.ts";
import type { StateStore } from "../../../build/kit/platform/platform.ts";
import { createMemoryStateStore } from "../../../build/kit/platform/state/memory-state-store.ts";
import { CATALOGUE_NAME } from "../../../build/kit/render/archives/archive-memory.ts";
import { removeRestrictedArchives } from "../../../build/kit/render/archives/render-archives.ts";
import { DAY_MS, HOUR_MS } from "../../../build/lib/time.ts";

const DAY = Date.parse("2026-11-18T00:00:00Z");
const NOW = Date.parse("2026-11-20T10:00:00Z");

type Documents = Readonly<Record<string, unknown>>;

/** Prices of our own for one coin, by time. */
function prices(...points: (readonly [timeMs: number, price: number])[]): Partition {
  return { times: points.map(([time]) => time), coins: { bitcoin: { prices: points.map(([, price]) => price) } } };
}

/** Ranges of one coin, from a venue. */
function ranges(...all: (readonly [timeMs: number, low: number, high: number])[]) {
  const columns = {
    highs: all.map(([, , high]) => high),
    lows: all.map(([, low]) => low),
    origins: all.map(() => 0),
  };
  return { times: all.map(([time]) => time), coins: { bitcoin: columns }, origins: ["kraken"] };
}

/** A committed state whose last build was at `atMs`. */
async function commit(documents: Documents, atMs = NOW): Promise<StateStore> {
  const state = createMemoryStateStore({ now: () => atMs, world: "sample" });
  state.write(`samples/${new Date(atMs).toISOString().slice(0, 10)}`, prices([atMs, 101]));
  for (const [name, value] of Object.entries(documents)) state.write(name, value);
  await state.commit();
  return state;
}

/** The entries that a build adds that writes these documents; `undefined` removes one. */
async function change(
  before: Documents,
  after: Documents,
  { asOfMs = NOW, ...build }: Partial<ComparedBuild> = {},
  lastMs = asOfMs,
): Promise<readonly Correction[]> {
  const state = await commit(before, lastMs);
  for (const [name, value] of Object.entries(after)) state.write(name, value, { reopen: "history was filled" });
  await recordCorrections(state, { asOfMs, ...build });
  return (await readCorrections(state, 1000)).toReversed();
}

const say = ({ dataset, coinId, field, fromMs, old, new: now }: Correction) =>
  `${dataset} ${coinId} ${field} ${new Date(fromMs).toISOString().slice(0, 13)}: ${old} → ${now}`;

describe("a changed price", () => {
  it("has the reason of the writer, and both values", async () => {
    const entries = await change({ "daily/2026": prices([DAY, 100]) }, { "daily/2026": prices([DAY, 90]) });
    expect(entries).toMatchObject([
      { dataset: "days", coinId: "bitcoin", field: "price", old: 100, new: 90, reason: "history was filled" },
    ]);
  });

  it("quotes no value in a build that removes values, whatever the writer says", async () => {
    const days = { "daily/2026": prices([DAY, 100]) };
    const entries = await change(days, { "daily/2026": prices([DAY, 90]) }, { cause: REMOVED });
    expect(entries).toMatchObject([
      { dataset: "days", fromMs: DAY, toMs: DAY, count: 1, old: null, new: null, reason: REMOVED },
    ]);
  });
});

describe("a document that is removed whole", () => {
  const hour = DAY + 9 * HOUR_MS;

  it.each([
    ["hourly/2026-11-18", prices([hour, 100]), "hours bitcoin price 2026-11-18T09: 100 → null"],
    ["hours/2025-11", prices([hour - 365 * DAY_MS, 100]), "hours bitcoin price 2025-11-18T09: 100 → null"],
    ["daily/2026", prices([DAY, 100]), "days bitcoin price 2026-11-18T00: 100 → null"],
    ["fear-greed", [{ date: "2026-11-18", value: 40 }], "fear-greed null value 2026-11-18T00: 40 → null"],
  ])("has an entry for each value: %s", async (name, value, entry) => {
    expect((await change({ [name]: value }, { [name]: undefined })).map(say)).toEqual([entry]);
  });

  it("has entries for its candles", async () => {
    const day = DAY - 3 * DAY_MS;
    const documents = {
      "hourly/2026-11-15": prices([day, 100]),
      "candles/2026-11-15": ranges([day, 90, 110]),
      "daily/2026": prices([day, 100]),
      "day-candles/2026": ranges([day, 80, 120]),
    };
    const removed = Object.fromEntries(Object.keys(documents).map((name) => [name, undefined]));
    expect((await change(documents, removed)).map(say)).toEqual([
      "hours bitcoin price 2026-11-15T00: 100 → null",
      "days bitcoin price 2026-11-15T00: 100 → null",
      "hour-candles bitcoin open 2026-11-15T00: 100 → null",
      "hour-candles bitcoin high 2026-11-15T00: 110 → null",
      "hour-candles bitcoin low 2026-11-15T00: 90 → null",
      "day-candles bitcoin open 2026-11-15T00: 100 → null",
      "day-candles bitcoin high 2026-11-15T00: 120 → null",
      "day-candles bitcoin low 2026-11-15T00: 80 → null",
    ]);
  });

  it("has none where its time is up: hours are kept for 45 days, and those of the largest coins for good", async () => {
    const old = DAY - 60 * DAY_MS;
    const name = `hourly/${new Date(old).toISOString().slice(0, 10)}`;
    expect(await change({ [name]: prices([old, 100]) }, { [name]: undefined })).toEqual([]);
  });
});

describe("the newest row of a dataset by days", () => {
  const rates = (jpy: number) => [{ date: "2026-11-18", observedAtMs: DAY, rates: { JPY: jpy } }];

  it("has an entry once its day is over, except a rate, which is set until the next one", async () => {
    const index = (value: number) => [{ date: "2026-11-18", value, classification: "Fear" }];
    const total = (totalMarketCap: number) => [
      { date: "2026-11-18", totalMarketCap, totalVolume: 1, activeCoins: 1, markets: 1, marketCapPercentage: {} },
    ];
    const before = { "fear-greed": index(40), "global/2026": total(100), "exchange-rates/2026": rates(150) };
    const after = { "fear-greed": index(41), "global/2026": total(101), "exchange-rates/2026": rates(151) };
    expect((await change(before, after)).map(say)).toEqual([
      "global null total_market_cap 2026-11-18T00: 100 → 101",
      "fear-greed null value 2026-11-18T00: 40 → 41",
    ]);
    expect(await change(before, after, {}, DAY + 12 * HOUR_MS)).toEqual([]);
  });
});

describe("candles", () => {
  it("of 1 January have an entry for their open where 31 December changed", async () => {
    const newYear = Date.UTC(2027, 0, 1);
    const asOfMs = newYear + 10 * DAY_MS;
    const before = {
      "daily/2026": prices([newYear - DAY_MS, 100]),
      "daily/2027": prices([newYear, 105]),
      "day-candles/2027": ranges([newYear, 90, 110]),
    };
    const entries = await change(before, { "daily/2026": prices([newYear - DAY_MS, 95]) }, { asOfMs });
    expect(entries.map(say).sort()).toEqual([
      "day-candles bitcoin open 2027-01-01T00: 100 → 95",
      "days bitcoin price 2026-12-31T00: 100 → 95",
    ]);
  });

  it("of 1 January have an entry for their open where 31 December gets a candle", async () => {
    const newYear = Date.UTC(2027, 0, 1);
    const asOfMs = newYear + 10 * DAY_MS;
    const filled = { bitcoin: { prices: [100], origins: [0] } };
    const january = ranges([newYear, 90, 110]);
    const before = {
      "daily/2026": { times: [newYear - DAY_MS], coins: filled, origins: ["coingecko"] },
      "daily/2027": prices([newYear, 105]),
      "day-candles/2027": { ...january, coins: { bitcoin: { ...january.coins.bitcoin, opens: [98] } } },
    };
    const entries = await change(before, { "day-candles/2026": ranges([newYear - DAY_MS, 90, 110]) }, { asOfMs });
    expect(entries.map(say)).toEqual(["day-candles bitcoin open 2027-01-01T00: 98 → 100"]);
  });

  it("have entries as long as they are published: for 30 days", async () => {
    const oldest = NOW - 30 * DAY_MS;
    const day = new Date(oldest).toISOString().slice(0, 10);
    const changeAt = async (timeMs: number, candleCoins: readonly string[]) => {
      const [before, after] = [100, 90].map((price) => ({ [`hourly/${day}`]: prices([timeMs, price]) }));
      return (await change(before!, after!, { candleCoins })).map(({ dataset }) => dataset);
    };
    expect(await changeAt(oldest, ["bitcoin"])).toEqual(["hours", "hour-candles", "hour-candles", "hour-candles"]);
    expect(await changeAt(oldest, [])).toEqual(["hours"]);
  });

  it("without a stored range have entries for the published coins: they rest on prices of hours alone", async () => {
    const day = DAY - 3 * DAY_MS;
    const before = { "hourly/2026-11-15": prices([day, 100], [day + HOUR_MS, 105]) };
    const after = { "hourly/2026-11-15": prices([day, 102], [day + HOUR_MS, 105]) };
    const hours = ["hours bitcoin price 2026-11-15T00: 100 → 102"];
    expect((await change(before, after)).map(say)).toEqual(hours);
    expect((await change(before, after, { candleCoins: ["bitcoin"] })).map(say)).toEqual([
      ...hours,
      "hour-candles bitcoin open 2026-11-15T00: 100 → 102",
      "hour-candles bitcoin high 2026-11-15T00: 100 → 102",
      "hour-candles bitcoin low 2026-11-15T00: 100 → 102",
      "hour-candles bitcoin open 2026-11-15T01: 100 → 102",
      "hour-candles bitcoin low 2026-11-15T01: 100 → 102",
    ]);
  });
});

describe("a complete archive", () => {
  const archive = (filename: string, source: string) => ({
    entry: { filename, complete: true, sha256: `hash of ${filename}`, periodStartMs: DAY, sources: [source] },
  });
  const before = { [CATALOGUE_NAME]: { archives: [archive("a.csv.gz", "okx"), archive("b.csv.gz", "unknown")] } };

  it("has an entry without checksums where a build removes restricted values, and so writes it anew", async () => {
    const state = await commit(before);
    await removeRestricted(state, sources, { [CATALOGUE_NAME]: removeRestrictedArchives });
    await recordCorrections(state, { asOfMs: NOW, cause: REMOVED });
    expect(await readCorrections(state, 1000)).toMatchObject([
      { dataset: "archives", field: "a.csv.gz", fromMs: DAY, count: 1, old: null, new: null, reason: REMOVED },
    ]);
  });

  it("has none where its retention removes it", async () => {
    expect(await change(before, { [CATALOGUE_NAME]: { archives: [] } })).toEqual([]);
  });
});

describe("the log of a year", () => {
  const entry = (at: number): Correction => ({
    timeMs: Date.UTC(2026, 0, 1) + at,
    dataset: "days",
    coinId: "ethereum",
    field: "price",
    fromMs: at,
    toMs: at,
    count: 1,
    old: 1,
    new: 2,
    reason: "history was filled",
  });

  it("sums up further entries of a month in one that grows, and keeps the first ones as they are", async () => {
    const first = Array.from({ length: KEPT_PER_YEAR }, (_, at) => entry(at));
    const state = await commit({ [`${CORRECTIONS}2026`]: first, "daily/2026": prices([DAY, 100]) });
    for (const [build, price] of [90, 80, 70].entries()) {
      state.write("daily/2026", prices([DAY, price]), { reopen: "history was filled" });
      await recordCorrections(state, { asOfMs: NOW + build * HOUR_MS });
      await state.commit();
    }
    const log = (await state.read<Correction[]>(`${CORRECTIONS}2026`)) ?? [];
    expect(log.slice(0, KEPT_PER_YEAR)).toEqual(first);
    expect(log.slice(KEPT_PER_YEAR)).toEqual([
      {
        ...entry(0),
        timeMs: NOW + 2 * HOUR_MS,
        coinId: "bitcoin",
        fromMs: DAY,
        toMs: DAY,
        count: 3,
        old: null,
        new: null,
        // From 80 to 70.
        largestChangePercentage: 12.5,
      },
    ]);
  });
});
