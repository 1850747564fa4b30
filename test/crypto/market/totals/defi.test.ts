import { describe, expect, it } from "vitest";
import type { MarketCoin } from "../../../../build/crypto/market/model/market.ts";
import {
  buildDefi,
  type DefiLists,
  type RememberedDefi,
  validateDefi,
} from "../../../../build/crypto/market/totals/defi.ts";
import type { Chain, Protocol, TvlPoint } from "../../../../build/crypto/normalise/record.ts";
import { DAY_MS, HOUR_MS } from "../../../../build/lib/time.ts";
import { RECORDS } from "../../normalise/records.ts";
import { NOW } from "../small-market.ts";

const BILLION = 1e9;

/** One point a day in billions, the last one now. */
const daily = (...values: number[]): TvlPoint[] =>
  values.map((value, index) => ({ timeMs: NOW - (values.length - 1 - index) * DAY_MS, tvlUsd: value * BILLION }));
const chain = (name: string, value: number): Chain => ({ ...RECORDS.chain, name, tvlUsd: value * BILLION });
const protocol = (name: string, value: number, change: Partial<Protocol> = {}): Protocol => ({
  ...RECORDS.protocol,
  id: name,
  name,
  category: "Lending",
  geckoId: null,
  marketCapUsd: null,
  tvlUsd: value * BILLION,
  chainTvlsUsd: { Ethereum: value * BILLION },
  ...change,
});
const coin = (id: string, value: number, wrapped = false) =>
  ({ id, marketCap: value * BILLION, wrapped }) as MarketCoin;

/**
 * 100 billion: by the total of each day, by the chains, and by protocols that count each coin once.
 */
const HONEST: DefiLists = {
  points: daily(90, 95, 97, 98, 99, 100),
  chains: [chain("Ethereum", 60), chain("Solana", 30), chain("Tron", 10)],
  protocols: [
    protocol("aave", 40),
    protocol("uniswap", 35),
    protocol("wbtc", 10, { category: "Bridge", geckoId: "wrapped-bitcoin" }),
    protocol("cbbtc", 5, { category: "Bridge", geckoId: "coinbase-wrapped-btc" }),
    protocol("lido", 25, { category: "Liquid Staking" }),
    protocol("binance-cex", 180, { category: "CEX" }),
  ],
  dexVolume: { total24hUsd: 7 * BILLION, changePercentage1d: 3 },
};
const COINS = [
  ...Array.from({ length: 10 }, (_, index) => coin(`c${index}`, 300)),
  coin("wrapped-bitcoin", 10.2, true),
  coin("coinbase-wrapped-btc", 4.9, true),
];
const scale = (factor: number) => ({
  points: HONEST.points.map((point) => ({ ...point, tvlUsd: point.tvlUsd * factor })),
  chains: HONEST.chains.map((each) => ({ ...each, tvlUsd: each.tvlUsd * factor })),
  protocols: HONEST.protocols.map((each) => ({
    ...each,
    tvlUsd: each.tvlUsd * factor,
    chainTvlsUsd: { Ethereum: each.tvlUsd * factor },
  })),
  dexVolume: { total24hUsd: HONEST.dexVolume!.total24hUsd * factor, changePercentage1d: 3 },
});
const validate = (change: Partial<DefiLists>, memory?: RememberedDefi, coins: readonly MarketCoin[] = COINS) =>
  validateDefi({ ...HONEST, ...change }, coins, memory, NOW);

const FACTORS = [1_000, 10, 2.5, 0.4, 0.1, 0.001];
/** The same numbers an hour ago. */
const memory: RememberedDefi = { ...validateDefi(HONEST, COINS, undefined, NOW).memory!, timeMs: NOW - HOUR_MS };

describe("lists of DeFi that agree with each other", () => {
  it("are published as they are, and remembered", () => {
    const found = validate({});
    const { points: history, ...lists } = HONEST;
    expect(found).toMatchObject({
      ...lists,
      history,
      warnings: [],
      stale: { history: false, chains: false, protocols: false },
      memory: { timeMs: NOW, total: { tvlUsd: 100 * BILLION }, chains: { Solana: 30 * BILLION } },
    });
    expect(validate({}, memory).warnings).toEqual([]);
  });

  it("may fall by a third in a day when all of them do", () => {
    const fallen = scale(0.69);
    const found = validate(
      { ...fallen, points: [...daily(99, 100).slice(0, 1), ...fallen.points.slice(-1)] },
      undefined,
      [],
    );
    expect(found).toMatchObject({ warnings: [], stale: { history: false } });
  });

  it("need no coins to be compared with", () => {
    expect(validate({}, undefined, []).warnings).toEqual([]);
  });
});

describe.each(FACTORS)("a list in another unit, times %d,", (factor) => {
  const wrong = scale(factor);

  it("is never the total, in a first build or later", () => {
    for (const coins of [COINS, []]) {
      const first = validate({ points: wrong.points }, undefined, coins);
      expect(first).toMatchObject({ history: [], stale: { history: true } });
      const later = validate({ points: wrong.points }, memory, coins);
      expect(later).toMatchObject({ history: [{ tvlUsd: 100 * BILLION }], stale: { history: true }, memory });
    }
  });

  it("is never the newest point alone: the day before stands for it", () => {
    const points = [...HONEST.points.slice(0, -1), wrong.points.at(-1)!];
    for (const last of [undefined, memory]) {
      const found = validate({ points }, last);
      expect(found.history.at(-1)).toEqual(HONEST.points.at(-2));
      expect(found.stale.history).toBe(true);
    }
  });

  it("is never an older part of the series", () => {
    const points = [...wrong.points.slice(0, 3), ...HONEST.points.slice(3)];
    const found = validate({ points });
    expect(found.history).toEqual(HONEST.points.slice(3));
    expect(found.warnings).toEqual(["3 days of the total that do not lead to 100 billion USD"]);
  });

  it("is never that of the chains or the protocols: the last ones are held, or there are none", () => {
    for (const coins of [COINS, []]) {
      const { chains, protocols } = wrong;
      expect(validate({ chains }, undefined, coins)).toMatchObject({
        chains: [],
        stale: { chains: true, history: false },
      });
      const first = validate({ protocols }, undefined, coins);
      expect(first).toMatchObject({ protocols: [], stale: { protocols: true, history: false } });
    }
    expect(validate({ chains: wrong.chains }, memory)).toMatchObject({
      chains: HONEST.chains,
      stale: { chains: true },
    });
    const later = validate({ protocols: wrong.protocols }, memory);
    expect(later.protocols).toMatchObject(HONEST.protocols.map(({ tvlUsd }) => ({ tvlUsd, chainTvlsUsd: {} })));
  });

  it("is refused also where all lists have it, in a first build or later", () => {
    // Without a total there is no DeFi.
    expect(validate(wrong)).toMatchObject({ history: [], stale: { history: true } });
    const later = validate(wrong, memory);
    expect(later.history).toEqual([memory.total]);
    expect(later.chains).toEqual(HONEST.chains);
  });

  it("is not that of a single protocol whose chains say otherwise", () => {
    const [first, ...rest] = HONEST.protocols;
    const protocols = [{ ...first!, tvlUsd: first!.tvlUsd * factor }, ...rest];
    const found = validate({ protocols }, undefined, []);
    expect(found.protocols.find(({ id }) => id === first!.id)?.tvlUsd).not.toBe(first!.tvlUsd * factor);
  });
});

describe("a total that no list has confirmed", () => {
  it("is not remembered, so that the right one is published as soon as lists confirm it", () => {
    const first = validate({ points: daily(90, 95, 97, 98, 99, 300), chains: [], protocols: [] });
    expect(first.memory).toBeUndefined();
    expect(validate({}, first.memory)).toMatchObject({ history: HONEST.points, stale: { history: false } });
  });
});

describe("a mispriced protocol of several times all others", () => {
  it("does not count, though the total, the protocols and the chains of the source have it", () => {
    const wrong = 480;
    const found = validate(
      {
        points: [...HONEST.points.slice(0, -1), { timeMs: NOW, tvlUsd: (100 + wrong) * BILLION }],
        protocols: [...HONEST.protocols, protocol("mispriced", wrong)],
        chains: [...HONEST.chains, chain("New", wrong)],
      },
      memory,
    );
    expect(found).toMatchObject({ history: HONEST.points.slice(0, -1), stale: { history: true } });
  });
});

describe("a number of DeFi", () => {
  it("that moves by less than a third in every build is stopped where the other lists say otherwise", () => {
    let last = memory;
    for (let build = 1; build <= 10; build++) {
      const { points } = scale(1.29 ** build);
      const found = validate({ points }, last);
      if (found.memory !== undefined) last = { ...found.memory, timeMs: NOW - HOUR_MS };
      expect(found.history.at(-1)!.tvlUsd / BILLION).toBeLessThanOrEqual(170);
    }
    let volume = memory;
    for (let build = 1; build <= 10; build++) {
      const found = validate({ dexVolume: scale(2 ** build).dexVolume }, volume);
      volume = { ...found.memory!, timeMs: NOW - HOUR_MS };
      expect(found.dexVolume?.total24hUsd ?? 0).toBeLessThanOrEqual(50 * BILLION);
    }
  });

  it("is held for three days, and then not published", () => {
    const { points } = scale(10);
    const at = (ageMs: number) => validate({ points }, { ...memory, timeMs: NOW - ageMs }).history.length;
    expect([at(3 * DAY_MS), at(3 * DAY_MS + 1)]).toEqual([1, 0]);
  });

  it.each([1_000, 10, 0.01])("is no volume of exchanges that is %d times what can be traded", (factor) => {
    expect(validate({ dexVolume: scale(factor).dexVolume }).dexVolume).toBeUndefined();
    expect(validate({ dexVolume: scale(factor).dexVolume }, memory).dexVolume).toBeUndefined();
  });

  it.each([1_000, 10, 0.01, 0.001])(
    "is no total %d times as large where only the size of the market is known",
    (factor) => {
      const unwrapped = COINS.filter(({ wrapped }) => !wrapped);
      expect(validate(scale(1), undefined, unwrapped).warnings).toEqual([]);
      expect(validate(scale(factor), undefined, unwrapped)).toMatchObject({ history: [], stale: { history: true } });
    },
  );

  it("is no volume of exchanges that is more than three times the last one", () => {
    const volumeOf = (factor: number) => validate({ dexVolume: scale(factor).dexVolume }, memory).dexVolume;
    expect([volumeOf(2.9), volumeOf(3.1), volumeOf(0.34), volumeOf(0.3)].map((volume) => volume !== undefined)).toEqual(
      [true, false, true, false],
    );
  });

  it("of one part above the whole is that part's error", () => {
    const found = validate({
      chains: [...HONEST.chains, chain("Alias", 9_000)],
      protocols: [...HONEST.protocols, protocol("wrong", 5_000)],
    });
    expect(found).toMatchObject({ chains: HONEST.chains, stale: { chains: false, protocols: false } });
    expect(found.protocols.map(({ id }) => id)).not.toContain("wrong");
    expect(found.warnings).toHaveLength(2);
  });

  it("of a protocol's coin is left out where the coin is worth something else", () => {
    const capped = (cap: number) =>
      validate({
        protocols: HONEST.protocols.map((each) => ({
          ...each,
          ...(each.id === "wbtc" && { marketCapUsd: cap * BILLION }),
        })),
      }).protocols.find(({ id }) => id === "wbtc")?.marketCapUsd;
    expect(capped(10)).toBe(10 * BILLION);
    expect(capped(10_000)).toBeNull();
  });
});

describe("a DeFi total that was refused", () => {
  const half = scale(1.45);
  const validateAfter = (hours: number, lists: Partial<DefiLists>, coins = COINS) =>
    validate(lists, { ...memory, timeMs: NOW - hours * HOUR_MS }, coins);

  it("is not confirmed by waiting: the last one is held for three days, and then there is none", () => {
    for (const coins of [COINS, []]) {
      for (const hours of [1, 12, 25, 72]) {
        const found = validateAfter(hours, half, coins);
        expect(found, `${hours} h`).toMatchObject({ history: [memory.total], chains: HONEST.chains });
        expect(found.stale, `${hours} h`).toEqual({ history: true, chains: true, protocols: true });
      }
      for (const days of [4, 30, 400]) {
        const found = validateAfter(days * 24, half, coins);
        expect(found, `${days} days`).toMatchObject({ history: [], stale: { history: true } });
        expect(found.memory?.anchor).toEqual(memory.anchor);
      }
    }
  });

  it("is not confirmed by protocols that did not move with it", () => {
    expect(validateAfter(25, { points: half.points, chains: half.chains }).history).toEqual([memory.total]);
  });

  it("is accepted once protocols hold as much more, at unchanged prices of their coins", () => {
    const lending = HONEST.protocols.map((each) =>
      each.geckoId === null
        ? { ...each, tvlUsd: each.tvlUsd * 1.5, chainTvlsUsd: { Ethereum: each.tvlUsd * 1.5 } }
        : each,
    );
    const found = validateAfter(24 * 30, { ...half, protocols: lending });
    expect(found).toMatchObject({ warnings: [], history: half.points, stale: { history: false } });
  });

  it("comes back as soon as it is near the last one again, after however long", () => {
    expect(validateAfter(24 * 30, {})).toMatchObject({ warnings: [], history: HONEST.points });
  });
});

describe("a DeFi total in small steps", () => {
  const drift = (factorOfCoins: (build: number) => number) => {
    let last = memory;
    return [1, 2, 3, 4].map((build) => {
      const coins = COINS.map((each) => ({ ...each, marketCap: each.marketCap! * factorOfCoins(build) }));
      const found = validate(scale(1.15 ** build), last, coins);
      last = { ...found.memory!, timeMs: NOW - HOUR_MS };
      return Math.round(found.history.at(-1)!.tvlUsd / BILLION);
    });
  };

  it("does not leave the one of some days ago by more than 30 %", () => {
    const [first, ...later] = drift(() => 1);
    expect(first).toBe(115);
    for (const total of later) expect(total).toBeLessThanOrEqual(130);
  });

  it("may move as far as the coins do", () => {
    expect(drift((build) => 1.15 ** build)).toEqual([115, 132, 152, 175]);
  });

  it("is compared with a newer one after a week", () => {
    const old = { ...memory, anchor: { ...memory.anchor!, timeMs: NOW - 7 * DAY_MS } };
    expect(validate(scale(1.25), old).memory?.anchor).toMatchObject({ timeMs: NOW, tvlUsd: 125 * BILLION });
    expect(validate(scale(1.25), memory).memory?.anchor).toEqual(memory.anchor);
  });

  it("is compared with the last one where an older build left no other", () => {
    const { anchor: _, ...older } = memory;
    expect(validate(scale(1.45), { ...older, timeMs: NOW - 2 * DAY_MS }).history).toEqual([memory.total]);
  });
});

const NOON = Date.UTC(2026, 10, 20, 12);

const row = (slug: string, tvlUsd: number, category: string | null = "Lending"): Protocol => ({
  ...RECORDS.protocol,
  slug,
  tvlUsd,
  category,
});
const ago = (...days: number[]): TvlPoint[] => days.map((day) => ({ timeMs: NOON - day * DAY_MS, tvlUsd: 100 + day }));
const build = (tvl: TvlPoint[]) => buildDefi([row("a", 1)], [chain("b", 1)], tvl, undefined);

describe("DeFi", () => {
  it("has neither exchanges nor chains among its protocols, the largest first", () => {
    const protocols = [
      row("small", 1),
      row("binance-cex", 1e11, "CEX"),
      row("b", 5),
      row("a", 5),
      row("base", 9, "Chain"),
      row("unknown", 3, null),
    ];
    const defi = buildDefi(protocols, [chain("b", 1)], ago(0), undefined);
    expect(defi?.protocols.map(({ slug }) => slug)).toEqual(["a", "b", "unknown", "small"]);
  });

  it("has only chains that hold something, the largest first", () => {
    const defi = buildDefi([], [chain("B", 2), chain("Alias", 0), chain("A", 2), chain("C", 3)], ago(0), undefined);
    expect(defi?.chains.map(({ name }) => name)).toEqual(["C", "A", "B"]);
  });

  it("has the source's own total, never the sum of its protocols", () => {
    expect(buildDefi([row("a", 999)], [chain("b", 1)], ago(1, 0), undefined)?.totalTvl).toBe(100);
  });

  it("is unknown until all of its parts have been read once", () => {
    expect(buildDefi(undefined, [], ago(0), undefined)).toBeNull();
    expect(buildDefi([], undefined, ago(0), undefined)).toBeNull();
    expect(buildDefi([], [], [], undefined)).toBeNull();
  });

  it("has the volume of its exchanges, if known", () => {
    const volume = RECORDS["dex-volume"];
    expect(buildDefi([], [], ago(0), volume)?.dexVolume).toBe(volume);
    expect(build(ago(0))?.dexVolume).toBeNull();
  });
});

describe("a change of the total", () => {
  it("compares with the same time some days ago", () => {
    const defi = build(ago(30, 7, 1, 0));
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
    expect(build([{ timeMs: NOON - DAY_MS, tvlUsd: 0 }, ...ago(0)])?.tvlChangePercentage["24h"]).toBeNull();
  });
});
