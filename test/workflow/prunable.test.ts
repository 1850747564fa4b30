import { describe, expect, it } from "vitest";
import { findPrunable } from "../../build/workflow/prunable.ts";

const NOW = Date.parse("2026-11-20T00:07:00Z");
const HOUR = 3_600_000;

function forget(name: string, { ageHours = 24, held = false } = {}): boolean {
  return findPrunable([{ name, updatedAtMs: NOW - ageHours * HOUR }], () => held, NOW).length > 0;
}

describe("prunable documents of the data branch", () => {
  it("is what upstreams said last, whoever holds it", () => {
    expect(forget("last-good/okx.tickers", { held: true })).toBe(true);
  });

  it("is hours and samples beyond their retention, where the site has let them go too", () => {
    expect(forget("hourly/2026-10-05")).toBe(true);
    expect(forget("hourly/2026-10-06")).toBe(false);
    expect(forget("hourly/2026-10-05", { held: true })).toBe(false);
    expect(forget("samples/2026-11-16")).toBe(true);
    expect(forget("samples/2026-11-17")).toBe(false);
  });

  it("is days that waited to be settled and are, but not those that a backfill pushed while this run was under way", () => {
    expect(forget("backfill-days/2026")).toBe(true);
    expect(forget("backfill-days/2026", { ageHours: 1 })).toBe(false);
    expect(forget("backfill-days/2026", { held: true })).toBe(false);
  });

  it("is nothing else that only the branch has", () => {
    for (const name of ["daily/2019", "news/2024-01", "market", "fear-greed"]) expect(forget(name)).toBe(false);
  });
});
