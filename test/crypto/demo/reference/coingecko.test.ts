import { describe, expect, it } from "vitest";
import { createDemoMarket } from "../../../../build/crypto/demo/create-demo-market.ts";
import type { ReferenceCoin } from "../../../../build/crypto/normalise/record.ts";
import { coingecko } from "../../../../build/crypto/sources/reference/coingecko.ts";
import { sources } from "../../../../build/crypto/sources/registry.ts";
import { floorTo, HOUR_MS, MINUTE_MS } from "../../../../build/lib/time.ts";
import { ask, readSource } from "./read-simulated.ts";

const NOW = Date.UTC(2026, 10, 20, 10, 15);
const demo = createDemoMarket({ seed: 7, coins: 620, now: NOW });
const API = "https://api.coingecko.com/api/v3";
const markets = (query: string) => ask(demo, `${API}/coins/markets?vs_currency=usd&${query}`).body as Row[];

interface Row {
  id: string;
  current_price: number;
  sparkline_in_7d?: { price: number[] };
  [field: string]: unknown;
}

describe("pages of coins", () => {
  it("together list every coin once, by rank, and nothing past the end", () => {
    const pages = [1, 2, 3, 4].map((page) => markets(`per_page=250&page=${page}`));
    expect(pages.map((page) => page.length)).toEqual([250, 250, 120, 0]);
    expect(pages.flat().map(({ id }) => id)).toEqual(demo.coins.map(({ id }) => id));
    expect(pages.flat().map((row) => row["market_cap_rank"])).toEqual(demo.coins.map((_, index) => index + 1));
  });

  it("writes whole dollars and exponents as the upstream does", () => {
    const rows = [1, 2, 3].flatMap((page) => markets(`per_page=250&page=${page}`));
    const price = (id: string) => JSON.stringify(rows.find((row) => row.id === id)!.current_price);
    expect(price("bitcoin")).toMatch(/^\d{5,6}$/);
    expect(price("quadrillion-dog")).toMatch(/^\d\.\d+e-12$/);
  });
});

describe("coins as the source reads them", () => {
  const coins = readSource(coingecko, demo).get("markets")!.records as ReferenceCoin[];
  const stale = coins.filter(({ updatedAtMs }) => updatedAtMs! < NOW - 10 * MINUTE_MS);

  it("are within 0.1 % of the true price and minutes old, except the stale one", () => {
    for (const coin of coins) {
      if (stale.includes(coin)) continue;
      expect(Math.abs(coin.priceUsd! / demo.priceUsd(coin.id, NOW)! - 1), coin.id).toBeLessThan(0.001);
      expect(coin.updatedAtMs!).toBeLessThanOrEqual(NOW);
    }
  });

  it("include one stale coin without volume, day and sparkline", () => {
    expect(stale.map(({ id }) => id)).toEqual(["forgotten-chain"]);
    expect(stale[0]).toMatchObject({ volumeUsd: 0, high24hUsd: null, changePercentage24h: null, sparklineUsd: [] });
    expect(stale[0]!.priceUsd).toBeGreaterThan(0);
  });

  it("have the true price at every full hour of seven days", () => {
    const bitcoin = coins.find(({ id }) => id === "bitcoin")!;
    expect(bitcoin.sparklineUsd).toHaveLength(168);
    for (const back of [0, 1, 100, 167]) {
      const truth = demo.priceUsd("bitcoin", floorTo(bitcoin.updatedAtMs!, HOUR_MS) - back * HOUR_MS)!;
      expect(bitcoin.sparklineUsd.at(-1 - back)).toBe(truth);
    }
  });

  it("keep prices between low and high and between their extremes", () => {
    for (const coin of coins) {
      const slack = 1 + 1e-4;
      expect(coin.priceUsd!, coin.id).toBeLessThanOrEqual(coin.athUsd! * slack);
      expect(coin.priceUsd! * slack, coin.id).toBeGreaterThanOrEqual(coin.atlUsd!);
      if (coin.high24hUsd !== null) expect(coin.high24hUsd).toBeGreaterThanOrEqual(coin.low24hUsd!);
    }
  });
});

describe("one coin", () => {
  it("has a page with padded links", () => {
    const page = ask(demo, `${API}/coins/ethereum?market_data=false`).body as Record<string, Record<string, unknown>>;
    expect(page["links"]!["homepage"]).toEqual(["https://ethereum.example/", "", ""]);
  });

  it("is refused as the upstream does", () => {
    expect(ask(demo, `${API}/coins/no-such-coin`)).toMatchObject({ status: 404, body: { error: expect.any(String) } });
  });
});

describe("exchanges", () => {
  it("include every polled venue under the id that its source names, with its volume in bitcoin", () => {
    const rows = ask(demo, `${API}/exchanges?per_page=250&page=1`).body as Record<string, unknown>[];
    for (const { venue } of sources) {
      if (venue === undefined) continue;
      const row = rows.find(({ id }) => id === venue.geckoId);
      expect(row?.["trade_volume_24h_btc"], venue.geckoId).toBeGreaterThan(0);
    }
    expect(ask(demo, `${API}/exchanges?per_page=10&page=2`).body).toEqual(rows.slice(10, 20));
  });
});
