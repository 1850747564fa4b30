import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { checkSize } from "../../../build/app/cli/kit/check-size.ts";
import {
  estimateArchives,
  estimateSite,
  MONTH_DAYS,
  measureCore,
  measureToday,
  planSite,
  YEAR,
} from "../../../build/app/workflow/estimate-site.ts";
import { forecastLimit, WARN_DAYS } from "../../../build/app/workflow/forecast-limit.ts";
import { describeLimits, projectRequests } from "../../../build/app/workflow/limits.ts";
import { PACKED_POINT } from "../../../build/app/workflow/measured-sizes.ts";
import { listSettings } from "../../../build/app/workflow/settings-list.ts";
import { loadConfig } from "../../../build/config.ts";
import { endpoints } from "../../../build/crypto/api/registry.ts";
import { TREE_TITLES, TREES, type TreeName } from "../../../build/crypto/api/trees.ts";
import { mergePartitions, type Partition } from "../../../build/crypto/history/partition.ts";
import { computeLastingRetention } from "../../../build/crypto/render/archives/retention.ts";
import { buildApi } from "../../../build/crypto/render/market-api.ts";
import { takePagesInTurns, takeTurns } from "../../../build/crypto/sources/reference/coingecko-schedule.ts";
import { sources } from "../../../build/crypto/sources/registry.ts";
import { githubPages } from "../../../build/kit/hosts/github-pages.ts";
import { none } from "../../../build/kit/hosts/host.ts";
import { getHost } from "../../../build/kit/hosts/registry.ts";
import { renderRoutes } from "../../../build/kit/render/documents/routes.ts";
import { roundNumber } from "../../../build/lib/json/significant-digits.ts";
import { createFeed } from "../../crypto/ingest/simple-source.ts";
import { createRandom } from "../../fixtures/random.ts";

const { config: defaults } = loadConfig({});
const config = { ...defaults, archiveMonths: computeLastingRetention(defaults.archiveMonths) };
const PLAN = planSite({ ...defaults, cadenceMinutes: 30 });
const without = (tree: TreeName) => PLAN.trees.filter((name) => name !== tree);

/** Random walks of many magnitudes, as a partition. */
function createPartition(rows: number, coins: number): Partition {
  const random = createRandom(7).next;
  const partition: Partition = { times: Array.from({ length: rows }, (_, row) => row * 1_800_000), coins: {} };
  for (let coin = 0; coin < coins; coin += 1) {
    let price = 10 ** (random() * 8 - 4);
    const supply = 10 ** (6 + random() * 4);
    const columns = { prices: [] as number[], marketCaps: [] as number[], totalVolumes: [] as number[] };
    for (let row = 0; row < rows; row += 1) {
      price *= 1 + (random() - 0.5) * 0.01;
      columns.prices.push(roundNumber(price));
      columns.marketCaps.push(Math.round(price * supply));
      columns.totalVolumes.push(roundNumber(price * supply * random()));
    }
    partition.coins[`coin-number-${coin}`] = columns;
  }
  return partition;
}

describe("the size of a site over time", () => {
  it.each([24, 48, 365])("matches the measured bytes per point in a document of %i rows", (rows) => {
    const partition = mergePartitions(createPartition(rows, 40), { times: [], coins: {} });
    const perPoint = gzipSync(JSON.stringify(partition)).length / (rows * 40);
    expect(perPoint / PACKED_POINT).toBeGreaterThan(0.8);
    expect(perPoint / PACKED_POINT).toBeLessThan(1.2);
  });

  const max = githubPages.limits.totalBytes!.max;
  const routes = renderRoutes(buildApi(endpoints));
  const today = measureToday({ host: githubPages, routes }, undefined, PLAN.coins);
  const at = (day: number, plan = PLAN) => estimateSite(today, plan, day);

  it("leaves room for optional files on GitHub Pages for years at the defaults; the branch stays bounded", () => {
    const core = {
      ...measureCore({ host: githubPages, routes }, PLAN.coins),
      trees: [],
      hourlyCsvBytes: 0,
      hourFiles: 0,
    };
    const coreAt = (day: number) => estimateSite(core, { ...PLAN, trees: [] }, day).bytes;
    expect(coreAt(YEAR)).toBeLessThan(0.75 * max);
    // With ten years of backfilled hours in the state, which no limit deletes.
    expect(coreAt(3 * YEAR)).toBeLessThan(0.9 * max);
    expect(coreAt(4 * YEAR)).toBeLessThan(0.96 * max);
    expect(at(5 * YEAR).branch).toBeLessThan(1e9);
  });

  it("holds all hours, days and candles of 1,000 coins on Cloudflare after three years, with ten years of backfilled hours", () => {
    const host = getHost("cloudflare");
    const { files } = estimateSite(measureToday({ host, routes }, undefined, 1_000), PLAN, 3 * YEAR);
    expect(host.limits.files?.max).toBe(20_000);
    expect(files).toBeLessThan(20_000);
    // 13 years of hours of 100 coins are among them.
    const withoutHours = estimateSite(
      measureToday({ host, routes }, undefined, 1_000),
      { ...PLAN, trees: without("hours") },
      3 * YEAR,
    );
    expect(files - withoutHours.files).toBeCloseTo(1_300, 0);
  });

  it("does not grow by optional files that the host has no room for", () => {
    const host = getHost("vercel");
    const [small, large] = [30, 150].map((coins) => measureToday({ host, routes }, undefined, coins));
    expect([small?.trees, large?.trees]).toEqual([TREES, []]);
    const plan = { ...PLAN, coins: 150 };
    const yearOf = (trees: readonly TreeName[]) => estimateSite(large!, { ...plan, trees }, YEAR);
    expect(yearOf(PLAN.trees)).toEqual(yearOf([]));
    expect(estimateSite(small!, plan, YEAR).bytes).toBeGreaterThan(
      estimateSite(small!, { ...plan, trees: [] }, YEAR).bytes,
    );
    const [, bytes] = checkSize(host, routes, 150, undefined);
    expect(bytes?.detail).toMatch(/, without the optional files, for which there is no room$/);
    expect(checkSize(host, routes, 30, undefined)[1]?.detail).toMatch(/with all history of each coin$/);
  });

  it("grows only by days and headlines once the windows are full", () => {
    const growth = (year: number): number => at((year + 1) * YEAR).bytes - at(year * YEAR).bytes;
    expect(growth(9)).toBeCloseTo(growth(2), 0);
    expect(growth(2) / at(YEAR).bytes).toBeLessThan(0.15);
    // The branch never keeps more history than the state.
    expect(at(800).branch - at(400).branch).toBeCloseTo(at(800).state - at(400).state, 0);
  });

  it("depends on cadence and retention", () => {
    const nextYear = (fields: Partial<typeof PLAN>): number => at(YEAR, { ...PLAN, ...fields }).bytes;
    expect(nextYear({ archiveMonths: { hourly: 12 } })).toBeGreaterThan(nextYear({}));
    expect(nextYear({ archiveMonths: { hourly: 2, hours: 12, daily: 12 } })).toBeLessThan(nextYear({}));
    expect(nextYear({ buildsPerDay: 288 })).toBeGreaterThan(nextYear({}));
  });

  it("counts Parquet only where it is published", () => {
    const nextYear = (parquet: boolean): number =>
      at(YEAR, { ...PLAN, trees: parquet ? PLAN.trees : without("parquet") }).bytes;
    expect(nextYear(false)).toBeLessThan(nextYear(true));
  });

  it.each<[TreeName, number]>([
    ["currencies", 100],
    ["prices", 100],
    ["candles", 250],
    ["days", 1_000],
  ])("counts what closed days add to %s", (tree, coins) => {
    const grown = (plan: typeof PLAN) => at(2 * YEAR, plan).bytes - at(YEAR, plan).bytes;
    const perCoin = (grown({ ...PLAN, coins: 1_000 }) - grown({ ...PLAN, coins: 1_000, trees: without(tree) })) / coins;
    expect(perCoin / YEAR).toBeGreaterThan(10);
    expect(perCoin / YEAR).toBeLessThan(400);
  });

  it("counts what hourly archives have already", () => {
    const added = (hourlyCsvBytes: number) =>
      estimateSite({ ...today, hourlyCsvBytes }, PLAN, YEAR).bytes - today.bytes;
    expect(added(0) - added(20e6)).toBeGreaterThan(20e6);
    // Full archives grow no more, with Parquet or without.
    const { csv } = estimateArchives(2 * MONTH_DAYS * 24 * PLAN.coins);
    expect(added(csv)).toBeCloseTo(added(2 * csv), 0);
  });
});

describe("the day on which a limit is exceeded", () => {
  const now = Date.parse("2026-11-20T00:00:00Z");
  const today = { files: 100, bytes: 1_000, trees: TREES, hourlyCsvBytes: 0, hourFiles: 0 };
  const forecast = (max: number | null) => forecastLimit(today, PLAN, { measure: "bytes", max, now });

  it("is the first one on which the estimate is above it", () => {
    for (const days of [1, 40, 500]) {
      const { bytes } = estimateSite(today, PLAN, days);
      expect(forecast(bytes - 1)).toMatchObject({
        days,
        date: new Date(now + days * 864e5).toISOString().slice(0, 10),
      });
      expect(forecast(bytes)).toMatchObject({ days: days + 1 });
    }
    expect(forecast(999)).toEqual({ days: 0, date: "2026-11-20", soon: true });
    expect(forecast(1e15)).toBeNull();
    expect(forecast(null)).toBeNull();
  });

  it("is soon in less than 180 days", () => {
    const limit = (days: number) => estimateSite(today, PLAN, days).bytes - 1;
    expect(forecast(limit(WARN_DAYS - 1))?.soon).toBe(true);
    expect(forecast(limit(WARN_DAYS))?.soon).toBe(false);
  });
});

describe("the texts of the settings", () => {
  it("name the sizes of the estimate", () => {
    const about = (name: string) => listSettings().find((setting) => setting.name === name)?.about;
    const { bytes } = measureToday({ host: none, routes: [] }, undefined, 1_000);
    expect(about("coins")).toContain(`some ${Number((bytes / 1e6).toPrecision(2))} MB`);
    expect(about("archiveMonths")).toMatch(/ \d+ MB as CSV and \d+ MB as Parquet; .* \d/);
    for (const setting of listSettings()) expect(setting.about).not.toMatch(/\{(?!(?:symbol|currency)\})\w+\}/);
  });
});

const NO_ESTIMATES = { hosts: [], routes: [] };

describe("the sizes on the page of limits", () => {
  const trees = [
    { title: "In every site", files: 1, bytes: 450e6, leftOut: null },
    { title: TREE_TITLES.currencies, files: 1, bytes: 60e6, leftOut: null },
    { title: TREE_TITLES.hours, files: 100, bytes: 12e6, leftOut: null },
    { title: TREE_TITLES.parquet, files: 1, bytes: 40e6, leftOut: null },
  ];
  const used = { files: 103, bytes: 562e6 };
  const { id, name, limits } = githubPages;
  const host = { id, name, maxFiles: null, maxDeployments: null, maxBytes: limits.totalBytes!.max, used, leftOut: [] };
  const describeRows = (maxBytes: number | null) =>
    describeLimits({
      config,
      host: githubPages,
      sizes: { trees, later: { files: 0, bytes: 0 }, hosts: [{ ...host, maxBytes }] },
      ...NO_ESTIMATES,
      sources,
      world: { market: { asOfMs: 0 } },
    }).rows;

  it("are those of the trees that GitHub Pages has room for, by rank, below 950 MB", () => {
    const rows = describeRows(host.maxBytes);
    for (const { site, core } of rows) {
      expect(site).toBeLessThanOrEqual(Math.max(950e6, core));
      expect(site).toBeGreaterThanOrEqual(core);
    }
    const [first] = rows;
    expect(first).toMatchObject({ day: 0, site: 562e6, core: 450e6, leftOut: [] });
    const later = rows.find(({ day }) => day === 3 * YEAR);
    expect(later?.site).toBeLessThanOrEqual(950e6);
    expect(later?.leftOut).toContain(TREE_TITLES.parquet);
  });

  it("are whole where the host has no limit", () => {
    for (const { leftOut } of describeRows(null)) expect(leftOut).toEqual([]);
  });
});

describe("requests to each upstream", () => {
  it("stay below each source's pace over a day of builds", () => {
    const sizes = { trees: [], later: { files: 0, bytes: 0 }, hosts: [] };
    const { requests } = describeLimits({
      config,
      host: githubPages,
      sizes,
      ...NO_ESTIMATES,
      sources,
      world: { market: { asOfMs: 0 } },
    });
    expect(requests.length).toBeGreaterThan(20);
    for (const { name, perDay, paceAllows } of requests)
      expect(perDay, name).toBeLessThan(paceAllows ?? Number.POSITIVE_INFINITY);
  });

  const settings = { coins: 1_000, buildsPerDay: 48, detailsPerBuild: 2 };
  const pages = createFeed({ id: "pages", requests: ({ coins }) => listPages(coins / 250) });
  const details = createFeed({ id: "details", kind: "coin-detail", requests: () => [] });
  const hourly = createFeed({ id: "hourly", refreshMs: 3_600_000 });
  const reserve = createFeed({ id: "reserve", fallback: true });
  const pacing = { concurrency: 1, intervalMs: 1_000, reason: "a limit" };
  const listPages = (count: number) =>
    Array.from({ length: count }, (_, page) => ({ url: `https://a.example/${page}` }));

  it("count pages of coins, single coins, and feeds with their own refresh interval", () => {
    const feeds = [pages, details, hourly, reserve];
    expect(projectRequests({ name: "X", pacing, feeds }, settings)).toEqual({
      name: "X",
      perBuild: 7,
      perDay: 4 * 48 + 2 * 48 + 24,
      paceAllows: 86_400,
      reason: "a limit",
    });
  });

  it("count what a schedule leaves, and of feeds that wait for each other the largest", () => {
    const feeds = [
      { ...pages, schedule: takePagesInTurns },
      { ...hourly, id: "global", schedule: takeTurns("global") },
      { ...details, refreshMs: 2_400_000, schedule: takeTurns("details") },
    ];
    // The first page and one other, and one of the two feeds.
    expect(projectRequests({ name: "X", pacing, feeds }, settings)).toMatchObject({
      perBuild: 7,
      perDay: 2 * 48 + 2 * 48,
    });
  });
});

it("every input of the sizes is a setting", () => {
  const names = listSettings().map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining(["coins", "cadenceMinutes", "archiveMonths", "backfill", "originalSite"]),
  );
});
