import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DEMO_SEED } from "../../build/demo/demo-market.ts";
import { type DemoServer, startDemoServer } from "../../build/demo/server.ts";
import type { FeedReading } from "../../build/diagnostics/check-contract.ts";
import { checkContract } from "../../build/diagnostics/check-contract.ts";
import { readContract } from "../../build/diagnostics/read-contract.ts";
import { readSeriesContract } from "../../build/diagnostics/read-series-contract.ts";
import { createHttp, type HttpClient } from "../../build/platform/http/http.ts";
import { HttpError } from "../../build/platform/http/http-error.ts";
import { sources } from "../../build/sources/registry.ts";

const NOW = Date.parse("2026-11-20T09:15:00Z");
const COINS = 60;
let server: DemoServer;
let http: HttpClient;

beforeAll(async () => {
  server = await startDemoServer({ seed: DEMO_SEED, coins: COINS, now: NOW });
  http = createHttp({
    userAgent: "t",
    now: () => NOW,
    random: () => 0.5,
    origins: server.origin,
    paceFactor: 0,
    tries: 1,
  });
});
afterAll(async () => {
  await http.close();
  await server.close();
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

async function check(id: string, tamper: Tamper) {
  const findings = checkContract(await read(id, tamper), await read(id));
  return Object.fromEntries(findings.map(({ subject, level, detail }) => [subject, { level, detail }]));
}

const rename =
  (from: string, to: string): Tamper =>
  (_, body) =>
    body.replaceAll(`"${from}"`, `"${to}"`);

describe("the contract of a source", () => {
  it("holds for simulated responses, candles included", async () => {
    expect(await check("kraken", (_, body) => body)).toEqual({
      "kraken/listing": { level: "ok", detail: expect.stringMatching(/^\d+ records/) },
      "kraken/tickers": { level: "ok", detail: expect.stringMatching(/^\d+ records/) },
      "kraken/candles of 1 h": { level: "ok", detail: "10 records" },
      "kraken/candles of 24 h": { level: "ok", detail: "10 records" },
    });
  });

  it("is broken by a missing required field", async () => {
    const found = await check("kraken", rename("c", "close"));
    expect(found["kraken/tickers"]).toMatchObject({
      level: "problem",
      detail: expect.stringContaining("rows are at fault"),
    });
  });

  it("is broken by an optional field that is missing in every record", async () => {
    const found = await check("coingecko", rename("circulating_supply", "supply_circulating"));
    expect(found["coingecko/markets"]).toMatchObject({
      level: "problem",
      detail: expect.stringMatching(/^unknown in all \d+ records: circulatingSupply$/),
    });
  });

  it("is broken by no rows, by HTML and by a 404", async () => {
    expect((await check("mexc", (url, body) => (url.includes("ticker") ? "[]" : body)))["mexc/tickers"]).toMatchObject({
      level: "problem",
    });
    expect((await check("mexc", () => "<html>moved</html>"))["mexc/listing"]).toMatchObject({
      level: "problem",
      detail: expect.stringContaining("got a page of HTML"),
    });
    const gone = (url: string) => new HttpError(`GET ${url} 404`, { url, status: 404, tries: 1 });
    const found = await check("mexc", gone);
    expect(found["mexc/listing"]).toMatchObject({ level: "problem", detail: expect.stringContaining("404") });
    expect(found["mexc/tickers"]).toEqual({ level: "warning", detail: "needs listing, which is missing" });
  });

  it("is broken by a share of invalid rows that a build still accepts", async () => {
    let row = 0;
    const tamper: Tamper = (url, body) =>
      url.includes("coins/markets")
        ? body.replace(/"current_price":[\d.e+-]+/g, (all) => (row++ % 10 === 0 ? '"current_price":"n/a"' : all))
        : body;
    expect((await check("coingecko", tamper))["coingecko/markets"]).toMatchObject({
      level: "problem",
      detail: expect.stringMatching(/records, 6 invalid rows: /),
    });
  });

  it("is only warned about when a source does not respond or refuses requests", async () => {
    for (const status of [null, 403, 429, 451, 503]) {
      const found = await check("okx", (url) => new HttpError(`GET ${url} ${status}`, { url, status, tries: 1 }));
      expect(found["okx/listing"]).toMatchObject({
        level: "warning",
        detail: expect.stringContaining("no response: "),
      });
    }
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

  it("covers the candles: another shape is drift", async () => {
    const found = await check("coinbase", (url, body) => (url.includes("/candles") ? "{}" : body));
    expect(found["coinbase/candles of 1 h"]).toMatchObject({ level: "problem" });
    expect(found["coinbase/tickers"]).toMatchObject({ level: "ok" });
  });
});
