import { describe, expect, it } from "vitest";
import { coin as detail } from "../../../build/crypto/api/endpoints/coin.ts";
import { coinHistory } from "../../../build/crypto/api/endpoints/coin-history.ts";
import { sparklines } from "../../../build/crypto/api/endpoints/sparklines.ts";
import type { Market, MarketCoin } from "../../../build/crypto/market/model/market.ts";
import { computeEnvelope } from "../../../build/kit/api/envelope.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../build/lib/time.ts";
import { AS_OF_MS, makeCoin, makeDataset, makeHistory, makeWorld, NO_EVIDENCE } from "../../fixtures/market.ts";

const OLD_MS = AS_OF_MS - 5 * HOUR_MS;

/** A market in which `kraken` and `coingecko` answered, `binance` and what is named did not. */
function worldOf(coin: MarketCoin, stale: readonly string[] = [], own: Partial<Market> = {}) {
  const { market } = makeWorld();
  const datasets = [...market.datasets, makeDataset("coingecko", "coin-detail")].map((dataset) =>
    stale.includes(`${dataset.source} ${dataset.kind}`) ? { ...dataset, stale: true } : dataset,
  );
  return makeWorld({ coins: [makeCoin("bitcoin", "BTC"), coin], datasets, ...own });
}

const answers = [
  [detail, {}],
  [coinHistory, { period: "24h" }],
  [coinHistory, { period: "1h" }],
] as const;
const metasOf = (world: ReturnType<typeof worldOf>) =>
  answers.map(([endpoint, params]) => computeEnvelope(endpoint, world, { symbol: "x", ...params }).meta);
const lineOf = (world: ReturnType<typeof worldOf>) => computeEnvelope(sparklines, world, { symbols: "x" }).meta;

describe("the answers of one coin", () => {
  it("are as old as its price, and not as the market around it", () => {
    const world = worldOf(makeCoin("x", "X", { priceTimeMs: AS_OF_MS - 10 * MINUTE_MS }));
    for (const meta of metasOf(world)) {
      expect(meta).toMatchObject({ updated_at: expect.stringMatching(/T09:(07:30|1[05]:00)Z$/), stale: false });
    }
    const [own] = metasOf(worldOf(makeCoin("x", "X", { priceTimeMs: OLD_MS, priceSource: "stale" })));
    expect(own).toMatchObject({ updated_at: "2026-11-20T04:17:30Z", expires_at: "2026-11-20T05:17:30Z", stale: true });
  });

  it("name exchanges only where the price is our own", () => {
    const evidence = makeCoin("x", "X").evidence;
    const byReference = { ...evidence, method: "reference" as const };
    const reference = worldOf(makeCoin("x", "X", { priceSource: "reference", exchanges: 0, evidence: byReference }));
    for (const meta of metasOf(reference)) {
      expect(meta).toMatchObject({ sources: ["coingecko"], stale: false });
    }
    const aggregated = worldOf(makeCoin("x", "X"));
    for (const meta of metasOf(aggregated)) {
      expect(meta).toMatchObject({ sources: ["coingecko", "kraken"] });
    }
    const held = worldOf(makeCoin("x", "X", { priceSource: "stale", evidence: { ...evidence, method: "held" } }));
    expect(metasOf(held)[0]).toMatchObject({ sources: ["coingecko", "kraken"], stale: true });
  });

  it("are stale with the reference that they rest on, and not with an exchange or a coin page", () => {
    const coin = makeCoin("x", "X");
    for (const meta of metasOf(worldOf(coin, ["coingecko coin"]))) expect(meta).toMatchObject({ stale: true });
    for (const meta of metasOf(worldOf(coin, ["coingecko coin-detail"]))) expect(meta).toMatchObject({ stale: false });
    for (const meta of metasOf(worldOf(coin))) expect(meta).toMatchObject({ stale: false });
  });

  it("name who gave the coin page only where there is one", () => {
    const only = { datasets: [makeDataset("coinpaprika", "coin"), makeDataset("coingecko", "coin-detail")] };
    const evidence = { ...NO_EVIDENCE, method: "reference" as const };
    const without = makeCoin("x", "X", { evidence });
    expect(metasOf(worldOf(without, [], only))[0]).toMatchObject({ sources: ["coinpaprika"] });
    const { detail: page } = makeWorld().market.coins[0]!;
    const withPage = makeCoin("x", "X", { evidence, detail: page });
    expect(metasOf(worldOf(withPage, [], only))[0]).toMatchObject({ sources: ["coingecko", "coinpaprika"] });
  });
});

describe("the history of a coin", () => {
  const historyOf = (own: Partial<MarketCoin>, endMs: number, period: string) =>
    computeEnvelope(
      coinHistory,
      { ...worldOf(makeCoin("x", "X", own)), history: makeHistory(AS_OF_MS - 9 * DAY_MS, endMs) },
      { symbol: "x", period },
    ).meta;

  it("was last observed when its price was, or when its last step ended", () => {
    expect(historyOf({}, AS_OF_MS, "24h")).toMatchObject({ updated_at: "2026-11-20T09:17:30Z" });
    expect(historyOf({ priceTimeMs: OLD_MS }, OLD_MS, "24h")).toMatchObject({ updated_at: "2026-11-20T04:17:30Z" });
    expect(historyOf({}, AS_OF_MS, "7d")).toMatchObject({ updated_at: "2026-11-20T09:00:00Z", stale: false });
    const ended = historyOf({}, AS_OF_MS - 4 * HOUR_MS, "7d");
    expect(ended).toMatchObject({ updated_at: "2026-11-20T06:00:00Z", stale: true });
  });

  it.each([
    ["7d", 168],
    ["30d", 216],
    ["all", 9],
  ])("of closed steps (%s) does not change when the venues of the coin do", (period, points) => {
    const evidence = makeCoin("x", "X").evidence;
    const other = { ...evidence, tickers: evidence.tickers.map((ticker) => ({ ...ticker, exchange: "binance" })) };
    const meta = historyOf({}, AS_OF_MS, period);
    expect(meta).toMatchObject({ sources: [], origins: [{ source: null, points }], stale: false });
    expect(historyOf({ evidence: other, priceTimeMs: OLD_MS }, AS_OF_MS, period)).toEqual(meta);
  });

  it("names the sources of the points that were filled in, and which points those are", () => {
    const history = makeHistory(AS_OF_MS - 9 * DAY_MS);
    const labelled = (own: boolean) => ({
      ...worldOf(makeCoin("x", "X")),
      history: {
        series(...of: Parameters<typeof history.series>) {
          const series = history.series(...of);
          const until = Date.parse("2026-11-13T00:00:00Z");
          return {
            ...series,
            origins: series.times.map((time) => (time < until ? "defillama" : own ? null : "bitstamp")),
          };
        },
      },
    });
    const metaOf = (own: boolean, period: string) =>
      computeEnvelope(coinHistory, labelled(own), { symbol: "x", period }).meta;
    expect(metaOf(true, "all")).toMatchObject({ sources: ["defillama"] });
    expect(metaOf(false, "30d")).toMatchObject({ sources: ["bitstamp", "defillama"] });
    expect(metaOf(true, "24h")).toMatchObject({ sources: ["coingecko", "kraken"] });
    expect(metaOf(false, "24h")).toMatchObject({ sources: ["bitstamp"] });
    expect(metaOf(true, "all")["origins"]).toEqual([
      { from: "2026-11-11T00:00:00Z", source: "defillama", points: 2 },
      { from: "2026-11-13T00:00:00Z", source: null, points: 7 },
    ]);
  });
});

describe("the sparkline of a coin", () => {
  it("does not change when the venues of the coin do, and names no source of our own points", () => {
    const meta = lineOf(worldOf(makeCoin("x", "X")));
    expect(meta).toMatchObject({ sources: [], stale: false });
    const reference = { ...makeCoin("x", "X").evidence, method: "reference" as const, tickers: [] };
    expect(lineOf(worldOf(makeCoin("x", "X", { evidence: reference }), ["coingecko coin"]))).toEqual(meta);
  });

  it("is as old as its last value", () => {
    const world = worldOf(makeCoin("x", "X"));
    expect(lineOf(world)).toMatchObject({ updated_at: "2026-11-20T08:00:00Z" });
    const gone = { ...world, history: makeHistory(AS_OF_MS - 9 * DAY_MS, AS_OF_MS - DAY_MS) };
    expect(lineOf(gone)).toMatchObject({ updated_at: "2026-11-19T12:00:00Z", expires_at: "2026-11-19T20:00:00Z" });
  });
});
