import { describe, expect, it } from "vitest";
import { ISO_4217 } from "../../../build/crypto/normalise/iso-4217.ts";
import { convert, describeConversion, formatAmount, formatWorth, readAmount } from "../../../public/js/convert.js";
import { currencyName } from "../../../public/js/currency-name.js";
import { makeWorld } from "../../fixtures/market.ts";
import { renderPage, USUAL_WORLD } from "../../fixtures/pages.ts";

const RATES = { EUR: 0.8, JPY: 160, USD: 1 };

describe("an amount", () => {
  it("accepts decimal points, decimal commas and separators", () => {
    for (const [text, amount] of [
      ["250", 250],
      ["1,000.50", 1000.5],
      ["1000,5", 1000.5],
      ["1,5", 1.5],
      ["0,125", 0.125],
      ["1,000,000", 1e6],
      [" 1 000 ", 1000],
      [".5", 0.5],
      ["0", 0],
    ] as const) {
      expect([text, readAmount(text)]).toEqual([text, amount]);
    }
  });

  it("rejects ambiguous text", () => {
    for (const text of ["", ".", "-1", "1e9", "1,00,0", "0,125.5", "12,34,567", "0x10", "a", "1.2.3", "Infinity"]) {
      expect([text, readAmount(text)]).toEqual([text, null]);
    }
  });
});

describe("what a coin is worth", () => {
  it("has the decimals of a price near and below one unit, and cents above", () => {
    expect([0.99993, 1.00049, 0.0123456, 2.5, 0].map(formatWorth)).toEqual([
      "0.9999",
      "1.0005",
      "0.01235",
      "2.50",
      "0.00",
    ]);
  });
});

describe("a conversion", () => {
  it("goes through the dollar and needs both rates", () => {
    expect(convert(RATES, 10, "EUR", "JPY")).toBe(2000);
    expect(convert(RATES, 10, "USD", "USD")).toBe(10);
    expect(convert(RATES, 10, "USD", "XXX")).toBeNull();
    expect(convert(RATES, 10, "constructor", "USD")).toBeNull();
  });

  it("repeats the parsed amount and shows both rates", () => {
    expect(describeConversion(RATES, 1000.5, "EUR", "JPY")).toEqual({
      given: "1,000.50 EUR",
      result: "200,100.00 JPY",
      exact: "200,100 JPY",
      rates: "1\u00a0EUR\u00a0=\u00a0200.0000\u00a0JPY\n1\u00a0JPY\u00a0=\u00a00.005000\u00a0EUR",
    });
  });

  it("names coins by their symbol, with up to eight digits", () => {
    const rates = { ...RATES, btc: 1 / 80_000 };
    const nameOf = (code: string) => (code === "btc" ? "BTC" : code);
    const texts = describeConversion(rates, 1000, "EUR", "btc", nameOf)!;
    expect([texts.given, texts.result]).toEqual(["1,000.00 EUR", "0.015625 BTC"]);
    expect(texts.rates.replaceAll("\u00a0", " ")).toBe("1 EUR = 0.00001563 BTC\n1 BTC = 64,000.0000 EUR");
  });

  it("keeps significant digits of small amounts", () => {
    expect(formatAmount(0.0000123456)).toBe("0.00001235");
    expect(formatAmount(0)).toBe("0.00");
  });
});

describe("the exchange rates page", () => {
  it("shows a conversion without a script, with date and source of the rates", async () => {
    const page = await renderPage(USUAL_WORLD, "exchange-rates/index.html");
    expect(page).toContain('title="90 EUR">90.00 EUR</p>');
    expect(page.replaceAll("\u00a0", " ")).toContain("1 USD = 0.9000 EUR 1 EUR = 1.1111 USD");
    expect(page).toContain('<time datetime="2026-11-19">');
    expect(page).toContain('data-rates-day="2026-11-19T00:00:00Z"');
    expect(page.match(/<option value="btc">BTC – Bitcoin<\/option>/g)).toHaveLength(1);
  });

  it("works with the dollar rate only", async () => {
    const exchangeRates = { date: "2026-11-19", rates: { USD: 1 }, observedAtMs: 0, source: "ecb" };
    expect(await renderPage(makeWorld({ exchangeRates }), "exchange-rates/index.html")).toContain("100.00 USD</p>");
  });
});

describe("the name of a currency", () => {
  it("is known and unique for every currency of the sources", () => {
    const names = [...ISO_4217].map((code) => currencyName(code));
    expect([...ISO_4217].filter((code) => currencyName(code) === code)).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
    expect(currencyName("constructor")).toBe("constructor");
  });
});
