import { describe, expect, it } from "vitest";
import { fawazahmed0 } from "../../../build/sources/fiat/fawazahmed0.ts";
import { ISO_4217 } from "../../../build/sources/fiat/fiat-rate.ts";
import { countReasons, createContext, readFeed } from "../read-feed.ts";

const NOW = Date.UTC(2026, 10, 20, 9, 15);
const read = (usd: Record<string, unknown>, date = "2026-11-20") =>
  readFeed<"rate">(fawazahmed0, "latest", { date, usd }, { now: NOW });

describe("latest", () => {
  it("keeps currencies in circulation and leaves out dead ones, metals and crypto assets without blame", () => {
    const { records, dropped } = read({
      eur: 0.86,
      all: 95.4,
      usd: 1,
      vef: 3_600_000,
      ltl: 2.9,
      xau: 0.0004,
      btc: 1e-5,
      "1inch": 1.6,
      $wen: 4_000,
      "../../x": 1,
    });
    expect(records).toEqual([
      { base: "USD", quote: "EUR", rate: 0.86, date: "2026-11-20" },
      { base: "USD", quote: "ALL", rate: 95.4, date: "2026-11-20" },
    ]);
    expect(countReasons(dropped)).toEqual({ "the base itself": 1, "not a currency in circulation": 7 });
    expect(dropped.some(({ fault }) => fault)).toBe(false);
  });

  it("rejects impossible rates of real currencies, and forgives those of the rest", () => {
    const { records, dropped } = read({ eur: 0, gbp: -1, jpy: null, chf: "0.8", btc: -1 });
    expect(records).toMatchObject([{ quote: "CHF", rate: 0.8 }]);
    expect(dropped.map(({ fault }) => fault)).toEqual([true, true, true, false]);
  });

  it("rejects rates of a day to come and refuses a day that is none", () => {
    expect(read({ eur: 0.86 }, "2026-11-22").records).toEqual([]);
    expect(() => read({ eur: 0.86 }, "latest")).toThrow();
  });

  it("has a second address", () => {
    expect(fawazahmed0.feeds[0]?.requests(createContext({ now: NOW }))).toEqual([
      {
        url: "https://cdn.jsdelivr.net/npm/@fawazahmed0/currency-api@latest/v1/currencies/usd.min.json",
        fallbackUrl: "https://latest.currency-api.pages.dev/v1/currencies/usd.min.json",
      },
    ]);
  });
});

describe("ISO_4217", () => {
  it("holds codes of three capitals, without metals, funds, test codes and withdrawn ones", () => {
    expect(ISO_4217.size).toBe(155);
    for (const code of ISO_4217) expect(code).toMatch(/^[A-Z]{3}$/);
    for (const code of ["XAU", "XAG", "XDR", "XTS", "XXX", "CLF", "BGN", "HRK", "ANG", "VEF", "ZWL", "BTC"]) {
      expect(ISO_4217.has(code), code).toBe(false);
    }
  });
});
