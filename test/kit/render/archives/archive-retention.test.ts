import { describe, expect, it } from "vitest";
import { changelog } from "../../../../build/app/site/page-data/changelog.ts";
import {
  computeLastingRetention,
  computeRetention,
  listDefaultRetentions,
} from "../../../../build/crypto/render/archives/retention.ts";
import { daily, hourly } from "../../../../build/crypto/render/archives/tables/point-tables.ts";
import { type ArchiveCatalogue, CATALOGUE_NAME } from "../../../../build/kit/render/archives/archive-memory.ts";
import { findExpiry } from "../../../../build/kit/render/archives/publish-archive.ts";
import { DAY_MS } from "../../../../build/lib/time.ts";
import { type ArchiveRun, startRun } from "../../../fixtures/archive-run.ts";

const START = Date.UTC(2026, 10, 28, 12);

async function buildDays(run: ArchiveRun, days: Iterable<number>): Promise<void> {
  for (const day of days) await run.build(START + day * DAY_MS, { bitcoin: 100 + day });
}

/** Two builds in the first days of every month, as a stretch of a long life. */
function* listDays(months: number): Generator<number> {
  for (let month = 0; month < months; month += 1) {
    for (const day of [2, 3, 4]) yield (Date.UTC(2026, 11 + month, day, 12) - START) / DAY_MS;
  }
}

describe("the retention of archives", () => {
  it("keeps the configured months of hours and all days, and forgets the others", async () => {
    const run = startRun([hourly, daily], { hourly: 3 });
    const sizes: number[] = [];
    for (const day of listDays(14)) {
      await buildDays(run, [day]);
      const catalogue = await run.state.read<ArchiveCatalogue>(CATALOGUE_NAME);
      sizes.push(catalogue?.archives.filter(({ entry }) => entry.dataset === "hourly").length ?? 0);
      expect([...run.site.keys()].filter((path) => path.includes("/hourly-"))).toHaveLength((sizes.at(-1) ?? 0) * 2);
    }
    expect(Math.max(...sizes)).toBe(3);
    const hours = ["hourly-2027-11", "hourly-2027-12", "hourly-2028-01"];
    expect(run.names()).toEqual([...hours, "daily-2026", "daily-2027", "daily-2028"]);
    expect(run.csv("daily-2026")).toContain("2026-12-02,bitcoin,");
    expect(run.warnings).toEqual([]);
    await buildDays(run, [(Date.UTC(2028, 0, 5, 12) - START) / DAY_MS]);
    expect(run.looked.filter((name) => name.includes("hourly-2027-1"))).not.toContain("hourly-2027-10.csv.gz");
  });

  it("removes nothing if the clock is ahead", async () => {
    const run = startRun([hourly], { hourly: 3 });
    await buildDays(run, listDays(3));
    const names = run.names();
    await run.build(Date.UTC(2031, 0, 1), { bitcoin: 1 });
    expect(run.warnings).toEqual([expect.stringContaining("no other clock confirms the time")]);
    expect(run.names()).toEqual(names);
  });

  it("counts calendar months back from the newest period, across years", () => {
    const january = Date.UTC(2027, 0, 1);
    const february = Date.UTC(2027, 1, 1);
    expect(findExpiry([null, january, february], 2)).toBe(Date.UTC(2026, 11, 1));
    expect(findExpiry([february], 14)).toBe(Date.UTC(2025, 11, 1));
    expect(findExpiry([february], undefined)).toBe(Number.NEGATIVE_INFINITY);
    expect(findExpiry([null], 2)).toBe(Number.NEGATIVE_INFINITY);
  });
});

describe("the default retention", () => {
  const at = (date: string) => computeRetention(null, Date.parse(date));

  it("keeps what earlier versions kept until a lower number has been announced for 90 days", () => {
    const lowered = listDefaultRetentions().flatMap((one) =>
      one.lowered.map((low) => ({ ...low, dataset: one.dataset })),
    );
    for (const { dataset, before, months, announced, from } of lowered) {
      expect(Date.parse(from) - Date.parse(announced)).toBe(90 * DAY_MS);
      expect(at(new Date(Date.parse(from) - 1).toISOString())[dataset]).toBe(before);
      expect(at(from)[dataset]).toBe(months);
      const notice = changelog.changes.filter(
        (change) =>
          change.kind === "deprecated" &&
          change.date === announced &&
          change.until === from &&
          change.text.toLowerCase().startsWith(`${dataset} archives: `),
      );
      expect(notice, `the changelog announces ${dataset}`).toHaveLength(1);
    }
    expect(at("2026-11-25")).toEqual({ hourly: 12, hours: 12 });
    expect(computeLastingRetention(null)).toEqual({ hourly: 2, hours: 12 });
  });

  it("is not used where the operator sets archiveMonths", () => {
    expect(computeRetention({ hourly: 1 }, START)).toEqual({ hourly: 1 });
    expect(computeRetention({}, Date.parse("2030-01-01"))).toEqual({});
  });

  it("deletes no archive of an existing site before, and deletes them then", async () => {
    const run = startRun([hourly], null);
    const dayOf = (month: number) => (Date.UTC(2026, month, 3, 12) - START) / DAY_MS;
    for (let month = 2; month <= 13; month += 1) await buildDays(run, [dayOf(month), dayOf(month) + 1]);
    expect(run.names()).toHaveLength(12);
    await buildDays(run, [dayOf(14), dayOf(14) + 1]);
    expect(run.names().slice(-2)).toEqual(["hourly-2027-02", "hourly-2027-03"]);
    expect(run.names()).toHaveLength(2);
  });
});
