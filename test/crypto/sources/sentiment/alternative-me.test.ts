import { describe, expect, it } from "vitest";
import { alternativeMe } from "../../../../build/crypto/sources/sentiment/alternative-me.ts";
import { createContext, readFeed } from "../read-feed.ts";

const NOW = Date.UTC(2026, 10, 20, 9, 15);
const TODAY_S = Date.UTC(2026, 10, 20) / 1_000;

const row = (changes: Record<string, unknown> = {}) => ({
  value: "26",
  value_classification: "Fear",
  timestamp: String(TODAY_S),
  ...changes,
});
const read = (data: unknown[], serverTimeMs: number | null = null) =>
  readFeed<"index">(
    alternativeMe,
    "latest",
    { name: "Index", data, metadata: { error: null } },
    { now: NOW, serverTimeMs },
  );

describe("latest", () => {
  it("reads numbers that are texts and keeps the upstream's word for the value", () => {
    expect(read([row({ value: "47", value_classification: "Neutral" })]).records).toEqual([
      { timeMs: TODAY_S * 1_000, value: 47, classification: "Neutral", nextUpdateMs: null },
    ]);
  });

  it("counts down from the server's time, and from ours where it sent none", () => {
    const newest = row({ time_until_update: String(14.75 * 3_600) });
    const midnight = Date.UTC(2026, 10, 21);
    expect(read([newest]).records[0]?.nextUpdateMs).toBe(midnight);
    expect(read([newest], NOW + 3_600_000).records[0]?.nextUpdateMs).toBe(midnight + 3_600_000);
  });

  it("gives the same minute whatever second the answer was cached in", () => {
    const early = read([row({ time_until_update: "600" })], NOW + 7_000).records[0]?.nextUpdateMs;
    const late = read([row({ time_until_update: "591" })], NOW + 12_000).records[0]?.nextUpdateMs;
    expect(early).toBe(late);
  });

  it.each([["-300"], ["999999999"], [null]])("does not know the next update from %j", (time_until_update) => {
    expect(read([row({ time_until_update })]).records[0]?.nextUpdateMs).toBeNull();
  });

  it.each([
    ["a value above the scale", { value: "101" }],
    ["a negative value", { value: "-1" }],
    ["half a value", { value: "26.5" }],
    ["no number", { value: "fear" }],
    ["no word", { value_classification: "" }],
    ["a formatted date", { timestamp: "20-11-2026" }],
    ["a day to come", { timestamp: String(TODAY_S + 86_400) }],
  ])("rejects %s", (_name, changes) => {
    const { records, dropped } = read([row(changes), row()]);
    expect(records).toHaveLength(1);
    expect(dropped).toMatchObject([{ fault: true }]);
  });

  it("recognises an error that is answered with status 200", () => {
    const body = { data: [], metadata: { error: "Invalid limit" } };
    expect(() => readFeed(alternativeMe, "latest", body)).toThrow("Invalid limit");
  });
});

describe("history", () => {
  it("requests all days and keeps gaps", () => {
    const feed = alternativeMe.feeds.find(({ id }) => id === "history");
    expect(feed?.requests(createContext({ now: NOW }))[0]?.url).toBe("https://api.alternative.me/fng/?limit=0");
    const body = { data: [row(), row({ timestamp: String(TODAY_S - 3 * 86_400) })] };
    expect(readFeed(alternativeMe, "history", body, { now: NOW }).records).toHaveLength(2);
  });

  it("names the source, as its terms ask", () => {
    expect(alternativeMe.attribution).toContain("Alternative.me");
  });
});
