import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CorrectionRow } from "../../build/crypto/api/endpoints/corrections.ts";
import { countPoints, type Partition } from "../../build/crypto/history/partition.ts";
import { nameSamples } from "../../build/crypto/history/partition-document.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, renderTime } from "../../build/lib/time.ts";
import { parseCsv } from "../fixtures/parse-csv.ts";
import { OTHER_SOURCES, openSampleRuns, type SampleRun, type SampleRuns, START, type Tamper } from "./sample-runs.ts";

/**
 * Every closed value of a published tree is read from its files, and compared with the next tree:
 * what changed must have an entry in the corrections of that tree, and every new entry must name
 * something that changed.
 */

/** `dataset coin field time` → the published value. */
type Values = Map<string, number | string>;

const BUILDS = 30;
const EVERY_HOURS = 5;
/** Hours without a build before the build of this number. */
const PAUSE = { before: 9, hours: 30 };
const LATE = 15;
/** On Wednesday after the fixing of the day: the source answers with Monday instead. */
const REVISED = 29;
const COINS = ["btc", "eth", "xrp", "usdt"];

let runs: SampleRuns;
const trees: SampleRun[] = [];
const minutesOf = (build: number) => 60 * (EVERY_HOURS * build + (build >= PAUSE.before ? PAUSE.hours : 0));

/** A rate of a day before, stated again with another value: all sources of rates say the same. */
const revise: Tamper = (url, body) => {
  if (url.includes("frankfurter") || url.includes("currency-api")) return new Error("503");
  if (!url.includes("eurofxref-daily")) return undefined;
  const [, newest = ""] = /time='([\d-]+)'/.exec(body) ?? /time="([\d-]+)"/.exec(body) ?? [];
  const earlier = new Date(Date.parse(newest) - 2 * DAY_MS).toISOString().slice(0, 10);
  return body
    .replace(newest, earlier)
    .replace(
      /(currency=['"]JPY['"] rate=['"])([\d.]+)/,
      (_, head: string, rate: string) => head + Number(rate) * 1.002,
    );
};

/** What a restore does with the samples of a second builder: the day is closed again. */
async function addLatePoints(): Promise<void> {
  const state = runs.state();
  const asOfMs = START + minutesOf(LATE) * MINUTE_MS;
  // Its candles are final, and its samples are not deleted yet.
  const name = nameSamples(asOfMs - 3 * DAY_MS);
  const samples = (await state.read<Partition>(name)) as Partition;
  const row = samples.times.length - 1;
  const shift = (column: readonly (number | null)[] | undefined) =>
    (column ?? []).flatMap((value, at) => (at === row ? [value, value === null ? null : value * 1.001] : [value]));
  const coins = Object.entries(samples.coins).map(([id, columns]) => {
    const { origins, ...own } = columns;
    const late = {
      prices: shift(own.prices),
      marketCaps: shift(own.marketCaps),
      totalVolumes: shift(own.totalVolumes),
      ...(origins && { origins: origins.flatMap((label, at) => (at === row ? [label, label] : [label])) }),
    };
    return [id, late] as const;
  });
  const times = samples.times.flatMap((time, at) => (at === row ? [time, time + MINUTE_MS] : [time]));
  const joined: Partition = { ...samples, times, coins: Object.fromEntries(coins) };
  state.write(name, joined, { rows: countPoints(joined), closed: false, reopen: "merged with another state" });
  await state.commit();
}

beforeAll(async () => {
  const answers = [
    "coins",
    "coin",
    "coin-history",
    "coin-hours",
    "coin-ohlc",
    "exchange-rates",
    "exchange-rates-history",
  ];
  runs = await openSampleRuns(COINS.length, {
    backfill: 40,
    trees: true,
    fixingDays: 60,
    sourcesOff: OTHER_SOURCES.filter((id) => id !== "alternative-me"),
    answers: [...answers, "global", "fear-greed", "data-archives", "corrections"],
  });
  for (let build = 0; build < BUILDS; build += 1) {
    if (build === LATE) await addLatePoints();
    trees.push(await runs.build(minutesOf(build), build >= REVISED ? revise : undefined));
  }
}, 900_000);
afterAll(() => runs.close());

interface Body<Data, Meta = unknown> {
  data: Data;
  meta: Meta;
}

function readTree(run: SampleRun): Values {
  const values: Values = new Map();
  const asOf = Date.parse(run.read<Body<unknown, { updated_at: string }>>("corrections").meta.updated_at);
  for (const key of COINS) readCoin(run, key, values, asOf);
  readRates(run, values, asOf);
  for (const { filename, complete, sha256, period_start } of run.read<Body<Archive[]>>("data/archives").data)
    values.set(`${complete ? "" : "open-"}archives null ${filename} ${period_start}`, sha256);
  return values;
}

interface Archive {
  filename: string;
  complete: boolean;
  sha256: string;
  period_start: string;
}
type Points = [number, number | null][];
type Candle = [number, number, number, number, number];

function readCoin(run: SampleRun, key: string, values: Values, asOf: number): void {
  const { id } = run.read<Body<{ id: string }>>(`coins/${key}`).data;
  const set = (dataset: string, field: string, time: number, value: number | null | undefined) => {
    if (value !== null && value !== undefined) values.set(`${dataset} ${id} ${field} ${renderTime(time)}`, value);
  };
  const hours = new Set<number>();
  for (const path of run.files.keys()) {
    const [, year] = /^api\/coins\/([^/]+)\/hours\/(\d{4})\.json$/.exec(path)?.slice(1) ?? [];
    if (year === undefined || !path.includes(`/${key}/`)) continue;
    const { from, prices } = run.read<Body<{ from: string; prices: (number | null)[] }>>(
      `coins/${key}/hours/${year}`,
    ).data;
    for (const [at, price] of prices.entries()) {
      const time = Date.parse(from) + at * HOUR_MS;
      if (price !== null) hours.add(time);
      set("hours", "price", time, price);
    }
  }
  for (const [period, dataset] of [
    ["30d", "hours"],
    ["all", "days"],
  ] as const) {
    const { data } = run.read<Body<{ prices: Points; market_caps: Points; total_volumes: Points }>>(
      `coins/${key}/history/${period}`,
    );
    // The reference's hours of the last week are not stored, and so are never closed.
    const isClosed = ([time]: [number, unknown]) => dataset === "days" || hours.has(time);
    if (dataset === "days") for (const [time, price] of data.prices) set(dataset, "price", time, price);
    for (const [time, cap] of data.market_caps.filter(isClosed)) set(dataset, "market_cap", time, cap);
    for (const [time, volume] of data.total_volumes.filter(isClosed)) set(dataset, "total_volume", time, volume);
  }
  for (const [period, dataset] of [
    ["30d", "hour-candles"],
    ["all", "day-candles"],
  ] as const) {
    const path = `coins/${key}/ohlc/${period}`;
    if (!run.has(path)) continue;
    const { data, meta } = run.read<Body<{ candles: Candle[] }, { provisional_from: string | null }>>(path);
    const endMs = meta.provisional_from === null ? asOf : Date.parse(meta.provisional_from);
    for (const [time, open, high, low] of data.candles.filter(([start]) => start < endMs)) {
      set(dataset, "open", time, open);
      set(dataset, "high", time, high);
      set(dataset, "low", time, low);
    }
  }
}

/** The rows of days that are over; the newest rates are open until the next ones. */
function readRates(run: SampleRun, values: Values, asOf: number): void {
  const { dates, rates } =
    run.read<Body<{ dates: string[]; rates: Record<string, (number | null)[]> }>>("exchange-rates/history").data;
  for (const [code, column] of Object.entries(rates))
    for (const [at, rate] of column.slice(0, -1).entries())
      if (rate !== null) values.set(`fixings null ${code} ${dates[at]}T00:00:00Z`, rate);
  for (const [path, body] of run.files) {
    const [, dataset = ""] =
      /^api\/data\/download\/(exchange-rates|fear-greed|global)(?:-\d{4})?\.csv\.gz$/.exec(path) ?? [];
    if (dataset === "") continue;
    const [head = [], ...rows] = parseCsv(gunzipSync(body as Uint8Array).toString());
    const closed = rows.map((cells) => new Map(head.map((name, at) => [name, cells[at] ?? ""])));
    const newest = closed
      .map((row) => row.get("date") ?? "")
      .sort()
      .at(-1);
    for (const row of closed) {
      const date = row.get("date") ?? "";
      const isOpen = dataset === "exchange-rates" && date === newest;
      if (isOpen || Date.parse(date) + DAY_MS > asOf) continue;
      const fields = dataset === "exchange-rates" ? [[row.get("currency"), row.get("rate")] as const] : [...row];
      for (const [field, cell = ""] of fields) {
        // Not dates, words and empty cells.
        if (cell !== "" && Number.isFinite(Number(cell)))
          values.set(`${dataset} null ${field} ${date}T00:00:00Z`, Number(cell));
      }
    }
  }
}

interface Diff {
  before: SampleRun;
  after: SampleRun;
  changed: Map<string, [old: number | string, now: number | string | null]>;
  entries: CorrectionRow[];
}

let diffs: Diff[];
beforeAll(() => {
  const values = trees.map(readTree);
  const listEntries = (run: SampleRun) => run.read<Body<CorrectionRow[]>>("corrections").data;
  diffs = trees.slice(1).map((after, at) => {
    const before = trees[at] as SampleRun;
    const now = values[at + 1] as Values;
    const changed: Diff["changed"] = new Map();
    // What has left the 30 days of candles and of hourly market caps has not changed.
    const fromMs = START + minutesOf(at + 1) * MINUTE_MS - 30 * DAY_MS;
    const isShown = (key: string) =>
      !/^(hour-candles|hours \S+ (market_cap|total_volume)) /.test(key) ||
      Date.parse(key.split(" ")[3] ?? "") >= fromMs;
    for (const [key, old] of values[at] as Values) {
      // An archive that gets rows is open again; one that is gone was deleted in its time.
      const current = now.get(key) ?? now.get(`open-${key}`);
      const isGone = current === undefined && key.startsWith("archives ");
      if (isShown(key) && !key.startsWith("open-") && current !== old && !isGone)
        changed.set(key, [old, current ?? null]);
    }
    const known = new Set(listEntries(before).map(({ id }) => id));
    return { before, after, changed, entries: listEntries(after).filter(({ id }) => !known.has(id)) };
  });
});

const keyOf = ({ dataset, coin, field, from }: CorrectionRow) => `${dataset} ${coin} ${field} ${from}`;
const covers = (entry: CorrectionRow, key: string): boolean => {
  const [dataset, coin, field, time = ""] = key.split(" ");
  return (
    entry.dataset === dataset &&
    (entry.coin === null || entry.coin === coin) &&
    (entry.field === null || entry.field === field) &&
    entry.from <= time &&
    time <= entry.to
  );
};

const listed = (dataset: string) =>
  diffs.flatMap(({ entries }) => entries.filter((entry) => entry.dataset === dataset));

describe("thirty builds with a pause, late points and a revised rate", () => {
  it("are all published", () => {
    expect(trees.flatMap(({ refusals }) => refusals)).toEqual([]);
  });

  it("have an entry for every closed value that changed", () => {
    const missing = diffs.flatMap(({ changed, entries }) =>
      [...changed.keys()].filter((key) => !entries.some((entry) => covers(entry, key))),
    );
    expect(missing).toEqual([]);
  });

  it("have entries for nothing else, with the value before and the value now", () => {
    for (const { changed, entries } of diffs) {
      for (const entry of entries) {
        if (entry.count === 1) expect([entry.old, entry.new], keyOf(entry)).toEqual(changed.get(keyOf(entry)));
        else
          expect(
            [...changed.keys()].filter((key) => covers(entry, key)),
            entry.id,
          ).toHaveLength(entry.count);
        expect(entry.reason).toMatch(/^[a-z][a-z ]+[a-z]$/);
      }
    }
  });

  it("name late points, candles that were read later, archives and a revised rate", () => {
    const LATE_REASON = "a price of its own arrived later";
    expect(listed("hours").map(({ coin, field, reason }) => [coin, field, reason])).toEqual(
      expect.arrayContaining([["bitcoin", "price", LATE_REASON]]),
    );
    // The close is that of a later hour, which was filled: the late point does not change it.
    expect(listed("days").length).toBeGreaterThanOrEqual(COINS.length);
    const reasons = new Set(listed("hour-candles").map(({ reason }) => reason));
    expect([...reasons]).toEqual(
      expect.arrayContaining([LATE_REASON, "candles of exchanges were read after the hours were published"]),
    );
    expect(listed("day-candles").length).toBeGreaterThan(0);
    const archives = listed("archives").map(({ field }) => field);
    expect(archives).toEqual(expect.arrayContaining([expect.stringMatching(/^prices-.*\.csv\.gz$/)]));
    const [revised] = listed("exchange-rates");
    expect(revised).toMatchObject({ from: "2026-11-23T00:00:00Z", to: "2026-11-23T00:00:00Z", coin: null });
  });

  it("fill the pause without an entry, because no value was published", () => {
    const isPause = (time: string) => time > "2026-11-20T03" && time < "2026-11-21T12";
    const { data } = (trees.at(-1) as SampleRun).read<Body<{ prices: Points }>>("coins/btc/history/30d");
    expect(data.prices.filter(([time]) => isPause(renderTime(time))).length).toBeGreaterThan(20);
    expect(listed("hours").filter(({ from }) => isPause(from))).toEqual([]);
  });

  it("keep all entries in the archive of the year, and show them in the feed", () => {
    const last = trees.at(-1) as SampleRun;
    const csv = gunzipSync(last.files.get("api/data/download/corrections-2026.csv.gz") as Uint8Array).toString();
    const [, ...rows] = parseCsv(csv);
    const { data } = last.read<Body<CorrectionRow[]>>("corrections");
    expect(new Set(rows.map(([id]) => id))).toEqual(new Set(data.map(({ id }) => id)));
    expect(data.map(({ time }) => time)).toEqual(
      data
        .map(({ time }) => time)
        .toSorted()
        .reverse(),
    );
    const feed = String(last.files.get("api/corrections.rss"));
    for (const { id } of data.slice(0, 100)) expect(feed).toContain(`corrections/#${id}`);
  });
});
