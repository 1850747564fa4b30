import { describe, expect, it } from "vitest";
import { checkNode } from "../../build/diagnostics/check-node.ts";
import { checkState, type StateSummary } from "../../build/diagnostics/check-state.ts";
import { DAY_MS, HOUR_MS } from "../../build/lib/time.ts";

const NOW = Date.parse("2026-11-20T09:15:00Z");
const state = (ageMs: number, world: "live" | "sample" = "live"): StateSummary => ({
  ...{ found: "state", world, documents: 12, bytes: 3_400_000, updatedAtMs: NOW - ageMs },
});

describe("the state", () => {
  it("is described by its size and age", () => {
    expect(checkState(".state", state(3 * HOUR_MS), NOW)).toEqual({
      subject: "state",
      level: "ok",
      detail: "12 documents, 3.4 MB, last changed 3 h ago in .state",
    });
  });

  it("without a document has no age", () => {
    const empty = { ...state(0), documents: 0, bytes: 0, updatedAtMs: 0 } as StateSummary;
    expect(checkState(".state", empty, NOW)).toEqual({
      subject: "state",
      level: "ok",
      detail: "no build completed yet in .state",
    });
  });

  it("is worth a look when it is old or of the other world, and blocks when it is damaged", () => {
    expect(checkState(".state", state(4 * DAY_MS), NOW)).toMatchObject({ level: "warning" });
    expect(checkState(".state", state(0, "sample"), NOW)).toMatchObject({ level: "warning" });
    expect(checkState(".state", { found: "damaged", reason: "bits" }, NOW)).toMatchObject({ level: "problem" });
    expect(checkState(".state", { found: "nothing" }, NOW)).toMatchObject({ level: "ok", advice: expect.any(String) });
  });
});

describe("Node", () => {
  it.each([
    ["20.19.0", "ok"],
    ["20.20.2", "ok"],
    ["24.0.0", "ok"],
    ["20.18.3", "problem"],
    ["18.20.0", "problem"],
  ])("%s against the 20.19 that is asked for: %s", (version, level) => {
    expect(checkNode(version, ">=20.19").level).toBe(level);
  });
});
