import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { parseString } from "fast-csv";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { STATE_KINDS } from "../../build/app/run/state-kinds.ts";
import type { Partition } from "../../build/crypto/history/partition.ts";
import { parsePartitionName } from "../../build/crypto/history/partition-document.ts";
import { startServer } from "../../build/crypto/serve/server.ts";
import { createBinaryClient } from "../../build/kit/platform/http/binary-client.ts";
import { createOutput } from "../../build/kit/platform/output/output.ts";
import { createPublishedFiles } from "../../build/kit/platform/output/published-files.ts";
import { SILENT_PROGRESS } from "../../build/kit/platform/platform.ts";
import { openState } from "../../build/kit/platform/state/state-open.ts";
import { computeSha256 } from "../../build/lib/hash.ts";
import { DAY_MS, MINUTE_MS, renderDay } from "../../build/lib/time.ts";
import { computeNaivePoints, listPoints, type NaivePoints, type RawSample } from "../fixtures/naive-series.ts";
import { createRandom, type Random } from "../fixtures/random.ts";
import { type MemoryFiles, publishFiles } from "../kit/platform/output/memory-output.ts";
import { OTHER_SOURCES, openSampleRuns, type SampleRun, START } from "./sample-runs.ts";

/** What was published as a build's own observation, and what was filled in from elsewhere. */
interface PublishedPoints {
  own: NaivePoints;
  filled: NaivePoints;
}

/** Every point of the documents of the published state whose names begin with `prefix`. */
function readStatePoints(files: MemoryFiles, prefix: string, step: "hour" | "day"): PublishedPoints {
  const found: PublishedPoints = { own: new Map(), filled: new Map() };
  for (const [path, body] of files) {
    if (!path.startsWith(`state/${prefix}`)) continue;
    const partition = JSON.parse(gunzipSync(body as Uint8Array).toString()) as Partition;
    for (const [origin, points] of splitByOrigin(partition, step)) addAll(found[origin], points);
  }
  return found;
}

/** The days or hours with documents in the published state, as prefixes of ISO times. */
function listStatePeriods(files: MemoryFiles, prefix: string): number[] {
  const names = [...files.keys()].filter((path) => path.startsWith(`state/${prefix}`));
  return names.map((path) => parsePartitionName(path.slice("state/".length).split(".")[0] as string).startMs);
}

function* splitByOrigin(partition: Partition, step: "hour" | "day"): Generator<[keyof PublishedPoints, NaivePoints]> {
  for (const origin of ["own", "filled"] as const) {
    const coins = Object.entries(partition.coins).map(([id, columns]) => {
      const prices = columns.prices.map((price, row) =>
        ((columns.origins?.[row] ?? null) === null) === (origin === "own") ? price : null,
      );
      return [id, { ...columns, prices }] as const;
    });
    yield [origin, listPoints({ ...partition, coins: Object.fromEntries(coins) }, step)];
  }
}

function addAll(target: NaivePoints, points: NaivePoints): void {
  for (const [key, value] of points) {
    if (target.has(key)) throw new Error(`${key} was published twice`);
    target.set(key, value);
  }
}

/**
 * Every row of an archive of points, read by an independent CSV parser; times are cut to a length.
 */
async function readArchivePoints(body: Uint8Array, timeLength: number): Promise<PublishedPoints> {
  const found: PublishedPoints = { own: new Map(), filled: new Map() };
  for (const row of await parse(gunzipSync(body).toString())) {
    const time = (row["time"] ?? row["date"]) as string;
    const values = [row["price"], row["market_cap"], row["total_volume"]].map((cell) =>
      cell === "" ? null : Number(cell),
    );
    const points = new Map([[`${row["id"]} ${time.slice(0, timeLength)}`, JSON.stringify(values)]]);
    addAll(row["origin"] === "" ? found.own : found.filled, points);
  }
  return found;
}

function parse(text: string): Promise<Record<string, string>[]> {
  return new Promise((resolve, reject) => {
    const rows: Record<string, string>[] = [];
    parseString<Record<string, string>, Record<string, string>>(text, { headers: true })
      .on("data", (row) => rows.push(row))
      .on("error", reject)
      .on("end", () => resolve(rows));
  });
}

const YEAR_DAYS = 400;

/**
 * Periods without builds, in days: one day, the end of a month, longer than hours are kept, and
 * from the end of a month until its first days expire.
 */
const MISSED: readonly (readonly [number, number])[] = [
  [20.3, 21.9],
  [129.6, 134.2],
  [160.5, 212.1],
  [277.4, 305.2],
];

/** Days with builds every few minutes, so that hours have several of them. */
const DENSE: ReadonlySet<number> = new Set([277, 398, 399]);

/** Minutes after the first build of the others: mostly three to nine days apart, and some twice. */
function* listMoments(random: Random): Generator<number> {
  for (let timeMs = 0; timeMs < YEAR_DAYS * DAY_MS; ) {
    const day = timeMs / DAY_MS;
    if (!MISSED.some(([from, to]) => day >= from && day < to)) {
      yield timeMs / MINUTE_MS;
      if (random.next() < 0.1) yield timeMs / MINUTE_MS;
    }
    const isDense = DENSE.has(Math.floor(day));
    const untilDense = Math.min(...[...DENSE].filter((one) => one > day).map((one) => (one - day) * 24 * 60));
    const minutes = isDense ? 25 + 150 * random.next() : 4_000 + 9_000 * random.next();
    timeMs += Math.ceil(Math.min(minutes, isDense ? minutes : untilDense)) * MINUTE_MS;
  }
}

const COINS = 5;
const BACKFILL = 2;
const DOWNLOADS = "api/data/download/";
const MONTHS_KEPT = 12;

interface CoinRow {
  id: string;
  path: string;
  current_price: number | null;
  market_cap: number | null;
  total_volume: number | null;
  price_source: string;
}

const raw: RawSample[] = [];
/** Every archive as it was published last, also those that the site no longer has. */
const everPublished = new Map<string, Uint8Array>();
const sidecars = new Map<string, string>();
const refusals: string[] = [];
/** Enough for the gate: a year of builds costs twice as much with all of them. */
const VENUES_OFF = ["bitfinex", "bitget", "bybit", "crypto-com", "gate", "gemini", "htx", "mexc", "upbit"];
const OPTIONS = {
  live: true,
  backfill: BACKFILL,
  sourcesOff: [...OTHER_SOURCES, ...VENUES_OFF],
  answers: ["coins", "coin-history"],
};
const runs = await openSampleRuns(COINS, OPTIONS);
let last: SampleRun;
let lastMinutes = 0;
let builds = 0;
let todayMs = 0;

const folder = mkdtempSync(join(tmpdir(), "published-year-"));
afterAll(async () => {
  await runs.close();
  rmSync(folder, { recursive: true, force: true });
});

beforeAll(async () => {
  for (const minutes of listMoments(createRandom(20_261_118))) {
    last = await runs.build(minutes);
    keepSamples(last, START + minutes * MINUTE_MS);
    keepArchives(last.files);
    refusals.push(...last.refusals);
    lastMinutes = minutes;
    builds += 1;
  }
  todayMs = Math.floor((START + lastMinutes * MINUTE_MS) / DAY_MS) * DAY_MS;
}, 1_800_000);

/** Some venues report the current time, so the newest observation is as old as the build. */
function keepSamples({ read }: SampleRun, timeMs: number): void {
  const { data } = read<{ data: CoinRow[] }>("coins/limit/all");
  for (const row of data) {
    if (row.current_price === null || row.price_source === "stale") continue;
    raw.push({
      timeMs,
      coinId: row.id,
      price: row.current_price,
      marketCap: row.market_cap,
      totalVolume: row.total_volume,
    });
  }
}

function keepArchives(files: MemoryFiles): void {
  for (const [path, body] of files) {
    if (!path.startsWith(DOWNLOADS) || path.endsWith(".parquet")) continue;
    const name = path.slice(DOWNLOADS.length);
    if (name.endsWith(".sha256")) sidecars.set(name.slice(0, -".sha256".length), String(body));
    else everPublished.set(name, body as Uint8Array);
  }
}

/** Of the points of closed days, those whose time begins so. */
function expected(step: "hour" | "day", from: (time: string, id: string) => boolean = () => true): NaivePoints {
  const today = renderDay(todayMs);
  return new Map(
    [...computeNaivePoints(raw, step)].filter(([key]) => {
      const [id, time] = key.split(" ") as [string, string];
      return time < today && from(time, id);
    }),
  );
}

function expectPoints({ own, filled }: PublishedPoints, points: NaivePoints): void {
  expect(own).toEqual(points);
  expect([...filled.keys()].filter((key) => points.has(key))).toEqual([]);
}

async function readFiles(pattern: RegExp, timeLength: number): Promise<Map<string, PublishedPoints>> {
  const names = [...everPublished.keys()].filter((name) => pattern.test(name)).sort();
  return new Map(
    await Promise.all(
      names.map(
        async (name) => [name, await readArchivePoints(everPublished.get(name) as Uint8Array, timeLength)] as const,
      ),
    ),
  );
}

describe(`${YEAR_DAYS} days of builds, each of which starts from what the last one published`, () => {
  it("are many, irregular, some repeated, none refused", () => {
    expect(refusals).toEqual([]);
    expect(builds).toBeGreaterThan(60);
    const moments = new Set(raw.map(({ timeMs }) => timeMs));
    expect(builds - moments.size).toBeGreaterThan(2);
    expect(new Set(raw.map(({ timeMs }) => renderDay(timeMs))).size).toBeLessThan(YEAR_DAYS - 80);
    expect(raw.length).toBeGreaterThan(builds * (COINS - 1));
  });

  it("publish every day as its last sample, and no other day as their own", () => {
    const points = expected("day");
    expect(points.size).toBeGreaterThan(30 * (COINS - 1));
    expectPoints(readStatePoints(last.files, "daily/", "day"), points);
    for (const [id, path] of new Map(last.read<{ data: CoinRow[] }>("coins/limit/all").data.map((c) => [c.id, c.path])))
      expectPoints(
        readHistory(id, path, "all", 10),
        expected("day", (_, coin) => coin === id),
      );
  });

  it("publish every hour of the last 45 days as its last sample, and of no day before", () => {
    const fromMs = todayMs - 45 * DAY_MS;
    const points = expected("hour", (time) => time >= renderDay(fromMs));
    expect(points.size).toBeGreaterThan(15 * (COINS - 1));
    expectPoints(readStatePoints(last.files, "hourly/", "hour"), points);
    expect(Math.min(...listStatePeriods(last.files, "hourly/"))).toBeGreaterThanOrEqual(fromMs);
    expect(Math.min(...listStatePeriods(last.files, "samples/"))).toBeGreaterThanOrEqual(todayMs - 3 * DAY_MS);
  });

  function readHistory(id: string, path: string, period: string, length: number): PublishedPoints {
    const { data, meta } = last.read<{
      data: Record<"prices" | "market_caps" | "total_volumes", [number, number | null][]>;
      meta: { origins: { source: string | null; points: number }[] };
    }>(`${path.replace(/\.json$/, "")}/history/${period}`);
    const found: PublishedPoints = { own: new Map(), filled: new Map() };
    const origins = meta.origins.flatMap(({ source, points }) => new Array<string | null>(points).fill(source));
    expect(origins).toHaveLength(data.prices.length);
    data.prices.forEach(([timeMs, price], at) => {
      const values = JSON.stringify([price, data.market_caps[at]?.[1], data.total_volumes[at]?.[1]]);
      const target = origins[at] === null ? found.own : found.filled;
      target.set(`${id} ${new Date(timeMs).toISOString().slice(0, length)}`, values);
    });
    return found;
  }

  it("publish archives of days that fast-csv reads as the same numbers", async () => {
    const years = await readFiles(/^daily-/, 10);
    expect([...years.keys()].slice(-2)).toEqual(["daily-2026.csv.gz", "daily-2027.csv.gz"]);
    for (const [name, points] of years)
      expectPoints(
        points,
        expected("day", (time) => name.includes(time.slice(0, 4))),
      );
    const coins = await readFiles(/^history-/, 10);
    expect(coins.size).toBe(COINS);
    for (const points of coins.values()) {
      const id = [...points.own.keys()][0]?.split(" ")[0];
      expectPoints(
        points,
        expected("day", (_, coin) => coin === id),
      );
    }
  });

  it("publish archives of hours that fast-csv reads as the same numbers, month by month, also those that are gone by now", async () => {
    const months = await readFiles(/^hourly-/, 13);
    expect(months.size).toBeGreaterThan(MONTHS_KEPT);
    for (const [name, points] of months)
      expectPoints(
        points,
        expected("hour", (time) => name.includes(time.slice(0, 7))),
      );
  });

  it("publish every sample of a day while it is one of the last", async () => {
    const days = await readFiles(/^prices-/, 19);
    expect(days.size).toBe(new Set(raw.map(({ timeMs }) => renderDay(timeMs))).size);
    const naive = [...computeNaivePoints(raw, "second")];
    for (const [name, points] of days)
      expectPoints(points, new Map(naive.filter(([key]) => name.includes((key.split(" ")[1] as string).slice(0, 10)))));
  });

  it("leave beside every archive the checksum that it has", () => {
    expect(everPublished.size).toBeGreaterThan(60);
    for (const [name, body] of everPublished) expect(sidecars.get(name)).toBe(`${computeSha256(body)}  ${name}\n`);
  });

  it("give a fork that restores the site over HTTP the same bytes, build after build", async () => {
    await publishFiles(
      createOutput(join(folder, "site")),
      [...last.files].map(([path, body]) => ({ path, body })),
    );
    const server = await startServer({ folder: join(folder, "site"), host: "127.0.0.1", port: 0 });
    const client = createBinaryClient({ userAgent: "test" });
    let now = START + lastMinutes * MINUTE_MS;
    const state = await openState(join(folder, "state"), {
      from: [server.url],
      fetch: client.fetch,
      kinds: STATE_KINDS,
      progress: SILENT_PROGRESS,
      world: "live",
      now: () => now,
    });
    const findPublished = createPublishedFiles({ places: [server.url], fetch: client.fetch });
    const fork = await openSampleRuns(COINS, { ...OPTIONS, from: { state, findPublished } });
    for (const minutes of [25, 26 * 60, 20 * 24 * 60]) {
      now = START + (lastMinutes + minutes) * MINUTE_MS;
      const one = await runs.build(lastMinutes + minutes);
      const other = await fork.build(lastMinutes + minutes);
      expect(one.refusals).toEqual([]);
      expect([...other.files.keys()].sort()).toEqual([...one.files.keys()].sort());
      const differing = [...one.files].filter(
        ([path, body]) => !Buffer.from(body).equals(Buffer.from(other.files.get(path) ?? "")),
      );
      expect(differing.map(([path]) => path)).toEqual([]);
    }
    await fork.close();
    await state.close();
    await client.close();
    await server.close();
  });
});
