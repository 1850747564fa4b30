import { describe, expect, it } from "vitest";
import { coin, listAliases } from "../../../../build/crypto/api/endpoints/coin.ts";
import { coinHistory } from "../../../../build/crypto/api/endpoints/coin-history.ts";
import { sparklines } from "../../../../build/crypto/api/endpoints/sparklines.ts";
import { computeEnvelope } from "../../../../build/kit/api/envelope.ts";
import { renderJson } from "../../../../build/lib/json/render-json.ts";
import { roundNumber } from "../../../../build/lib/json/significant-digits.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, renderTime } from "../../../../build/lib/time.ts";
import { AS_OF_MS, makeCoin, makeHistory, makeWorld } from "../../../fixtures/market.ts";

const hour = (iso: string) => Date.parse(iso) / HOUR_MS;
const detailOf = (symbol: string, world = makeWorld()) =>
  coin.compute(world, { symbol }).data as Record<string, unknown>;

describe("coin", () => {
  it("keeps the shape of a coin of which only the identity is known", () => {
    expect(detailOf("dollar-sign")).toMatchObject({
      categories: [],
      links: { homepage: null, explorer: null, source_code: null, whitepaper: null, twitter: null, reddit: null },
      platforms: {},
      genesis_date: null,
      history: { "1h": "coins/dollar-sign/history/1h.json" },
      price_evidence: { method: "none", as_of: null, spread_percentage: null, tickers: [] },
    });
  });

  it("lists the other coins of the symbol, on both sides", () => {
    expect(detailOf("btc")["same_symbol"]).toEqual([
      { id: "batcat", name: "Batcat (BSC)", market_cap_rank: 4, path: "coins/batcat.json" },
    ]);
    expect(detailOf("batcat")["same_symbol"]).toEqual([
      { id: "bitcoin", name: "Bitcoin", market_cap_rank: 1, path: "coins/btc.json" },
    ]);
    expect(detailOf("usdt")["same_symbol"]).toEqual([]);
  });

  it("lists a coin whose symbol is the id of another, on both sides", () => {
    const meme = makeCoin("harrypotter", "BITCOIN", { key: "harrypotter", rank: 700 });
    const world = makeWorld({ coins: [makeCoin("bitcoin", "BTC"), meme] });
    const idsOf = (key: string) => (detailOf(key, world)["same_symbol"] as { id: string }[]).map(({ id }) => id);
    expect(idsOf("btc")).toEqual(["harrypotter"]);
    expect(idsOf("harrypotter")).toEqual(["bitcoin"]);
  });

  it("has its id as another name among the 250 largest coins, unless that is a key or cannot be one", () => {
    const world = makeWorld({
      coins: [
        makeCoin("bitcoin", "BTC"),
        makeCoin("sun", "XYZ", { rank: 2 }),
        makeCoin("solar", "SUN", { rank: 3 }),
        makeCoin("a.b", "ABC", { rank: 4 }),
        makeCoin("last", "LST", { rank: 250 }),
        makeCoin("small", "SML", { rank: 251 }),
        makeCoin("unranked", "UNR", { rank: null }),
      ],
    });
    expect([...listAliases(world.market)]).toEqual([
      ["api/coins/btc.json", "api/coins/bitcoin.json"],
      ["api/coins/sun.json", "api/coins/solar.json"],
      ["api/coins/lst.json", "api/coins/last.json"],
    ]);
  });

  it("has one sparkline value per hour of 7 days, the last one before the full hour", () => {
    const sparkline = detailOf("btc")["sparkline_7d"] as number[];
    expect(sparkline).toHaveLength(168);
    expect(sparkline.at(-1)).toBe(hour("2026-11-20T08:00:00Z"));
    expect(sparkline[0]).toBe(hour("2026-11-20T08:00:00Z") - 167);
  });

  it("fails for a key that no coin has", () => {
    expect(() => detailOf("nope")).toThrow("No coin has the key nope");
  });
});

describe("coin-history", () => {
  const historyOf = (period?: string, world = makeWorld()) =>
    JSON.parse(
      renderJson(computeEnvelope(coinHistory, world, { symbol: "btc", ...(period && { period }) })).toString(),
    ) as {
      data: { interval: string; points: number; prices: [number, number][]; from: string | null; to: string | null };
      meta: Record<string, unknown>;
    };

  it.each([
    ["1h", "5m", 12, "2026-11-20T08:20:00Z", "2026-11-20T09:15:00Z"],
    ["24h", "5m", 288, "2026-11-19T09:20:00Z", "2026-11-20T09:15:00Z"],
    ["7d", "1h", 168, "2026-11-13T09:00:00Z", "2026-11-20T08:00:00Z"],
    ["30d", "1h", 720, "2026-10-21T09:00:00Z", "2026-11-20T08:00:00Z"],
    ["1y", "1d", 365, "2025-11-20T00:00:00Z", "2026-11-19T00:00:00Z"],
    ["all", "1d", 500, "2025-07-08T00:00:00Z", "2026-11-19T00:00:00Z"],
  ])("covers %s in steps of %s", (period, interval, points, from, to) => {
    const { data, meta } = historyOf(period);
    expect(data).toMatchObject({ period, interval, points, from, to });
    expect(data.prices).toHaveLength(points);
    expect(data.prices[0]).toEqual([Date.parse(from), roundNumber(hour(from))]);
    expect(meta).toMatchObject({ period, interval });
  });

  it.each([
    [5, "5m"],
    [10, "10m"],
    [15, "15m"],
    [30, "30m"],
    [60, "1h"],
    [120, "2h"],
    [360, "6h"],
    [20, "15m"],
  ])("says that points %i minutes apart are %s apart, whatever the period", (minutes, interval) => {
    const isBuilt = (time: number) => time % (minutes * MINUTE_MS) === 0;
    const world = makeWorld({}, { history: makeHistory(0, AS_OF_MS, (time) => !isBuilt(time)) });
    expect(historyOf("24h", world).data.interval).toBe(interval);
  });

  it("states at most 6 hours as interval for a site with two builds a day", () => {
    const world = makeWorld({}, { history: makeHistory(0, AS_OF_MS, (time) => time % (12 * HOUR_MS) !== 0) });
    expect(historyOf("7d", world).data.interval).toBe("6h");
  });

  it("has every column at the same times, with null where a value is not known", () => {
    const { data } = historyOf("1h") as unknown as { data: Record<string, [number, number | null][]> };
    expect(data["market_caps"]?.map(([time]) => time)).toEqual(data["prices"]?.map(([time]) => time));
    expect(data["market_caps"]?.every(([, value]) => value === null)).toBe(true);
    expect(data["total_volumes"]?.every(([time, value]) => value === roundNumber(time / DAY_MS))).toBe(true);
  });

  it("omits a missing point", () => {
    const gap = Date.parse("2026-11-20T09:00:00Z");
    const world = makeWorld({}, { history: makeHistory(0, AS_OF_MS, (time) => time === gap) });
    const { data } = historyOf("1h", world);
    expect(data.points).toBe(11);
    expect(data.prices.some(([time]) => time === gap)).toBe(false);
  });

  it("is empty without data, not an error", () => {
    const world = makeWorld({}, { history: makeHistory(AS_OF_MS + DAY_MS) });
    for (const period of ["1h", "7d", "all"]) {
      expect(historyOf(period, world).data).toMatchObject({ from: null, to: null, points: 0, prices: [] });
    }
  });

  it("ages with its newest point", () => {
    expect(historyOf("7d").meta).toMatchObject({
      updated_at: "2026-11-20T09:00:00Z",
      expires_at: "2026-11-20T11:00:00Z",
    });
    const world = makeWorld({}, { history: makeHistory(0, Date.parse("2026-11-18T12:30:00Z")) });
    expect(historyOf("24h", world).meta).toMatchObject({ updated_at: "2026-11-20T09:17:30Z" });
    expect(historyOf("7d", world).meta).toMatchObject({
      updated_at: "2026-11-18T13:00:00Z",
      expires_at: "2026-11-18T15:00:00Z",
    });
  });

  it.each([
    ["7d", "2026-11-20T09:00:00Z", HOUR_MS],
    ["30d", "2026-11-20T09:00:00Z", HOUR_MS],
    ["1y", "2026-11-20T00:00:00Z", DAY_MS],
    ["all", "2026-11-20T00:00:00Z", DAY_MS],
  ])("of %s has the same bytes until its next step ends, also when a source fails", (period, from, stepMs) => {
    const render = (asOfMs: number, stale: boolean) => {
      const { market, history: _, ...rest } = makeWorld({ asOfMs });
      const datasets = market.datasets.map((dataset) => ({ ...dataset, stale }));
      const world = { ...rest, market: { ...market, datasets }, history: makeHistory(AS_OF_MS - 500 * DAY_MS, asOfMs) };
      return renderJson(historyOf(period, world)).toString();
    };
    const fromMs = Date.parse(from);
    const first = render(fromMs, false);
    expect(render(AS_OF_MS, true)).toBe(first);
    expect(render(fromMs + stepMs - 1_000, false)).toBe(first);
    expect(render(fromMs + stepMs, false)).not.toBe(first);
    expect(JSON.parse(first).meta).toMatchObject({
      updated_at: from,
      expires_at: renderTime(fromMs + 2 * stepMs),
      stale: false,
    });
  });
});

describe("sparklines", () => {
  type Sparklines = { data: Record<string, (number | null)[]>; meta: Record<string, unknown> };
  const sparklinesOf = (params = {}, world = makeWorld()) => computeEnvelope(sparklines, world, params) as Sparklines;

  it("names every coin by its symbol, or by its key where it does not own it", () => {
    const { data, meta } = sparklinesOf();
    expect(Object.keys(data)).toEqual(["BTC", "USDT", "BGB", "batcat", "dollar-sign"]);
    expect(meta).toMatchObject({ symbols: ["BTC", "USDT", "BGB", "batcat", "dollar-sign"], missing: [] });
  });

  it("shares one grid of 42 steps that ends at the last full 4 hours", () => {
    const { meta } = sparklinesOf();
    const { timestamps, ...series } = meta["series"] as { timestamps: number[] };
    expect(series).toEqual({ interval: "4h", points: 42 });
    expect(timestamps).toHaveLength(42);
    expect(timestamps.at(-1)).toBe(Date.parse("2026-11-20T08:00:00Z"));
    expect(new Set(timestamps.slice(1).map((time, at) => time - (timestamps[at] ?? 0)))).toEqual(
      new Set([4 * HOUR_MS]),
    );
  });

  it("uses the last hour before each time, never one 4 hours older", () => {
    const { data } = sparklinesOf({ symbols: "btc" });
    expect(data["BTC"]?.at(-1)).toBe(hour("2026-11-20T07:00:00Z"));
    const without = (from: string, to: string) =>
      makeHistory(0, AS_OF_MS, (time) => time >= Date.parse(from) && time < Date.parse(to));
    const partly = sparklinesOf(
      {},
      makeWorld({}, { history: without("2026-11-20T05:00:00Z", "2026-11-20T08:00:00Z") }),
    );
    expect(partly.data["BTC"]?.at(-1)).toBe(hour("2026-11-20T04:00:00Z"));
    const gone = sparklinesOf({}, makeWorld({}, { history: without("2026-11-20T04:00:00Z", "2026-11-20T08:00:00Z") }));
    expect(gone.data["BTC"]?.at(-1)).toBeNull();
    expect(gone.data["BTC"]?.at(-2)).toBe(hour("2026-11-20T03:00:00Z"));
  });

  it("serves one coin by its key", () => {
    expect(sparklinesOf({ symbols: "batcat" })).toMatchObject({
      data: { batcat: expect.any(Array) },
      meta: { self: "sparklines/batcat.json", symbols: ["batcat"], missing: [] },
    });
  });

  it("keeps its bytes between two full 4 hours", () => {
    const render = (asOfMs: number) =>
      renderJson(sparklinesOf({}, makeWorld({ asOfMs }, { history: makeHistory(0, asOfMs) }))).toString();
    const eight = Date.parse("2026-11-20T08:00:00Z");
    expect(render(eight + 4 * HOUR_MS - MINUTE_MS)).toBe(render(eight));
    expect(render(eight + 4 * HOUR_MS)).not.toBe(render(eight));
  });
});
