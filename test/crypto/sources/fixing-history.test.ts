import { describe, expect, it } from "vitest";
import type { Fixing } from "../../../build/crypto/normalise/record.ts";
import { ecb } from "../../../build/crypto/sources/fiat/ecb.ts";
import { isBankHoliday } from "../../../build/crypto/sources/fiat/fiat-rate.ts";
import type { RequestContext } from "../../../build/crypto/sources/source.ts";
import { DAY_MS, HOUR_MS, renderDay } from "../../../build/lib/time.ts";
import { createContext, readFeed } from "./read-feed.ts";

const NOW = Date.parse("2026-11-20T10:15:00Z");

const cube = (date: string, cubes: string) => `<Cube time="${date}">${cubes}</Cube>`;
const rate = (code: string, value: string) => `<Cube currency="${code}" rate="${value}"/>`;
const sheet = (days: string) => `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref"><gesmes:subject>Reference rates</gesmes:subject><Cube>${days}</Cube></gesmes:Envelope>`;
const read = (days: string) =>
  readFeed<"fixing">(ecb, "history", sheet(days), { request: { url: "https://www.ecb.europa.eu/hist" } });

describe("the ECB's history", () => {
  it("is read day by day, newest first, with the rates of each day", () => {
    const usd = rate("USD", "1.1789");
    const { records, dropped } = read(
      cube("1999-01-05", usd + rate("CYP", "0.58187")) + cube("1999-01-04", usd + rate("JPY", "133.73")),
    );
    expect(records).toEqual<Fixing[]>([
      { base: "EUR", date: "1999-01-05", rates: { USD: 1.1789, CYP: 0.58187 } },
      { base: "EUR", date: "1999-01-04", rates: { USD: 1.1789, JPY: 133.73 } },
    ]);
    expect(dropped).toEqual([]);
  });

  it("loses a malformed rate alone, and a day of mostly malformed rates", () => {
    const good = rate("USD", "1.1") + rate("JPY", "130");
    const { records, dropped } = read(
      cube("2020-01-06", good + rate("GBP", "N/A")) +
        cube("2020-01-03", rate("USD", "1.1") + rate("JPY", "-1") + rate("GBP", "")) +
        cube("2020-01-32", good),
    );
    expect(records).toEqual([{ base: "EUR", date: "2020-01-06", rates: { USD: 1.1, JPY: 130 } }]);
    expect(dropped.map(({ fault }) => fault)).toEqual([true, true]);
  });
});

describe("the ECB's history is requested", () => {
  const feed = ecb.feeds.find(({ id }) => id === "history");
  const all = (from: string, to: string) => {
    const days: string[] = [];
    for (let dayMs = Date.parse(from); dayMs <= Date.parse(to); dayMs += DAY_MS)
      if (!isBankHoliday(dayMs)) days.push(renderDay(dayMs));
    return days;
  };
  const whole = all("1999-01-04", "2026-11-19");
  const list = (days: readonly string[], change: Partial<RequestContext> = {}) =>
    feed!.requests(createContext({ now: NOW, days: () => days, answeredAtMs: NOW - 10 * DAY_MS, ...change }));
  const count = (...args: Parameters<typeof list>) => list(...args).length;
  const without = (...dates: string[]) => whole.filter((date) => !dates.includes(date));

  it("by a state without it, until it answers; a failure rests for six hours, the next for twelve", () => {
    expect(count([], { answeredAtMs: null })).toBe(1);
    const failed = (hours: number) => new Map([["1999-01-04", { inARow: 1, atMs: NOW - hours * HOUR_MS }]]);
    expect(count([], { answeredAtMs: null, failures: failed(1) })).toBe(0);
    expect(count([], { answeredAtMs: null, failures: failed(6) })).toBe(1);
    const twice = (hours: number) => new Map([["1999-01-04", { inARow: 2, atMs: NOW - hours * HOUR_MS }]]);
    expect(count([], { answeredAtMs: null, failures: twice(11) })).toBe(0);
    expect(count([], { answeredAtMs: null, failures: twice(12) })).toBe(1);
    expect(count(whole)).toBe(0);
  });

  it("as the file of 90 days when only newer days are missing", () => {
    const [request] = list(without("2026-11-12"));
    expect(request).toEqual({
      url: "https://www.ecb.europa.eu/stats/eurofxref/eurofxref-hist-90d.xml",
      brings: "2026-11-12",
    });
    const [old] = list(without("2026-08-12"), { answeredAtMs: NOW - 120 * DAY_MS });
    expect(old).toEqual({ url: "https://www.ecb.europa.eu/stats/eurofxref/eurofxref-hist.xml", brings: "2026-08-12" });
  });

  it("again when a banking day since then is missing, which no build read", () => {
    expect(count(without("2026-11-12"))).toBe(1);
    expect(count(without("2026-11-12"), { answeredAtMs: Date.parse("2026-11-13T16:00:00Z") })).toBe(0);
    // The history of that morning ended the day before.
    expect(count(without("2026-11-12"), { answeredAtMs: Date.parse("2026-11-12T09:00:00Z") })).toBe(1);
  });

  it("not for an exceptional closing day that the whole history lacks", () => {
    expect(count(without("1999-12-31", "2001-12-31"))).toBe(0);
  });

  it("again when a year or the beginning is lost", () => {
    expect(count(whole.filter((date) => !date.startsWith("2014")))).toBe(1);
    expect(count(whole.filter((date) => !date.startsWith("1999")))).toBe(1);
    expect(count([])).toBe(1);
  });
});
