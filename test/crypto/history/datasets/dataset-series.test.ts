import { beforeEach, describe, expect, test } from "vitest";
import type { DatasetSeries } from "../../../../build/crypto/history/datasets/dataset-series.ts";
import { joinRows } from "../../../../build/crypto/history/datasets/dataset-series.ts";
import {
  exchangeRateSeries,
  fearGreedSeries,
  globalSeries,
  newsSeries,
  readArticleDates,
  tvlSeries,
  updateDatasets,
} from "../../../../build/crypto/history/datasets/datasets.ts";
import { listNames } from "../../../../build/crypto/history/partition-document.ts";
import type { Market, MarketArticle } from "../../../../build/crypto/market/model/market.ts";
import type { StateStore } from "../../../../build/kit/platform/platform.ts";
import { createMemoryStateStore } from "../../../../build/kit/platform/state/memory-state-store.ts";
import { makeMarket, NOTHING } from "../../../fixtures/market.ts";

/** Every row of a series, in order. */
async function readDatasetRows<Row>(state: StateStore, series: DatasetSeries<Row>): Promise<Row[]> {
  const documents = await Promise.all(listNames(state, series.prefix).map((name) => state.read<Row[]>(name)));
  return documents.flatMap((rows) => rows ?? []);
}

let state: StateStore;
beforeEach(() => {
  state = createMemoryStateStore({ now: () => 0 });
});

async function build(time: string, market: Partial<Market>): Promise<void> {
  await updateDatasets(state, makeMarket({ ...NOTHING, asOfMs: Date.parse(time), ...market }));
  await state.commit();
}

const global = (time: string, totalMarketCap: number) => ({
  source: null,
  activeCoins: 9,
  markets: 8,
  totalMarketCap,
  totalVolume: 5,
  marketCapPercentage: { btc: 50 },
  marketCapChangePercentage24h: null,
  volumeChangePercentage24h: null,
  updatedAtMs: Date.parse(time),
});
const article = (id: string, time: string, title = id): MarketArticle => ({
  id,
  title,
  url: `https://example.org/${id}`,
  source: { id: "paper", name: "Paper", url: "https://example.org" },
  author: null,
  publishedAtMs: Date.parse(time),
  coins: [],
  categories: [],
  image: null,
});

describe("the market as a whole", () => {
  test("has one row a day, the last observed on it, in the year of the day", async () => {
    await build("2026-12-31T10:00:00Z", { global: global("2026-12-31T10:00:00Z", 1) });
    await build("2026-12-31T20:00:00Z", { global: global("2026-12-31T20:00:00Z", 2) });
    await build("2027-01-01T00:00:00Z", { global: global("2027-01-01T00:00:00Z", 3) });
    const rows = await readDatasetRows(state, globalSeries);
    expect(rows.map(({ date, totalMarketCap }) => [date, totalMarketCap])).toEqual([
      ["2026-12-31", 2],
      ["2027-01-01", 3],
    ]);
    expect(state.list("global/").map(({ name, rows: count, closed }) => [name, count, closed])).toEqual([
      ["global/2026", 1, true],
      ["global/2027", 1, false],
    ]);
  });

  test("does not go back to an older observation", async () => {
    await build("2026-11-20T10:00:00Z", { global: global("2026-11-20T10:00:00Z", 1) });
    await build("2026-11-20T11:00:00Z", { global: global("2026-11-20T09:00:00Z", 2) });
    expect((await readDatasetRows(state, globalSeries))[0]?.totalMarketCap).toBe(1);
  });
});

test("keeps the index longer than its source lists it, with the newest value of each day", async () => {
  const value = (time: string, one: number) => ({
    timeMs: Date.parse(time),
    value: one,
    classification: "Fear",
    nextUpdateMs: null,
  });
  await build("2026-11-20T10:00:00Z", { fearGreed: [value("2026-11-19", 10), value("2026-11-20", 20)] });
  await build("2026-11-21T10:00:00Z", { fearGreed: [value("2026-11-20", 21), value("2026-11-21", 30)] });
  expect(await readDatasetRows(state, fearGreedSeries)).toEqual([
    { date: "2026-11-19", value: 10, classification: "Fear" },
    { date: "2026-11-20", value: 21, classification: "Fear" },
    { date: "2026-11-21", value: 30, classification: "Fear" },
  ]);
});

test("the total value locked has one row a day, the last of the day", async () => {
  const defi = {
    totalTvl: 3,
    tvlChangePercentage: { "24h": null, "7d": null, "30d": null },
    protocols: [],
    chains: [],
    history: [
      { timeMs: Date.parse("2026-11-19T00:00:00Z"), tvlUsd: 1 },
      { timeMs: Date.parse("2026-11-20T00:00:00Z"), tvlUsd: 2 },
      { timeMs: Date.parse("2026-11-20T09:00:00Z"), tvlUsd: 3 },
    ],
    dexVolume: null,
  };
  await build("2026-11-20T10:00:00Z", { defi });
  expect(await readDatasetRows(state, tvlSeries)).toEqual([
    { date: "2026-11-19", tvlUsd: 1 },
    { date: "2026-11-20", tvlUsd: 3 },
  ]);
});

test("keeps fiat rates by the day of their fixing", async () => {
  const rates = (date: string, observedAtMs: number, EUR: number) => ({
    exchangeRates: { date, observedAtMs, rates: { EUR, USD: 1 }, source: "ecb" },
  });
  await build("2026-11-20T10:00:00Z", rates("2026-11-19", 5, 0.9));
  await build("2026-11-20T11:00:00Z", rates("2026-11-20", 6, 0.8));
  await build("2026-11-20T12:00:00Z", rates("2026-11-20", 4, 0.7));
  const rows = await readDatasetRows(state, exchangeRateSeries);
  expect(rows.map(({ date, rates: { EUR } }) => [date, EUR])).toEqual([
    ["2026-11-19", 0.9],
    ["2026-11-20", 0.8],
  ]);
});

test("dates a rate that is newer than the table of the central bank by its own day, and replaces no older one", async () => {
  const rates = (time: string, EUR: number, ARS: number, arsDay: string) =>
    build(time, {
      exchangeRates: {
        date: "2026-11-20",
        observedAtMs: Date.parse("2026-11-20T00:00:00Z"),
        rates: { ARS, EUR, USD: 1 },
        source: "ecb",
        ...(arsDay !== "2026-11-20" && { otherDays: { ARS: arsDay } }),
      },
    });
  await rates("2026-11-20T18:00:00Z", 0.9, 1_400, "2026-11-20");
  await rates("2026-11-22T18:00:00Z", 0.9, 1_470, "2026-11-22");
  await rates("2026-11-23T12:00:00Z", 0.9, 1_520, "2026-11-23");
  const rows = await readDatasetRows(state, exchangeRateSeries);
  expect(rows.map(({ date, rates: { EUR, ARS } }) => [date, EUR, ARS])).toEqual([
    ["2026-11-20", 0.9, 1_400],
    ["2026-11-22", undefined, 1_470],
    ["2026-11-23", undefined, 1_520],
  ]);
});

test("has all rates of a day, also if a build a day sees those of one source only when others are newer", async () => {
  for (const [day, before] of [
    [23, 20],
    [24, 23],
    [25, 24],
  ])
    await build(`2026-11-${day}T07:00:00Z`, {
      exchangeRates: {
        date: `2026-11-${before}`,
        observedAtMs: Date.parse(`2026-11-${before}T00:00:00Z`),
        rates: { ARS: Number(day), EUR: Number(before), USD: 1 },
        source: "ecb",
        otherDays: { ARS: `2026-11-${day}` },
      },
    });
  const rows = await readDatasetRows(state, exchangeRateSeries);
  expect(rows.map(({ date, rates }) => [date.slice(8), ...Object.entries(rates).flat()])).toEqual([
    ["20", "EUR", 20, "USD", 1],
    ["23", "ARS", 23, "EUR", 23, "USD", 1],
    ["24", "ARS", 24, "EUR", 24, "USD", 1],
    ["25", "ARS", 25],
  ]);
});

describe("the news", () => {
  test("has every article once, in the month of its publication, oldest first", async () => {
    await build("2026-11-02T10:00:00Z", {
      articles: [article("b", "2026-11-02T09:00:00Z"), article("a", "2026-10-31T09:00:00Z")],
    });
    await build("2026-11-02T11:00:00Z", {
      articles: [article("c", "2026-11-01T09:00:00Z"), article("b", "2026-11-02T09:00:00Z", "a better title")],
    });
    const rows = await readDatasetRows(state, newsSeries);
    expect(rows.map(({ id, title }) => [id, title])).toEqual([
      ["a", "a"],
      ["c", "c"],
      ["b", "a better title"],
    ]);
    expect(state.list("news/").map(({ name, closed }) => [name, closed])).toEqual([
      ["news/2026-10", true],
      ["news/2026-11", false],
    ]);
  });

  test("keeps the first date of an article in a join of two states", () => {
    const [early, late] = ["2026-11-02T08:00:00Z", "2026-11-02T10:00:00Z"].map((date) => [article("a", date)]);
    const joined = joinRows(newsSeries, early!, late!);
    expect(joined.map(({ publishedAtMs }) => publishedAtMs)).toEqual([Date.parse("2026-11-02T08:00:00Z")]);
  });

  test("tells when the articles of this month and the last were first published", async () => {
    const dates = ["2026-09-30T23:50:00Z", "2026-10-01T00:10:00Z", "2026-11-02T09:00:00Z"];
    await build("2026-11-02T10:00:00Z", { articles: dates.map((date) => article(date, date)) });
    const known = await readArticleDates(state, Date.parse("2026-11-02T10:30:00Z"));
    expect([...known].sort()).toEqual(dates.slice(1).map((date) => [date, Date.parse(date)]));
  });

  test("takes a late article into a closed month as a revision, and changes nothing else of it", async () => {
    await build("2026-11-02T10:00:00Z", { articles: [article("a", "2026-10-31T09:00:00Z")] });
    await build("2026-11-02T11:00:00Z", { articles: [article("a", "2026-10-31T09:00:00Z", "another title")] });
    expect(state.list("news/").map(({ revision }) => revision)).toEqual([1]);
    await build("2026-11-02T12:00:00Z", { articles: [article("late", "2026-10-30T09:00:00Z")] });
    expect(state.list("news/").map(({ revision, closed }) => [revision, closed])).toEqual([[2, true]]);
    expect((await readDatasetRows(state, newsSeries)).map(({ title }) => title)).toEqual(["late", "a"]);
  });
});

test("a document without new rows is not rewritten, and is closed at the end of its period", async () => {
  await build("2026-11-20T10:00:00Z", { articles: [article("a", "2026-11-19T09:00:00Z")] });
  const before = state.list().map(({ sha256 }) => sha256);
  await build("2026-12-01T00:00:00Z", {});
  expect(state.list().map(({ sha256 }) => sha256)).toEqual(before);
  expect(state.list().map(({ name, closed }) => [name, closed])).toEqual([["news/2026-11", true]]);
});

test("an empty market writes no document", async () => {
  await build("2026-11-20T10:00:00Z", {});
  expect(state.list()).toEqual([]);
});
