import { describe, expect, it } from "vitest";
import { buildDefi } from "../../../build/market/totals/defi.ts";
import type { Chain, Protocol, TvlPoint } from "../../../build/normalise/record.ts";
import { RECORDS } from "../../normalise/records.ts";

const DAY_MS = 86_400_000;
const NOON = Date.UTC(2026, 10, 20, 12);

const protocol = (slug: string, tvlUsd: number, category: string | null = "Lending"): Protocol => ({
  ...RECORDS.protocol,
  slug,
  tvlUsd,
  category,
});
const chain = (name: string, tvlUsd: number): Chain => ({ ...RECORDS.chain, name, tvlUsd });
const daily = (...days: number[]): TvlPoint[] =>
  days.map((day) => ({ timeMs: NOON - day * DAY_MS, tvlUsd: 100 + day }));
const build = (tvl: TvlPoint[]) => buildDefi([protocol("a", 1)], [chain("b", 1)], tvl, undefined);

describe("DeFi", () => {
  it("has neither exchanges nor chains among its protocols, the largest first", () => {
    const protocols = [
      protocol("small", 1),
      protocol("binance-cex", 1e11, "CEX"),
      protocol("b", 5),
      protocol("a", 5),
      protocol("base", 9, "Chain"),
      protocol("unknown", 3, null),
    ];
    const defi = buildDefi(protocols, [chain("b", 1)], daily(0), undefined);
    expect(defi?.protocols.map(({ slug }) => slug)).toEqual(["a", "b", "unknown", "small"]);
  });

  it("has only chains that hold something, the largest first", () => {
    const defi = buildDefi([], [chain("B", 2), chain("Alias", 0), chain("A", 2), chain("C", 3)], daily(0), undefined);
    expect(defi?.chains.map(({ name }) => name)).toEqual(["C", "A", "B"]);
  });

  it("has the source's own total, never the sum of its protocols", () => {
    expect(buildDefi([protocol("a", 999)], [chain("b", 1)], daily(1, 0), undefined)?.totalTvl).toBe(100);
  });

  it("is unknown until all of its parts have been read once", () => {
    expect(buildDefi(undefined, [], daily(0), undefined)).toBeNull();
    expect(buildDefi([], undefined, daily(0), undefined)).toBeNull();
    expect(buildDefi([], [], [], undefined)).toBeNull();
  });

  it("has the volume of its exchanges, if known", () => {
    const volume = RECORDS["dex-volume"];
    expect(buildDefi([], [], daily(0), volume)?.dexVolume).toBe(volume);
    expect(build(daily(0))?.dexVolume).toBeNull();
  });
});

describe("a change of the total", () => {
  it("compares with the same time some days ago", () => {
    const defi = build(daily(30, 7, 1, 0));
    expect(defi?.tvlChangePercentage["24h"]).toBeCloseTo((100 / 101 - 1) * 100, 10);
    expect(defi?.tvlChangePercentage["7d"]).toBeCloseTo((100 / 107 - 1) * 100, 10);
    expect(defi?.tvlChangePercentage["30d"]).toBeCloseTo((100 / 130 - 1) * 100, 10);
    expect(defi?.history.map(({ tvlUsd }) => tvlUsd)).toEqual([130, 107, 101, 100]);
  });

  it("takes the nearest point within half a day, and none where there is a gap", () => {
    const at = (hoursAgo: number, tvlUsd: number) => ({ timeMs: NOON - hoursAgo * 3_600_000, tvlUsd });
    const changeOf = (...points: TvlPoint[]) => build([...points, at(0, 100)])?.tvlChangePercentage["24h"];
    expect(changeOf(at(30, 50), at(23, 80), at(13, 90))).toBeCloseTo(25, 10);
    expect(changeOf(at(36, 80))).toBeCloseTo(25, 10);
    expect(changeOf(at(37, 80))).toBeNull();
    expect(changeOf(at(11, 80))).toBeNull();
    expect(changeOf()).toBeNull();
  });

  it("is unknown against nothing", () => {
    expect(build([{ timeMs: NOON - DAY_MS, tvlUsd: 0 }, ...daily(0)])?.tvlChangePercentage["24h"]).toBeNull();
  });
});
