import { describe, expect, it } from "vitest";
import { ecb } from "../../../build/sources/fiat/ecb.ts";
import { fawazahmed0 } from "../../../build/sources/fiat/fawazahmed0.ts";
import { frankfurter } from "../../../build/sources/fiat/frankfurter.ts";
import { countReasons, readFeed } from "../../sources/read-feed.ts";
import { samples } from "./samples.ts";

describe.skipIf(!samples.available)("recorded fiat rates (skipped without the recorded bodies)", () => {
  it("reads the two rates of Frankfurter of 2026-08-10", () => {
    const body = samples.readJson("metadata/frankfurter/v1_latest_USD_symbols-EUR-GBP.2026-08-10.json");
    expect(readFeed(frankfurter, "latest", body).records).toEqual([
      { base: "USD", quote: "EUR", rate: 0.86543, date: "2026-08-10" },
      { base: "USD", quote: "GBP", rate: 0.7405, date: "2026-08-10" },
    ]);
  });

  it.each(["2024-11-06", "2025-05-09"])("reads all 30 rates of the ECB of %s", (date) => {
    const { records, dropped } = readFeed<"rate">(
      ecb,
      "daily",
      samples.readText(`metadata/ecb/eurofxref-daily.${date}.xml`),
    );
    expect(dropped).toEqual([]);
    expect(records).toHaveLength(30);
    expect(records.every((rate) => rate.base === "EUR" && rate.date === date && rate.rate > 0)).toBe(true);
  });

  it("refuses the table of the ECB's data portal: CSV, another endpoint", () => {
    const csv = samples.readText("metadata/ecb/data-api_EXR_D..EUR.SP00.A.csv");
    expect(() => readFeed(ecb, "daily", csv)).toThrow("expected <gesmes:envelope>");
  });

  it("gives 152 currencies of the 701 codes of fawazahmed0 of 2024-03-06: two codes came into use later", () => {
    const body = samples.readJson("metadata/fawazahmed0-currency-api/currencies_usd.2024-03-06.json");
    const { records, dropped } = readFeed<"rate">(fawazahmed0, "latest", body);
    expect(records).toHaveLength(152);
    expect(countReasons(dropped)).toEqual({ "not a currency in circulation": 548, "the base itself": 1 });
    expect(records.some(({ quote }) => ["BTC", "XAU", "VEF", "LTL", "XCG", "ZWG"].includes(quote))).toBe(false);
    // A code that a crypto asset shares is the currency.
    expect(records.find(({ quote }) => quote === "MNT")?.rate).toBeGreaterThan(3_000);
  });

  it("refuses the answer of open.er-api.com, whose terms forbid passing it on: another shape", () => {
    const body = samples.readJson("metadata/open-er-api/v6_latest_USD.2024-08-19.json");
    for (const source of [frankfurter, fawazahmed0]) expect(() => readFeed(source, "latest", body)).toThrow();
  });
});
