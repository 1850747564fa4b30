import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { listSettings, loadConfig } from "../../build/config.ts";
import { mergePartitions, type Partition } from "../../build/history/partition.ts";
import { githubPages } from "../../build/hosts/github-pages.ts";
import { roundNumber } from "../../build/lib/json/significant-digits.ts";
import { computeLastingRetention } from "../../build/render/archives/retention.ts";
import { sources } from "../../build/sources/registry.ts";
import {
  describeGrowth,
  findYearsLeft,
  forecastLimit,
  PACKED_POINT,
  projectSizes,
  WARN_DAYS,
  YEAR,
} from "../../build/workflow/growth.ts";
import { describeLimits, projectRequests } from "../../build/workflow/limits.ts";
import { createRandom } from "../fixtures/random.ts";

const { config: defaults } = loadConfig({});
const config = { ...defaults, archiveMonths: computeLastingRetention(defaults.archiveMonths) };
const INPUT = { coins: config.coins, buildsPerDay: 48, archiveMonths: config.archiveMonths };

/** Random walks of many magnitudes, as a partition. */
function createPartition(rows: number, coins: number): Partition {
  const random = createRandom(7).next;
  const partition: Partition = { times: Array.from({ length: rows }, (_, row) => row * 1_800_000), coins: {} };
  for (let coin = 0; coin < coins; coin += 1) {
    let price = 10 ** (random() * 8 - 4);
    const supply = 10 ** (6 + random() * 4);
    const columns: Partition["coins"][string] = { prices: [], marketCaps: [], totalVolumes: [] };
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

  it("stays within the limit of GitHub Pages for years at the defaults; the branch stays bounded", () => {
    const max = githubPages.limits.totalBytes!.max;
    expect(projectSizes(INPUT, YEAR).site).toBeLessThan(0.75 * max);
    expect(findYearsLeft(INPUT, max)).toBeGreaterThan(5);
    expect(projectSizes(INPUT, 5 * YEAR).branch).toBeLessThan(1e9);
  });

  it("grows only by days and headlines once the windows are full", () => {
    const growth = (year: number): number =>
      projectSizes(INPUT, (year + 1) * YEAR).site - projectSizes(INPUT, year * YEAR).site;
    expect(growth(9)).toBeCloseTo(growth(2), 0);
    expect(growth(2) / projectSizes(INPUT, YEAR).site).toBeLessThan(0.15);
    const branch = (day: number): number => projectSizes(INPUT, day).branch;
    const state = (day: number): number => projectSizes(INPUT, day).state;
    // The branch never keeps more history than the state.
    expect(branch(800) - branch(400)).toBeCloseTo(state(800) - state(400), 0);
  });

  it("depends on coins, cadence and retention", () => {
    const at = (fields: Partial<typeof INPUT>): number => projectSizes({ ...INPUT, ...fields }, YEAR).site;
    expect(at({ coins: 2_000 }) / at({})).toBeGreaterThan(1.9);
    expect(at({ archiveMonths: { hourly: 12 } })).toBeGreaterThan(at({}));
    expect(at({ archiveMonths: { hourly: 3, daily: 12 } })).toBeLessThan(at({}));
    expect(at({ buildsPerDay: 288 })).toBeGreaterThan(at({}));
    expect(findYearsLeft(INPUT, undefined)).toBeNull();
  });
});

describe("the day on which a limit is exceeded", () => {
  const now = Date.parse("2026-11-20T00:00:00Z");
  const growth = { perDay: 10, filling: { amount: 300, days: 100 } };

  it("follows from the growth, and from archives that still fill their months", () => {
    // 1,000 + 10 a day, and 3 a day for a hundred days.
    expect(forecastLimit(1_000, growth, 1_650, now)).toEqual({ date: "2027-01-10", soon: true });
    expect(forecastLimit(1_000, growth, 4_300, now)).toEqual({ date: "2027-09-17", soon: false });
    expect(forecastLimit(5_000, growth, 4_300, now)).toEqual({ date: "2026-11-20", soon: true });
    expect(forecastLimit(1_000, growth, 1e6, now)).toBeNull();
    expect(forecastLimit(1_000, growth, null, now)).toBeNull();
  });

  it("is soon in less than 180 days", () => {
    const steady = { perDay: 1, filling: { amount: 0, days: 1 } };
    expect(forecastLimit(0, steady, WARN_DAYS - 2, now)?.soon).toBe(true);
    expect(forecastLimit(0, steady, WARN_DAYS - 1, now)?.soon).toBe(false);
  });

  it("counts what hourly archives have already", () => {
    const empty = describeGrowth(INPUT, 0).bytes.filling.amount;
    expect(empty).toBeGreaterThan(50e6);
    expect(describeGrowth(INPUT, 20e6).bytes.filling.amount).toBeCloseTo(empty - 20e6, -3);
    expect(describeGrowth(INPUT, 1e9).bytes.filling.amount).toBe(0);
  });
});

describe("requests to each upstream", () => {
  it("stay below each source's pace over a day of builds", () => {
    const { requests } = describeLimits({ config, host: githubPages, sources, world: { market: { asOfMs: 0 } } });
    expect(requests.length).toBeGreaterThan(20);
    for (const { name, perDay, paceAllows } of requests)
      expect(perDay, name).toBeLessThan(paceAllows ?? Number.POSITIVE_INFINITY);
  });

  it("count pages of coins, single coins, and feeds with their own refresh interval", () => {
    const settings = { coins: 1_000, buildsPerDay: 48, detailsPerBuild: 2 };
    const single = { requestPerDetail: true as const };
    const feeds = [{ coinsPerRequest: 250 }, single, { refreshMs: 3_600_000 }, { fallback: true }];
    const source = { name: "X", pacing: { intervalMs: 1_000, reason: "a limit" }, feeds };
    expect(projectRequests(source, settings)).toEqual({
      ...{ name: "X", perBuild: 7, perDay: 4 * 48 + 2 * 48 + 24, paceAllows: 86_400, reason: "a limit" },
    });
    // Of four pages the first and one other, and one of the two feeds that alternate.
    const [pages, ...others] = feeds;
    const turns = [
      { ...pages, turns: { everyMs: 7_200_000 } },
      ...others.map((feed) => ({ ...feed, alternates: true as const })),
    ];
    expect(projectRequests({ ...source, feeds: turns }, settings)).toMatchObject({
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
