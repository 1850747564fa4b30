import { describe, expect, it } from "vitest";
import { ISO_4217 } from "../../../build/crypto/normalise/iso-4217.ts";
import { ecb } from "../../../build/crypto/sources/fiat/ecb.ts";
import { fawazahmed0 } from "../../../build/crypto/sources/fiat/fawazahmed0.ts";
import { findNextFixing } from "../../../build/crypto/sources/fiat/fiat-rate.ts";
import { frankfurter } from "../../../build/crypto/sources/fiat/frankfurter.ts";
import { countReasons, createContext, readFeed } from "./read-feed.ts";

const sheet = (cubes: string, time = "2026-11-19") => `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
	<gesmes:subject>Reference rates</gesmes:subject>
	<Cube><Cube time='${time}'>${cubes}</Cube></Cube>
</gesmes:Envelope>`;
const USD = "<Cube currency='USD' rate='1.1252'/>";
const readEcb = (xml: string) => readFeed<"rate">(ecb, "daily", xml);
const readFrankfurter = (changes: object) =>
  readFeed<"rate">(frankfurter, "latest", {
    amount: 1,
    base: "USD",
    date: "2026-11-19",
    rates: { JPY: 151.5 },
    ...changes,
  });
const readFawazahmed0 = (usd: object, date = "2026-11-20") => readFeed<"rate">(fawazahmed0, "latest", { date, usd });

describe("rates", () => {
  it("are read as given, never inverted, with the day of the body", () => {
    const day = { date: "2026-11-19" };
    expect(readEcb(sheet(`${USD}<Cube currency='JPY' rate='163.36'/>`)).records).toEqual([
      { base: "EUR", quote: "USD", rate: 1.1252, ...day },
      { base: "EUR", quote: "JPY", rate: 163.36, ...day },
    ]);
    expect(readEcb(sheet(USD)).records).toHaveLength(1);
    expect(readFrankfurter({}).records).toEqual([{ base: "USD", quote: "JPY", rate: 151.5, ...day }]);
  });

  it.each([
    ["is negative", "<Cube currency='GBP' rate='-0.8'/>", { EUR: -0.86 }],
    ["is zero", "<Cube currency='GBP' rate='0'/>", { EUR: 0 }],
    ["is not available", "<Cube currency='GBP' rate='N/A'/>", { EUR: "N/A" }],
    ["is missing", "<Cube currency='GBP'/>", { EUR: null }],
    ["has a code that is none", "<Cube currency='../x' rate='1'/>", { "../../x": 1 }],
    ["has an unusual code", "<Cube currency='&x;' rate='1'/>", { eur: 1 }],
  ])("are rejected alone where one %s", (_name, cube, rates) => {
    for (const { records, dropped } of [
      readEcb(sheet(`${cube}<Cube currency='JPY' rate='163.36'/>`)),
      readFrankfurter({ rates: { ...rates, JPY: 151.5 } }),
    ]) {
      expect(records.map(({ quote }) => quote)).toEqual(["JPY"]);
      expect(dropped).toMatchObject([{ fault: true }]);
    }
  });

  it("of a future day are rejected", () => {
    expect(readEcb(sheet(USD, "2026-12-24")).records).toEqual([]);
    expect(readFrankfurter({ date: "2026-11-23" }).records).toEqual([]);
    expect(readFrankfurter({ date: "2026-11-21" }).records).toHaveLength(1);
    expect(readFawazahmed0({ eur: 0.86 }, "2026-11-22").records).toEqual([]);
  });
});

const laughs = `<!DOCTYPE lolz [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]>`;

it.each([
  ["entities that multiply", sheet(USD).replace("?>", `?>${laughs}`), "DOCTYPE"],
  ["an external entity", sheet(USD).replace("?>", '?><!DOCTYPE a SYSTEM "file:///etc/passwd">'), "DOCTYPE"],
  ["a page of HTML", "<!DOCTYPE html><html><body>Down</body></html>", "HTML page"],
  ["a truncated sheet", sheet(USD).slice(0, -30), "ends before"],
  ["a sheet that does not nest", sheet(`${USD}</Cube>`), "Cube"],
  ["a sheet without a day", sheet(USD, ""), "time"],
  ["a sheet without cubes", "<gesmes:Envelope><gesmes:subject>x</gesmes:subject></gesmes:Envelope>", "Cube"],
])("the ECB reader refuses %s", (_name, xml, message) => {
  expect(() => readEcb(xml)).toThrow(message);
});

it.each([
  ["rates of another amount than one", { amount: 100 }],
  ["a day that does not exist", { date: "2026-02-30" }],
  ["a base that is none", { base: "" }],
  ["no rates", { rates: null }],
  ["an error", { message: "not found" }],
])("the Frankfurter reader refuses %s", (_name, changes) => {
  expect(() => readFrankfurter(changes)).toThrow();
});

describe("fawazahmed0", () => {
  it("keeps currencies in circulation and leaves out dead ones, metals and crypto assets without blame", () => {
    const { records, dropped } = readFawazahmed0({
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

  it("rejects impossible rates of real currencies; those of other codes are no fault", () => {
    const { records, dropped } = readFawazahmed0({ eur: 0, gbp: -1, jpy: null, chf: "0.8", btc: -1 });
    expect(records).toMatchObject([{ quote: "CHF", rate: 0.8 }]);
    expect(dropped.map(({ fault }) => fault)).toEqual([true, true, true, false]);
    expect(() => readFawazahmed0({ eur: 0.86 }, "latest")).toThrow();
  });

  it("has a second address", () => {
    const file = "v1/currencies/usd.min.json";
    expect(fawazahmed0.feeds[0]?.requests(createContext())).toEqual([
      {
        url: `https://cdn.jsdelivr.net/npm/@fawazahmed0/currency-api@latest/${file}`,
        fallbackUrl: `https://latest.currency-api.pages.dev/${file}`,
      },
    ]);
  });
});

it("ISO_4217 holds codes of three capitals, without metals, funds, test codes and withdrawn ones", () => {
  expect(ISO_4217.size).toBe(155);
  for (const code of ISO_4217) expect(code).toMatch(/^[A-Z]{3}$/);
  const others = ["XAU", "XAG", "XDR", "XTS", "XXX", "CLF", "BGN", "HRK", "ANG", "VEF", "ZWL", "BTC"];
  expect(others.filter((code) => ISO_4217.has(code))).toEqual([]);
});

it.each([
  ["2026-11-18", "2026-11-19", "the next day"],
  ["2026-11-20", "2026-11-23", "Monday, after a Friday"],
  ["2026-04-02", "2026-04-07", "Tuesday, after the Thursday before Easter"],
  ["2049-04-15", "2049-04-20", "the same in a year in which Easter is moved by a week"],
  ["2025-04-17", "2025-04-22", "the same in another year"],
  ["2025-12-24", "2025-12-29", "after Christmas and the weekend"],
  ["2026-12-31", "2027-01-04", "after New Year and the weekend"],
  ["2025-04-30", "2025-05-02", "after the first of May"],
])("the fixing after that of %s is due at 15:00 UTC on %s: %s", (date, next) => {
  expect(new Date(findNextFixing(Date.parse(date))).toISOString()).toBe(`${next}T15:00:00.000Z`);
});
