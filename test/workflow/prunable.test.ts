import { describe, expect, it } from "vitest";
import { findPrunable } from "../../build/workflow/backup-state.ts";

const NOW = Date.parse("2026-11-20T00:07:00Z");
const HOUR = 3_600_000;

function forget(name: string, { ageHours = 24, held = false } = {}): boolean {
  return findPrunable([{ name, updatedAtMs: NOW - ageHours * HOUR }], () => held, NOW).length > 0;
}

describe("documents that the data branch does not need", () => {
  it("are last known good answers", () => {
    expect(forget("last-good/okx.tickers", { held: true })).toBe(true);
  });

  it("are expired hours and samples that the site has removed too", () => {
    expect(forget("hourly/2026-10-05")).toBe(true);
    expect(forget("hourly/2026-10-06")).toBe(false);
    expect(forget("hourly/2026-10-05", { held: true })).toBe(false);
    expect(forget("samples/2026-11-16")).toBe(true);
    expect(forget("samples/2026-11-17")).toBe(false);
  });

  it("are backfilled days that were published, but not those that a backfill pushed during this run", () => {
    expect(forget("backfill-days/2026")).toBe(true);
    expect(forget("backfill-days/2026", { ageHours: 1 })).toBe(false);
    expect(forget("backfill-days/2026", { held: true })).toBe(false);
  });

  it("are no other documents that only the branch has", () => {
    for (const name of ["daily/2019", "news/2024-01", "market", "fear-greed"]) expect(forget(name)).toBe(false);
  });
});
