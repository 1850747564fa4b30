import { describe, expect, it } from "vitest";
import { createDemoMarket } from "../../../../build/crypto/demo/create-demo-market.ts";
import type { Chain, Protocol, TvlPoint } from "../../../../build/crypto/normalise/record.ts";
import { defillama } from "../../../../build/crypto/sources/defi/defillama.ts";
import { DAY_MS } from "../../../../build/lib/time.ts";
import { ask, readSource } from "./read-simulated.ts";

const NOW = Date.UTC(2026, 10, 20, 10, 15);
const demo = createDemoMarket({ seed: 7, coins: 250, now: NOW });
const read = readSource(defillama, demo);
const protocols = read.get("protocols")!.records as Protocol[];
const rows = ask(demo, "https://api.llama.fi/protocols").body as Record<string, unknown>[];

describe("protocols", () => {
  it("hold exactly what their chains hold, whatever sections stand beside them", () => {
    for (const { name, tvlUsd, chainTvlsUsd } of protocols) {
      const sum = Object.values(chainTvlsUsd).reduce((total, value) => total + value, 0);
      expect(Math.abs(tvlUsd - sum), name).toBeLessThanOrEqual(1e-9 * tvlUsd);
    }
    expect(rows.filter((row) => "borrowed" in (row["chainTvls"] as object)).length).toBeGreaterThan(10);
    expect(rows.some((row) => "Ethereum-staking" in (row["chainTvls"] as object))).toBe(true);
  });

  it("are some 400 with ids and slugs of their own, exchanges and versions of one protocol among them", () => {
    expect(protocols.length).toBeGreaterThan(350);
    expect(new Set(protocols.map(({ id }) => id)).size).toBe(protocols.length);
    expect(new Set(protocols.map(({ slug }) => slug)).size).toBe(protocols.length);
    expect(protocols.filter(({ category }) => category === "CEX").length).toBeGreaterThan(5);
    expect(protocols.filter(({ name }) => /^Uniswap V\d$/.test(name))).toHaveLength(3);
  });

  it("leave out what is not known", () => {
    expect(protocols.some(({ changePercentage7d }) => changePercentage7d === null)).toBe(true);
    expect(protocols.some(({ listedAtMs }) => listedAtMs === null)).toBe(true);
    expect(protocols.some(({ symbol }) => symbol === null)).toBe(true);
    expect(protocols.find(({ slug }) => slug === "aave-v3")!.marketCapUsd).toBeGreaterThan(0);
  });

  it("have changes that match their earlier values", () => {
    const hourAgo = createDemoMarket({ seed: 7, coins: 250, now: NOW - DAY_MS });
    const before = readSource(defillama, hourAgo).get("protocols")!.records as Protocol[];
    const then = new Map(before.map(({ id, tvlUsd }) => [id, tvlUsd]));
    for (const { id, tvlUsd, changePercentage1d } of protocols) {
      if (changePercentage1d !== null) expect((tvlUsd / then.get(id)! - 1) * 100).toBeCloseTo(changePercentage1d, 6);
    }
  });
});

describe("chains and history", () => {
  it("add up to the same total within the moves of a day", () => {
    const chains = read.get("chains")!.records as Chain[];
    const total = chains.reduce((sum, { tvlUsd }) => sum + tvlUsd, 0);
    const last = (read.get("tvl")!.records as TvlPoint[]).at(-1)!;
    expect(last.timeMs).toBe(NOW - (NOW % DAY_MS));
    expect(Math.abs(total / last.tvlUsd - 1)).toBeLessThan(0.1);
  });

  it("have a point for every day since September 2017, none of which changes later", () => {
    const points = read.get("tvl")!.records as TvlPoint[];
    expect(points[0]!.timeMs).toBe(Date.UTC(2017, 8, 27));
    expect(points.every(({ timeMs }, index) => index === 0 || timeMs - points[index - 1]!.timeMs === DAY_MS)).toBe(
      true,
    );
    const later = createDemoMarket({ seed: 7, coins: 250, now: NOW + 3 * DAY_MS });
    expect((readSource(defillama, later).get("tvl")!.records as TvlPoint[]).slice(0, -3)).toEqual(points);
  });

  it("keep old names without value, and numbers of chains as text", () => {
    const chains = ask(demo, "https://api.llama.fi/v2/chains").body as Record<string, unknown>[];
    expect(chains.find(({ name }) => name === "Binance")).toMatchObject({ tvl: 0, chainId: 56 });
    expect(chains.some(({ chainId }) => typeof chainId === "string")).toBe(true);
    expect(chains.some(({ chainId }) => chainId === null)).toBe(true);
  });
});
