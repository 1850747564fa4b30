import { describe, expect, it } from "vitest";
import { defineEndpoint } from "../../../build/crypto/api/define-endpoint.ts";
import { coin } from "../../../build/crypto/api/endpoints/coin.ts";
import { coinHistory } from "../../../build/crypto/api/endpoints/coin-history.ts";
import { coins } from "../../../build/crypto/api/endpoints/coins.ts";
import { defiChains } from "../../../build/crypto/api/endpoints/defi-chains.ts";
import { exchangeRates } from "../../../build/crypto/api/endpoints/exchange-rates.ts";
import { exchanges } from "../../../build/crypto/api/endpoints/exchanges.ts";
import { fearGreed } from "../../../build/crypto/api/endpoints/fear-greed.ts";
import { global } from "../../../build/crypto/api/endpoints/global.ts";
import { listErrorTexts } from "../../../build/crypto/api/errors.ts";
import { endpoints } from "../../../build/crypto/api/registry.ts";
import type { Endpoint } from "../../../build/crypto/api/world.ts";
import { computeEnvelope } from "../../../build/kit/api/envelope.ts";
import { buildErrorBody, describeMissing, ERROR_STATUS, type ErrorCode } from "../../../build/kit/api/error-body.ts";
import { ErrorResponse } from "../../../build/kit/api/error-response.ts";
import { DAY_MS, floorTo, HOUR_MS, MINUTE_MS } from "../../../build/lib/time.ts";
import { AS_OF_MS, makeCoin, makeDataset, makeExchange, makeUnknownCoin, makeWorld } from "../../fixtures/market.ts";

const metaOf = (endpoint: Endpoint, world = makeWorld(), params = {}) => computeEnvelope(endpoint, world, params).meta;

describe("computeEnvelope", () => {
  it("names the sources of the endpoint's kinds, the newest observation, and twice the build's cadence", () => {
    expect(metaOf(coins)).toEqual({
      schema_version: "1.1",
      self: "coins.json",
      updated_at: "2026-11-20T09:17:30Z",
      expires_at: "2026-11-20T10:17:30Z",
      stale: true,
      sources: ["binance", "coingecko", "kraken"],
      currency: "usd",
      pagination: { limit: 100, offset: 0, total: 5, count: 5, next: null, previous: null },
      search: null,
    });
  });

  it("uses the cadence of a slower source", () => {
    expect(metaOf(defiChains)).toMatchObject({ expires_at: "2026-11-20T11:17:30Z", stale: false });
    expect(metaOf(fearGreed)).toMatchObject({
      updated_at: "2026-11-20T00:00:00Z",
      expires_at: "2026-11-22T00:00:00Z",
    });
  });

  it("follows the fastest of its sources where they differ", () => {
    expect(metaOf(global)).toMatchObject({ expires_at: "2026-11-20T10:17:30Z" });
  });

  it.each([
    ["an hour", 1, false],
    ["a day", 24, false],
    ["85 days", 85 * 24, true],
  ])("is stale only where one kind of its data is long overdue, not where a total is %s old", (_, hours, stale) => {
    const datasets = [
      makeDataset("kraken", "ticker"),
      makeDataset("coingecko", "coin"),
      makeDataset("coingecko", "global", { observedAtMs: AS_OF_MS - hours * HOUR_MS }),
    ];
    expect(metaOf(global, makeWorld({ datasets }))).toMatchObject({ updated_at: "2026-11-20T09:17:30Z", stale });
  });

  it("dates an answer of older data by its own time", () => {
    const threeMs = Date.UTC(2026, 10, 20, 3);
    const world = makeWorld({
      coins: [makeCoin("bitcoin", "BTC", { priceTimeMs: threeMs }), makeUnknownCoin("unknown", "U")],
      datasets: [makeDataset("kraken", "ticker", { stale: true })],
    });
    expect(metaOf(coins, world)).toMatchObject({
      updated_at: "2026-11-20T03:00:00Z",
      expires_at: "2026-11-20T04:00:00Z",
      stale: true,
      sources: ["kraken"],
    });
  });

  it("dates a list by its newest price, not by the market", () => {
    const world = makeWorld({
      coins: [
        makeCoin("new", "NEW"),
        makeCoin("older", "OLDER", { rank: 2, priceTimeMs: AS_OF_MS - 2 * HOUR_MS }),
        makeCoin("old", "OLD", { rank: 3, priceTimeMs: AS_OF_MS - 3 * HOUR_MS }),
      ],
    });
    expect(metaOf(coins, world)).toMatchObject({ updated_at: "2026-11-20T09:17:30Z" });
    expect(metaOf(coins, world, { search: "old" })).toMatchObject({ updated_at: "2026-11-20T07:17:30Z" });
  });

  it("dates exchanges by their newest statistics", () => {
    const rows = [makeExchange("a", { updatedAtMs: null }), makeExchange("b", { updatedAtMs: AS_OF_MS - HOUR_MS })];
    expect(metaOf(exchanges, makeWorld({ exchanges: rows }))).toMatchObject({ updated_at: "2026-11-20T08:17:30Z" });
  });

  it("names of the exchanges only those that a coin's evidence rests on", () => {
    expect(metaOf(coin, makeWorld(), { symbol: "btc" })).toMatchObject({
      sources: ["coingecko", "kraken"],
      stale: false,
    });
    expect(metaOf(coin, makeWorld(), { symbol: "dollar-sign" })).toMatchObject({ sources: ["coingecko"] });
  });

  it("marks made-up data, and no other", () => {
    expect(metaOf(coins)).not.toHaveProperty("sample");
    expect(metaOf(coins, makeWorld({}, { sample: true }))).toMatchObject({ sample: true });
  });

  it("lets an answer override what follows from its kinds", () => {
    const own = defineEndpoint({
      ...fearGreed,
      compute: () => ({ data: {}, observedAtMs: 0, cadenceMs: HOUR_MS, stale: true, sources: ["x"] }),
    });
    expect(metaOf(own)).toMatchObject({
      updated_at: "1970-01-01T00:00:00Z",
      expires_at: "1970-01-01T02:00:00Z",
      stale: true,
      sources: ["x"],
    });
  });
});

describe("when an answer expires", () => {
  const FRIDAY = Date.UTC(2026, 10, 20);
  const SUNDAY_NOON = Date.UTC(2026, 10, 22, 12);
  const ratesOn = (asOfMs: number) => {
    const ecb = { observedAtMs: FRIDAY, cadenceMs: DAY_MS, dueAtMs: Date.UTC(2026, 10, 23, 15) };
    const collection = { observedAtMs: floorTo(asOfMs, DAY_MS), cadenceMs: DAY_MS };
    return makeWorld({
      asOfMs,
      exchangeRates: { date: "2026-11-20", rates: { EUR: 0.9, USD: 1 }, observedAtMs: FRIDAY, source: "ecb" },
      datasets: [makeDataset("ecb", "rate", ecb), makeDataset("fawazahmed0", "rate", collection)],
    });
  };

  it.each([10, 30, 120])("follows from how often the site is built: every %i minutes", (minutes) => {
    const { run } = makeWorld();
    const world = makeWorld({}, { run: { ...run, cadenceMs: minutes * MINUTE_MS } });
    const lifetime = (endpoint: Endpoint, params = {}) => {
      const { updated_at, expires_at } = metaOf(endpoint, world, params);
      return (Date.parse(String(expires_at)) - Date.parse(String(updated_at))) / MINUTE_MS;
    };
    expect(lifetime(coins)).toBe(2 * minutes);
    expect(lifetime(coinHistory, { symbol: "btc", period: "24h" })).toBe(2 * minutes);
    expect(lifetime(coinHistory, { symbol: "btc", period: "7d" })).toBe(2 * Math.max(60, minutes));
  });

  it("expects the next central bank rates after the next banking day, not on a Sunday", () => {
    expect(metaOf(exchangeRates, ratesOn(SUNDAY_NOON))).toMatchObject({
      updated_at: "2026-11-20T00:00:00Z",
      expires_at: "2026-11-24T15:00:00Z",
      stale: false,
    });
  });

  it("calls an answer stale when it is past its end as the market is observed", () => {
    const endMs = Date.UTC(2026, 10, 24, 15);
    expect(metaOf(exchangeRates, ratesOn(endMs - 1))).toMatchObject({ stale: false });
    expect(metaOf(exchangeRates, ratesOn(endMs))).toMatchObject({ expires_at: "2026-11-24T15:00:00Z", stale: true });
  });
});

describe("buildErrorBody", () => {
  it.each(Object.entries(ERROR_STATUS))("maps %s to status %i in the published form", (code, status) => {
    const body = buildErrorBody(code as ErrorCode, "limit must be an integer from 1 to 1000");
    expect(body.error).toMatchObject({ code, status, message: "limit must be an integer from 1 to 1000" });
    expect(ErrorResponse.safeParse(body).success).toBe(true);
  });
});

it("every parameter of a path says what it names, for errors", () => {
  const unnamed = endpoints.flatMap(({ path, parameters }) =>
    Object.entries(parameters).flatMap(([name, parameter]) =>
      parameter.in === "path" && !/^[a-z]+$/.test(parameter.noun ?? "") ? `${path} ${name}` : [],
    ),
  );
  expect(unnamed).toEqual([]);
});

it("documents the actual response for a missing coin", () => {
  const example = listErrorTexts().find(({ code }) => code === "not_found");
  expect(example?.body.error.message).toBe(describeMissing("coin", example?.request.split("/").at(-1) ?? ""));
});
