import { describe, expect, it } from "vitest";
import { alternativeMe } from "../../../build/sources/sentiment/alternative-me.ts";
import { readFeed } from "../../sources/read-feed.ts";
import { samples } from "./samples.ts";

const load = (file: string) => samples.readJson(`metadata/alternative-me/${file}`);
const DAY_MS = 86_400_000;

describe.skipIf(!samples.available)("recorded answers of Alternative.me (skipped without the recorded bodies)", () => {
  it("reads the two days of 2026-07-11 and when the next one comes", () => {
    const now = 1_783_728_000_000 + DAY_MS - 51_244_000;
    const { records, dropped } = readFeed<"index">(alternativeMe, "latest", load("fng.limit2.2026-07-11.json"), {
      now,
    });
    expect(dropped).toEqual([]);
    expect(records).toEqual([
      {
        timeMs: 1_783_728_000_000,
        value: 26,
        classification: "Fear",
        nextUpdateMs: 1_783_728_000_000 + DAY_MS,
      },
      { timeMs: 1_783_641_600_000, value: 23, classification: "Extreme Fear", nextUpdateMs: null },
    ]);
  });

  it("gives all 3,044 days since 2018-02-01, two gaps among them, put back into the envelope that the recording lacks", () => {
    const body = {
      name: "Fear and Greed Index",
      data: load("fng.limit0.data-array.2026-06.json"),
      metadata: { error: null },
    };
    const { records, dropped } = readFeed<"index">(alternativeMe, "history", body);
    expect(dropped).toEqual([]);
    expect(records).toHaveLength(3_044);
    const times = records.map(({ timeMs }) => timeMs).sort((a, b) => a - b);
    expect(times[0]).toBe(Date.UTC(2018, 1, 1));
    const steps = times.slice(1).map((time, index) => (time - (times[index] ?? 0)) / DAY_MS);
    expect(steps.filter((step) => step !== 1).length).toBe(2);
    expect(new Set(records.map(({ classification }) => classification))).toEqual(
      new Set(["Extreme Fear", "Fear", "Neutral", "Greed", "Extreme Greed"]),
    );
  });

  it("refuses the bare array: the recording dropped the envelope that the upstream sends", () => {
    expect(() => readFeed(alternativeMe, "history", load("fng.limit0.data-array.2026-06.json"))).toThrow();
  });
});
