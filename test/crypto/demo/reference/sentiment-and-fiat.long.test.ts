import { describe, expect, it } from "vitest";
import { createDemoMarket } from "../../../../build/crypto/demo/create-demo-market.ts";
import { fiatUsd } from "../../../../build/crypto/demo/fiat-rates.ts";
import type { FiatRate, Fixing, IndexValue } from "../../../../build/crypto/normalise/record.ts";
import { ecb } from "../../../../build/crypto/sources/fiat/ecb.ts";
import { fawazahmed0 } from "../../../../build/crypto/sources/fiat/fawazahmed0.ts";
import { frankfurter } from "../../../../build/crypto/sources/fiat/frankfurter.ts";
import { alternativeMe } from "../../../../build/crypto/sources/sentiment/alternative-me.ts";
import type { Source } from "../../../../build/crypto/sources/source.ts";
import { DAY_MS, HOUR_MS } from "../../../../build/lib/time.ts";
import { ask, readSource } from "./read-simulated.ts";

const NOW = Date.UTC(2026, 10, 20, 10, 15);
const createWorld = (now: number) => createDemoMarket({ seed: 7, coins: 100, now });
const demo = createWorld(NOW);
const rates = (source: Source, now: number) => {
  const feed = readSource(source, createWorld(now)).get(source.feeds[0]!.id)!;
  return feed.records as FiatRate[];
};

describe("fear and greed", () => {
  const fng = (query: string) =>
    (ask(demo, `https://api.alternative.me/fng/?${query}`).body as { data: Record<string, string>[] }).data;

  it("has every day since February 2018 but for two gaps, newest first", () => {
    const times = fng("limit=0").map((row) => Number(row["timestamp"]) * 1_000);
    expect(times[0]).toBe(NOW - (NOW % DAY_MS));
    expect(times.at(-1)).toBe(Date.UTC(2018, 1, 1));
    const steps = times.slice(1).map((time, index) => (times[index]! - time) / DAY_MS);
    expect(steps.filter((step) => step !== 1)).toEqual([2, 4]);
  });

  it("writes numbers as text and counts down in the newest row only", () => {
    const rows = fng("limit=3");
    expect(rows).toHaveLength(3);
    expect(rows[0]).toMatchObject({ time_until_update: String(13.75 * 3600), value: expect.stringMatching(/^\d+$/) });
    expect(rows[1]).not.toHaveProperty("time_until_update");
  });

  it("uses every word, in the bands of the real history", () => {
    const values = readSource(alternativeMe, demo).get("history")!.records as IndexValue[];
    const band = (word: string) =>
      values.filter(({ classification }) => classification === word).map(({ value }) => value);
    expect(Math.max(...band("Extreme Fear"))).toBeLessThanOrEqual(25);
    expect(Math.min(...band("Fear"))).toBeGreaterThan(25);
    expect(Math.max(...band("Neutral"))).toBeLessThanOrEqual(54);
    expect(Math.min(...band("Greed"))).toBe(55);
    expect(Math.min(...band("Extreme Greed"))).toBeGreaterThan(75);
  });
});

describe("fiat rates", () => {
  it.each([ecb, frankfurter])("of $name agree with the market and are of the last published working day", (source) => {
    for (const { base, quote, rate, date } of rates(source, NOW)) {
      expect(date).toBe("2026-11-19");
      expect(rate / (fiatUsd(base, NOW) / fiatUsd(quote, NOW)), quote).toBeCloseTo(1, 1);
    }
    const day = (now: number) => rates(source, now)[0]!.date;
    expect(day(NOW + 6 * HOUR_MS)).toBe("2026-11-20");
    expect(day(NOW + 2 * DAY_MS)).toBe("2026-11-20");
    expect(day(Date.UTC(2026, 11, 27, 20))).toBe("2026-12-24");
  });

  it("of the ECB have a history of working days that joins the current rates", () => {
    const read = readSource(ecb, demo);
    const current = read.get("daily")!.records as FiatRate[];
    const days = read.get("history")!.records as Fixing[];
    const dates = days.map(({ date }) => date);
    expect(dates.slice(0, 5)).toEqual(["2026-11-19", "2026-11-18", "2026-11-17", "2026-11-16", "2026-11-13"]);
    expect([dates.at(-1), dates.length]).toEqual(["2024-10-22", 531]);
    expect(dates).not.toContain("2026-04-03");
    expect(days[0]!.rates).toEqual(Object.fromEntries(current.map(({ quote, rate }) => [quote, rate])));
    for (const [at, { rates }] of days.slice(1).entries())
      for (const [code, rate] of Object.entries(rates)) expect(rate / days[at]!.rates[code]!).toBeCloseTo(1, 1);
  });

  it("of fawazahmed0 mix currencies, dead ones and coins in lower case", () => {
    const path = "v1/currencies/usd.min.json";
    const main = ask(demo, `https://cdn.jsdelivr.net/npm/@fawazahmed0/currency-api@latest/${path}`);
    const { date, usd } = main.body as { date: string; usd: Record<string, number> };
    expect(date).toBe("2026-11-20");
    expect(Object.keys(usd)).toEqual(expect.arrayContaining(["eur", "vef", "btc", "usd"]));
    expect(Object.keys(usd).every((code) => code === code.toLowerCase())).toBe(true);
    expect(usd["btc"]! * demo.priceUsd("bitcoin", NOW - (NOW % DAY_MS))!).toBeCloseTo(1, 6);
    expect(ask(demo, `https://latest.currency-api.pages.dev/${path}`)).toEqual(main);
    expect(rates(fawazahmed0, NOW).length).toBeGreaterThan(140);
  });
});
