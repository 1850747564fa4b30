import { describe, expect, it } from "vitest";
import { defillama } from "../../../../build/crypto/sources/defi/defillama.ts";
import { createContext, readFeed } from "../read-feed.ts";

const NOW = Date.UTC(2026, 10, 20, 9, 15);

const protocol = (changes: Record<string, unknown> = {}) => ({
  id: "118",
  slug: "sample-lend",
  name: "Sample Lend",
  symbol: "smp",
  category: "Lending",
  chains: ["Ethereum", "Op_Bnb"],
  tvl: 300,
  chainTvls: {
    Ethereum: 200,
    Op_Bnb: 100,
    "Ethereum-borrowed": 50,
    borrowed: 50,
    staking: 5,
    pool2: 4,
    treasury: 3,
    vesting: 2,
    offers: 1,
    masterchef: 9,
  },
  change_1h: 0.1,
  change_1d: -0.86,
  change_7d: null,
  mcap: 1_000,
  gecko_id: "sample-lend",
  url: "https://lend.example",
  logo: "https://icons.example/lend.jpg",
  listedAt: 1_668_170_565,
  ...changes,
});
const read = (...body: unknown[]) => readFeed<"protocol">(defillama, "protocols", body, { now: NOW });

describe("protocols", () => {
  it("keeps the chains of a protocol and leaves out the sections, so that the rest adds up to its TVL", () => {
    expect(read(protocol()).records).toEqual([
      {
        id: "118",
        slug: "sample-lend",
        name: "Sample Lend",
        symbol: "SMP",
        category: "Lending",
        chains: ["Ethereum", "Op_Bnb"],
        tvlUsd: 300,
        chainTvlsUsd: { Ethereum: 200, Op_Bnb: 100 },
        changePercentage1h: 0.1,
        changePercentage1d: -0.86,
        changePercentage7d: null,
        marketCapUsd: 1_000,
        geckoId: "sample-lend",
        url: "https://lend.example/",
        logo: "https://icons.example/lend.jpg",
        listedAtMs: 1_668_170_565_000,
      },
    ]);
  });

  it("passes exchanges and chains on with their category", () => {
    expect(
      read(protocol({ category: "CEX" }), protocol({ category: "Chain" })).records.map((row) => row.category),
    ).toEqual(["CEX", "Chain"]);
  });

  it("takes a dash for no symbol and zero for no market cap", () => {
    expect(
      read(protocol({ symbol: "-", mcap: 0, gecko_id: null, category: undefined, listedAt: undefined })).records[0],
    ).toMatchObject({
      symbol: null,
      marketCapUsd: null,
      geckoId: null,
      category: null,
      listedAtMs: null,
    });
  });

  it("drops addresses that are no web addresses", () => {
    expect(read(protocol({ url: "javascript:alert(1)", logo: "/x.png" })).records[0]).toMatchObject({
      url: null,
      logo: null,
    });
  });

  it.each([
    ["a negative TVL", { tvl: -1 }],
    ["no TVL", { tvl: null }],
    ["a negative TVL on a chain", { chainTvls: { Ethereum: -1 } }],
    ["chains that are no list", { chains: "Ethereum" }],
  ])("rejects a row with %s and keeps its neighbours", (_name, changes) => {
    const { records, dropped } = read(protocol(changes), protocol());
    expect(records).toHaveLength(1);
    expect(dropped).toMatchObject([{ fault: true }]);
  });
});

describe("chains", () => {
  it("reads ids that are numbers, texts or unknown", () => {
    const chain = (changes: object) => ({
      name: "Sample",
      tvl: 1,
      tokenSymbol: "SMP",
      gecko_id: "smp",
      chainId: 1,
      ...changes,
    });
    const body = [
      chain({}),
      chain({ chainId: "9001", tvl: 0 }),
      chain({ chainId: null, tokenSymbol: "-", gecko_id: null }),
      chain({ tvl: -5 }),
      chain({ name: "" }),
    ];
    const { records, dropped } = readFeed<"chain">(defillama, "chains", body);
    expect(records).toEqual([
      { name: "Sample", tvlUsd: 1, tokenSymbol: "SMP", geckoId: "smp", chainId: 1 },
      { name: "Sample", tvlUsd: 0, tokenSymbol: "SMP", geckoId: "smp", chainId: 9001 },
      { name: "Sample", tvlUsd: 1, tokenSymbol: null, geckoId: null, chainId: null },
    ]);
    expect(dropped).toHaveLength(2);
  });
});

describe("tvl", () => {
  it("reads unix seconds, as numbers or texts, in whole milliseconds, and no day to come", () => {
    const body = [
      { date: "1541203200", tvl: 0 },
      { date: 1_763_596_800, tvl: 9.5e10 },
      { date: 1_763_600_000.123_456, tvl: 9.6e10 },
      { date: NOW / 1_000 + 86_400, tvl: 1 },
      { date: "soon", tvl: 1 },
    ];
    const { records, dropped } = readFeed(defillama, "tvl", body, { now: NOW });
    expect(records).toEqual([
      { timeMs: 1_541_203_200_000, tvlUsd: 0 },
      { timeMs: 1_763_596_800_000, tvlUsd: 9.5e10 },
      { timeMs: 1_763_600_000_123, tvlUsd: 9.6e10 },
    ]);
    expect(dropped.map(({ reason }) => reason)).toEqual(["time in the future", expect.stringContaining("date")]);
  });
});

describe("dex-volume", () => {
  it("reads the total of a day and asks for no charts", () => {
    const feed = defillama.feeds.find(({ id }) => id === "dex-volume");
    expect(feed?.requests(createContext({ now: NOW }))[0]?.url).toBe(
      "https://api.llama.fi/overview/dexs?excludeTotalDataChart=true&excludeTotalDataChartBreakdown=true",
    );
    expect(readFeed(defillama, "dex-volume", { total24h: 7e9, change_1d: 6.47, protocols: [] }).records).toEqual([
      { total24hUsd: 7e9, changePercentage1d: 6.47 },
    ]);
    expect(() => readFeed(defillama, "dex-volume", { total24h: null })).toThrow();
  });

  it("passes on what the upstream says instead of data", () => {
    expect(() => readFeed(defillama, "dex-volume", { message: "Internal server error" })).toThrow(
      "Internal server error",
    );
  });
});
