import { describe, expect, it } from "vitest";
import { checkNames } from "../../../build/app/cli/build-flags.ts";
import { parseThreshold } from "../../../build/app/cli/kit/option-values.ts";
import { acceptSettings, loadConfig } from "../../../build/config.ts";

describe("the settings of a site", () => {
  it("override the defaults, and flags override them", () => {
    const own = { coins: 250, sourcesOff: ["gate"], gate: { minVenues: 3, minClocks: 1 } };
    expect(() => loadConfig({}, own)).toThrow('gate has no threshold "minClocks". The thresholds are: maxClockSkew');
    const { config, overrides } = loadConfig({ coins: 100 }, { ...own, gate: { minVenues: 3 } });
    expect(config).toMatchObject({ coins: 100, sourcesOff: ["gate"], cadenceMinutes: 30 });
    expect(config.gate).toEqual({ ...loadConfig({}).config.gate, minVenues: 3 });
    expect(overrides).toEqual(["coins=100", "gate.minVenues=3"]);
  });

  it("are carried over where an earlier version had another name", () => {
    expect(acceptSettings({ hourlyArchiveMonths: 6 })).toEqual({ archiveMonths: { hourly: 6 } });
    expect(acceptSettings({ archiveMonths: { hourly: 3 }, hourlyArchiveMonths: 6 })).toEqual({
      archiveMonths: { hourly: 3 },
    });
    const both = acceptSettings({ hourlyArchiveMonths: 6, archiveMonths: { daily: 24 } });
    expect(both).toEqual({ archiveMonths: { hourly: 6, daily: 24 } });
    expect(loadConfig({}, { hourlyArchiveMonths: 6 }).config.archiveMonths).toEqual({ hourly: 6 });
  });

  it("are refused as a whole, with the name of each one that is wrong", () => {
    const wrong = { constructor: 1, coin: 5, coins: 0, currencies: ["eur", "xyz"], hourlyArchiveMonths: "six" };
    expect(() => loadConfig({}, wrong)).toThrow(
      /^build\/settings\.ts is wrong\. There is no setting "constructor"\..*"coin"\..*coins must be at least 1\..*currencies "xyz" must be any of.*archiveMonths hourly must be a whole number\.$/,
    );
    for (const value of [null, undefined, {}, [], "x", Number.NaN, -1, () => 1]) {
      const names = Object.keys(loadConfig({}).config);
      for (const name of names)
        expect(() => {
          const { config } = loadConfig({}, { [name]: value });
          if (!(name in config)) throw new Error(`${name} is absent`);
        }).not.toThrow(TypeError);
    }
  });

  it("name sources and datasets that exist, or no build begins", () => {
    const check = (own: object, only?: string) => () => checkNames(loadConfig({}, { ...own }).config, only);
    expect(check({ sourcesOff: ["binance"], archiveMonths: { hourly: 1, news: 2 } }, "kraken")).not.toThrow();
    expect(check({ archiveMonths: null })).not.toThrow();
    expect(check({ sourcesOn: ["binanse"] })).toThrow('There is no source "binanse". Known: ');
    expect(check({}, "binanse")).toThrow('There is no source "binanse". Known: ');
    expect(check({ archiveMonths: { hourley: 12 } })).toThrow(
      /^archiveMonths names "hourley", which is no dataset with archives\. Known: coins-latest, .*hourly, /,
    );
  });

  it("have main currencies that may have a rate", () => {
    expect(loadConfig({}, { mainCurrencies: ["ars", "eth", "usd"] }).config.mainCurrencies).toEqual([
      "ars",
      "eth",
      "usd",
    ]);
    for (const code of ["xyz", "EUR", "eu"])
      expect(() => loadConfig({}, { mainCurrencies: ["eur", code] })).toThrow(
        `mainCurrencies "${code}" must be the lower-case code of a currency, such as eur.`,
      );
  });

  it("have a user agent that HTTP can send", () => {
    for (const userAgent of ["", "ü€", "prices\r\nX-Other: 1", "prices\n", "a\tb"])
      expect(() => loadConfig({}, { userAgent })).toThrow("userAgent must be one line of printable ASCII");
    expect(loadConfig({}, { userAgent: "prices/1.0 (+mail@a.example)" }).config.userAgent).toBe(
      "prices/1.0 (+mail@a.example)",
    );
    expect(loadConfig({ homepage: "https://bücher.example/ä" }).config.userAgent).toBe(
      "open-crypto-data/0.1 (+https://xn--bcher-kva.example/%C3%A4)",
    );
  });

  it("name each currency once", () => {
    expect(() => loadConfig({ currencies: ["eur", "btc", "eur"] })).toThrow(/^--currencies names eur twice\.$/);
    for (const name of ["currencies", "mainCurrencies"])
      expect(() => loadConfig({}, { [name]: ["btc", "eur", "eur"] })).toThrow(
        `build/settings.ts is wrong. ${name} names eur twice.`,
      );
  });

  it("have thresholds of the gate within their ranges", () => {
    const wrong = {
      minVenues: -1,
      minUsdFiatVenues: 1.5,
      minAnchorConfidence: 3,
      maxHeldShare: 1.5,
      minDatasetShare: -1,
      maxPivotDistance: undefined,
      minPricedCoinShare: "half",
    };
    for (const [name, value] of Object.entries(wrong)) {
      expect(() => loadConfig({}, { gate: { [name]: value } })).toThrow(`gate ${name} must be `);
      expect(() => loadConfig({ gate: { [name]: value as number } })).toThrow(`--gate ${name} must be `);
    }
    const right = { minVenues: 0, maxClockSkewMinutes: 0.5, maxHeldShare: 1, minDatasetShare: 0, maxPivotDistance: 2 };
    expect(loadConfig({}, { gate: right }).config.gate).toMatchObject(right);
  });

  it("have web addresses", () => {
    for (const name of ["baseUrl", "homepage", "mirrorUrl", "originalSite"]) {
      for (const address of ["ftp://prices.example/", "javascript://prices.example/", "prices.example/"])
        expect(() => loadConfig({}, { [name]: address })).toThrow(
          `${name} must be a URL that begins with https:// or http://.`,
        );
      expect(loadConfig({}, { [name]: "http://localhost:8080/" }).config).toHaveProperty(
        name,
        "http://localhost:8080/",
      );
    }
  });

  it("are the thresholds of flags only as one number each", () => {
    expect(parseThreshold("minVenues=2", { maxHeldShare: 0.5 })).toEqual({ minVenues: 2, maxHeldShare: 0.5 });
    for (const text of ["minVenues", "minVenues=", "minVenues=2=3", "=2", "minVenues=two"])
      expect(() => parseThreshold(text)).toThrow("Write it as NAME=NUMBER");
  });

  it("is distinguished from a flag in the message", () => {
    expect(() => loadConfig({ coins: 0 })).toThrow(/^--coins must be at least 1\.$/);
    expect(() => loadConfig({ cadenceMinutes: 1 })).toThrow(/^--cadence must be at least 5\.$/);
    expect(() => loadConfig({ healthGraceHours: 10_001 })).toThrow(/^--grace-hours must be at most 10000\.$/);
    expect(() => loadConfig({ backfill: 100_001, detailsPerBuild: 101 })).toThrow(
      /^--details-per-build must be at most 100\. --backfill must be at most 100000\.$/,
    );
    expect(() => loadConfig({ sourcesOff: ["a"] }, { coins: 0 })).toThrow(/^build\/settings\.ts is wrong\. coins must/);
  });
});
