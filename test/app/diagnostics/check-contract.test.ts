import { beforeAll, describe, expect, it } from "vitest";
import { checkContract, explainUnchecked, type FeedReading } from "../../../build/app/diagnostics/check-contract.ts";
import { readContract } from "../../../build/app/diagnostics/read-contract.ts";
import { readSeriesContract } from "../../../build/app/diagnostics/read-series-contract.ts";
import { DEMO_SEED } from "../../../build/crypto/demo/demo-market.ts";
import { startDemoServer } from "../../../build/crypto/demo/server.ts";
import { sources } from "../../../build/crypto/sources/registry.ts";
import type { HttpClient } from "../../../build/kit/platform/http/http.ts";
import { HttpError } from "../../../build/kit/platform/http/http-error.ts";
import { cleanUpLater } from "../../cleanup.ts";
import { createTestHttp } from "../../kit/platform/local-server.ts";

const NOW = Date.parse("2026-11-20T09:15:00Z");
const COINS = 60;
let http: HttpClient;

beforeAll(async () => {
  const server = await startDemoServer({ seed: DEMO_SEED, coins: COINS, now: NOW });
  cleanUpLater(server.close);
  http = createTestHttp({ now: () => NOW, origins: server.origin, paceFactor: 0, tries: 1 });
});

type Tamper = (url: string, body: string) => string | Error;

async function read(id: string, tamper: Tamper = (_, body) => body): Promise<FeedReading[]> {
  const options = {
    now: NOW,
    coins: COINS,
    apiKeys: {},
    http: {
      async fetch(request: Parameters<HttpClient["fetch"]>[0]) {
        const response = await http.fetch(request);
        const body = tamper(request.url, response.body);
        if (body instanceof Error) throw body;
        return { ...response, body };
      },
    },
  };
  const source = sources.find((candidate) => candidate.id === id)!;
  const { readings, datasets } = await readContract(source, options);
  return [...readings, ...(await readSeriesContract(source, datasets, options))];
}

async function check(id: string, tamper: Tamper): Promise<Record<string, string>> {
  const findings = checkContract(await read(id, tamper), await read(id));
  return Object.fromEntries(findings.map(({ subject, level, detail }) => [subject, `${level}: ${detail}`]));
}

const rename =
  (from: string, to: string): Tamper =>
  (_, body) =>
    body.replaceAll(`"${from}"`, `"${to}"`);

function spoilEachTenthPrice(): Tamper {
  let row = 0;
  return (url, body) =>
    url.includes("coins/markets")
      ? body.replace(/"current_price":[\d.e+-]+/g, (all) => (row++ % 10 === 0 ? '"current_price":"n/a"' : all))
      : body;
}

describe("the contract of a source", () => {
  it("holds for simulated responses, candles included", async () => {
    expect(await check("kraken", (_, body) => body)).toEqual({
      "kraken/listing": expect.stringMatching(/^ok: \d+ records/),
      "kraken/tickers": expect.stringMatching(/^ok: \d+ records/),
      "kraken/candles of 5 min": "ok: 10 records",
      "kraken/candles of 1 h": "ok: 10 records",
      "kraken/candles of 24 h": "ok: 10 records",
    });
  });

  it.each<[string, string, Tamper, RegExp]>([
    ["a missing required field", "kraken/tickers", rename("c", "close"), /^problem: .*rows are at fault/],
    [
      "an optional field that is missing in every record",
      "coingecko/markets",
      rename("circulating_supply", "supply_circulating"),
      /^problem: unknown in all \d+ records: circulatingSupply$/,
    ],
    ["no rows", "mexc/tickers", (url, body) => (url.includes("ticker") ? "[]" : body), /^problem/],
    ["HTML", "mexc/listing", () => "<html>moved</html>", /^problem: .*got a page of HTML/],
    [
      "a share of invalid rows that a build still accepts",
      "coingecko/markets",
      spoilEachTenthPrice(),
      /^problem: .*records, 6 invalid rows: /,
    ],
    [
      "candles of another shape",
      "coinbase/candles of 1 h",
      (url, body) => (url.includes("/candles") ? "{}" : body),
      /^problem/,
    ],
  ])("is broken by %s", async (_, subject, tamper, expected) => {
    expect((await check(subject.split("/")[0]!, tamper))[subject]).toMatch(expected);
  });

  it("is broken by a 404, and what depends on that response is skipped", async () => {
    const fail = (url: string) => new HttpError(`GET ${url} 404`, { url, status: 404, tries: 1 });
    const found = await check("mexc", fail);
    expect(found["mexc/listing"]).toMatch(/^problem: .*404/);
    expect(found["mexc/tickers"]).toBe("warning: needs listing, which is missing");
    expect((await check("okx", fail))["okx/candles of 1 h"]).toBe("warning: needs listing, which is missing");
  });

  it("is only warned about when a source does not respond or refuses requests", async () => {
    for (const status of [null, 403, 429, 451, 503]) {
      const found = await check("okx", (url) => new HttpError(`GET ${url} ${status}`, { url, status, tries: 1 }));
      expect(found["okx/listing"]).toMatch(/^warning: no response: /);
    }
  });

  it("is unchecked when no source gives a response", async () => {
    const silent: Tamper = (url) => new HttpError(`GET ${url}`, { url, status: null, tries: 1 });
    const okx = await read("okx", silent);
    expect(explainUnchecked(okx)).toMatch(
      /^Nothing was checked: okx gave no records\. The first reason: GET https:.*\. Run the command/,
    );
    expect(explainUnchecked([...okx, ...(await read("mexc", silent))])).toMatch(
      "all 2 sources gave no records. The first reason: ",
    );
    expect(explainUnchecked([...okx, ...(await read("mexc"))])).toBeUndefined();
    expect(explainUnchecked(await read("okx", () => "<html>"))).toBeUndefined();
  });

  it("is checked when one of two addresses gave records", () => {
    const reading = { source: "a", feed: "rates", rejected: 0, dropped: new Map(), known: new Map() };
    const one = { ...reading, status: "unreachable" as const, records: 5, reason: "GET https://b.test 503" };
    expect(explainUnchecked([one])).toBeUndefined();
    expect(explainUnchecked([{ ...one, records: 0 }])).toBe(
      "Nothing was checked: a gave no records. The first reason: GET https://b.test 503. Run the command where the sources answer.",
    );
  });

  it("covers the fallback address too", async () => {
    const urls: string[] = [];
    const first = await read("fawazahmed0", (url, body) => {
      urls.push(url);
      return url.includes("pages.dev") ? "{}" : body;
    });
    expect(urls.length).toBe(2);
    expect(first[0]).toMatchObject({ status: "drifted" });
  });
});
