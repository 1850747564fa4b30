import { describe, expect, it } from "vitest";
import {
  checkNode,
  checkSchedule,
  checkState,
  findInterval,
  proposeMinutes,
  type StateSummary,
} from "../../../build/app/diagnostics/check-environment.ts";
import { DAY_MS, HOUR_MS } from "../../../build/lib/time.ts";

const NOW = Date.parse("2026-11-20T09:15:00Z");
const state = (ageMs: number, world: "live" | "sample" = "live"): StateSummary => ({
  found: "state",
  world,
  documents: 12,
  bytes: 3_400_000,
  updatedAtMs: NOW - ageMs,
});

describe("the state", () => {
  it("is described by its size and age", () => {
    expect(checkState(".state", state(3 * HOUR_MS), NOW)).toEqual({
      subject: "state",
      level: "ok",
      detail: "12 documents, 3.4 MB, last changed 3 h ago in .state",
    });
  });

  it("has no age without documents", () => {
    const empty = { ...state(0), documents: 0, bytes: 0, updatedAtMs: 0 } as StateSummary;
    expect(checkState(".state", empty, NOW)).toEqual({
      subject: "state",
      level: "ok",
      detail: "no build completed yet in .state",
    });
  });

  it("is a warning when it is old, and a problem when a build refuses it: damaged, or of the other market", () => {
    expect(checkState(".state", state(4 * DAY_MS), NOW)).toMatchObject({ level: "warning" });
    expect(checkState(".state", state(0, "sample"), NOW)).toMatchObject({ level: "problem" });
    expect(checkState(".state", state(0), NOW, "sample")).toMatchObject({ level: "problem" });
    expect(checkState(".state-demo", state(0, "sample"), NOW, "sample")).toMatchObject({ level: "ok" });
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
  ])("%s with 20.19 required is: %s", (version, level) => {
    expect(checkNode(version, ">=20.19").level).toBe(level);
  });
});

describe("the interval of a schedule", () => {
  it.each([
    ["7,37 * * * *", 30],
    ["37,7 * * * *", 30],
    ["*/15 * * * *", 15],
    ["3/20 * * * *", 20],
    ["5,50 * * * *", 45],
    ["23 6 * * *", 1_440],
    ["11 */6 * * *", 360],
    ["* * * * *", 1],
    ["7 * * * * & 22 * * * * & 37 * * * *", 30],
  ])("of %s is %i minutes", (cron, minutes) => {
    expect(findInterval(cron.split(" & "))).toBe(minutes);
  });

  it.each(["7 * * * 1", "7 * 1 * *", "1-5 * * * *", "60 * * * *", "*/0 * * * *", "", "7,37 *"])(
    "of %j is unknown",
    (cron) => {
      expect(findInterval([cron])).toBeUndefined();
    },
  );
});

describe("the schedule", () => {
  it("is ok when it starts at least as many runs as there are builds", () => {
    expect(checkSchedule(["7,37 * * * *"], 30)).toEqual({
      subject: "schedule",
      level: "ok",
      detail: '"7,37 * * * *": every 30 minutes, with a build every 30',
    });
    expect(checkSchedule(["7 * * * *", "22 * * * *", "37 * * * *", "52 * * * *"], 30)).toMatchObject({ level: "ok" });
  });

  it("proposes minutes of its own for each repository, until it has them", () => {
    const minutes = ["ada/prices", "bob/prices", "eve/prices", "joe/prices"].map((name) => proposeMinutes(name));
    expect(new Set(minutes.map(String)).size).toBeGreaterThan(2);
    for (const own of minutes) {
      expect(own.every((minute) => minute % 5 !== 0 && minute < 60)).toBe(true);
      expect(findInterval(own.map((minute) => `${minute} * * * *`))).toBe(15);
    }
    const { advice } = checkSchedule(["7,37 * * * *"], 30, "ada/prices");
    expect(advice).toContain(`"${minutes[0]![0]} * * * *"`);
    const own = minutes[0]!.map((minute) => `${minute} * * * *`);
    expect(checkSchedule(own, 30, "ada/prices")).not.toHaveProperty("advice");
  });

  it.each([
    [undefined, "there is no workflow here"],
    [[], "the workflow has no schedule, it runs only on request"],
    [["7 * * * *"], '"7 * * * *" is every 60 minutes, and the configuration says 30'],
  ])("is a warning when it is %j", (crons, detail) => {
    expect(checkSchedule(crons, 30)).toMatchObject({ level: "warning", detail, advice: expect.any(String) });
  });
});
