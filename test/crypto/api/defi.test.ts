import { describe, expect, it } from "vitest";
import { defiChains } from "../../../build/crypto/api/endpoints/defi-chains.ts";
import { defiOverview } from "../../../build/crypto/api/endpoints/defi-overview.ts";
import { defiProtocols } from "../../../build/crypto/api/endpoints/defi-protocols.ts";
import { ProtocolRow } from "../../../build/crypto/api/rows/defi-row.ts";
import type { DefiMarket } from "../../../build/crypto/market/model/market.ts";
import { fileOf } from "../../../build/kit/api/query.ts";
import { makeMarket, makeProtocol, makeWorld } from "../../fixtures/market.ts";

const DEFI = makeMarket().defi as DefiMarket;
const chainsOf = (own: Partial<DefiMarket> = {}) =>
  defiChains.compute(makeWorld({ defi: { ...DEFI, ...own } }), {}).data as Record<string, unknown>[];

describe("defi-chains", () => {
  it("has share, protocols and upper-case symbol of each chain, in order", () => {
    const ethereum = { tvl: 750, tvl_share_percentage: 75, token_symbol: "ETH", chain_id: 1, protocols: 3 };
    const mainnet = { tvl: 250, tvl_share_percentage: 25, token_symbol: null, chain_id: null, protocols: 0 };
    expect(chainsOf()).toMatchObject([
      { rank: 1, slug: "ethereum", ...ethereum },
      { rank: 2, slug: "op-mainnet", ...mainnet },
      { rank: 3, slug: "op-mainnet-2", tvl: 0, tvl_share_percentage: 0 },
    ]);
  });

  it("keeps a slug with its chain when ranks change", () => {
    const slugs = (chains: DefiMarket["chains"]) =>
      chainsOf({ chains })
        .map(({ name, slug }) => `${name}=${slug}`)
        .sort();
    expect(slugs([...DEFI.chains].reverse())).toEqual(slugs(DEFI.chains));
  });

  it("counts a protocol once on a chain that it names twice", () => {
    const [first] = chainsOf({ protocols: [makeProtocol("a", 1, { chains: ["Ethereum", "Ethereum"] })] });
    expect(first).toMatchObject({ protocols: 1 });
  });
});

describe("defi-protocols", () => {
  const protocolsOf = (params = {}) => defiProtocols.compute(makeWorld(), params).data as ProtocolRow[];

  it("serves the first of them", () => {
    expect(protocolsOf().map(({ slug, rank }) => [slug, rank])).toEqual([
      ["aave", 1],
      ["lido", 2],
      ["other", 3],
    ]);
    expect(protocolsOf({ limit: 1 })).toHaveLength(1);
    expect(protocolsOf({ limit: "all" })).toHaveLength(3);
    expect(defiProtocols.compute(makeWorld(), { limit: 1 }).meta).toEqual({
      pagination: { limit: 1, offset: 0, total: 3, count: 1, next: null, previous: null },
    });
  });

  it("has a file for every declared limit", () => {
    const files = [...defiProtocols.variants(makeWorld())].map((params) =>
      fileOf(defiProtocols.path, defiProtocols.parameters, params),
    );
    expect(files).toEqual([
      "defi/protocols/limit/5.json",
      "defi/protocols/limit/10.json",
      "defi/protocols.json",
      ...["50", "100", "200", "500", "all"].map((limit) => `defi/protocols/limit/${limit}.json`),
    ]);
  });

  it("divides market cap by value locked only where both are known and the latter is positive", () => {
    expect(protocolsOf().map((row) => row.mcap_tvl_ratio)).toEqual([0.5, null, null]);
    const tiny = { ...makeProtocol("tiny", 5e-324), marketCapUsd: 1e9 };
    expect(ProtocolRow.compute({ ...tiny, rank: 1 }).mcap_tvl_ratio).toBeNull();
  });
});

describe("defi-overview", () => {
  const overviewOf = (own: Partial<DefiMarket> = {}) =>
    defiOverview.compute(makeWorld({ defi: { ...DEFI, ...own } }), {}).data as Record<string, unknown[]>;

  it("publishes the source's own total, not the sum of the protocols", () => {
    expect(overviewOf()).toMatchObject({
      total_tvl_usd: 1e11,
      tvl_change_percentage_24h: 1,
      tvl_change_percentage_7d: null,
      tvl_change_percentage_30d: -2,
      protocols_count: 3,
      chains_count: 3,
      dex_volume_24h_usd: 9e9,
      dex_volume_change_percentage_24h: 4,
    });
  });

  it("sums protocols into categories, largest first, with shares that make a hundred", () => {
    expect(overviewOf()["categories"]).toEqual([
      { name: "Lending", tvl_usd: 300, protocols: 1, share_percentage: 75 },
      { name: "Staking", tvl_usd: 100, protocols: 1, share_percentage: 25 },
      { name: "Uncategorised", tvl_usd: 0, protocols: 1, share_percentage: 0 },
    ]);
  });

  it("shows ten protocols, ten chains and 30 days at most", () => {
    const overview = overviewOf({
      protocols: Array.from({ length: 12 }, (_, n) => makeProtocol(`p${n}`, 100 - n)),
      chains: Array.from({ length: 12 }, (_, n) => ({ ...DEFI.chains[0]!, name: `Chain ${n}` })),
    });
    expect(overview["top_protocols"]).toHaveLength(10);
    expect(overview["top_chains"]).toHaveLength(10);
    expect(overview["history"]).toHaveLength(30);
    expect(overview["history"]?.at(-1)).toEqual([Date.parse("2026-11-20T00:00:00Z"), 0]);
  });

  it("is null if the volume of decentralised exchanges is unknown", () => {
    expect(overviewOf({ dexVolume: null })).toMatchObject({
      dex_volume_24h_usd: null,
      dex_volume_change_percentage_24h: null,
    });
  });
});
