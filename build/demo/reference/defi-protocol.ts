import { DAY_MS, HOUR_MS, SECOND_MS } from "../../lib/time.ts";
import type { DemoMarket } from "../demo-market.ts";
import type { ProtocolSeed } from "./defi-list.ts";
import { getTvlFactor } from "./defi-tvl.ts";

/** Sections that the upstream counts beside the value locked, by category; each also stands once without a chain. */
const BORROWING = new Set(["Lending", "CDP"]);

/** One row of `/protocols` as of `timeMs`: the value locked is exactly the sum of its chains. */
export function renderProtocol(demo: DemoMarket, seed: ProtocolSeed, index: number, timeMs: number) {
  const draw = (label: string) => demo.noise(`protocol:${seed.slug}:${label}`);
  const chainTvls = renderChainTvls(seed, seed.baseTvlUsd * getTvlFactor(demo, seed.slug, timeMs), draw);
  const tvl = Object.values(chainTvls).reduce((sum, value) => sum + value, 0);
  const young = draw("age") < 0.08;
  const change = (windowMs: number) => {
    if (young || tvl === 0) return null;
    const ratio = getTvlFactor(demo, seed.slug, timeMs) / getTvlFactor(demo, seed.slug, timeMs - windowMs);
    return (ratio - 1) * 100;
  };
  return {
    id: String(100 + index * 7),
    name: seed.name,
    address: null,
    symbol: seed.symbol,
    url: `https://${seed.slug.replace(/[^a-z0-9-]/g, "-")}.example/`,
    description: `${seed.name} is part of a sample market.`,
    chain: seed.chains.length > 1 ? "Multi-Chain" : seed.chains[0],
    logo: `https://icons.llamao.fi/icons/protocols/${seed.slug}`,
    audits: String(Math.floor(3 * draw("audits"))),
    gecko_id: seed.geckoId,
    cmcId: seed.geckoId === null ? null : String(Math.floor(30_000 * draw("cmc"))),
    category: seed.category,
    chains: seed.chains,
    module: `${seed.slug}/index.js`,
    twitter: null,
    ...(draw("listed") < 0.9
      ? { listedAt: Math.floor((Date.UTC(2020, 0) + draw("listed at") * 5 * 365 * DAY_MS) / SECOND_MS) }
      : {}),
    ...(seed.parent === null ? {} : { parentProtocol: `parent#${seed.parent}`, parentProtocolSlug: seed.parent }),
    misrepresentedTokens: false,
    slug: seed.slug,
    tvl,
    chainTvls: { ...chainTvls, ...renderSections(seed, chainTvls, draw) },
    change_1h: change(HOUR_MS),
    change_1d: change(DAY_MS),
    change_7d: change(7 * DAY_MS),
    tokenBreakdowns: {},
    mcap: findMarketCap(demo, seed.geckoId, timeMs),
  };
}

/** The first chain holds most. */
function renderChainTvls(seed: ProtocolSeed, tvl: number, draw: (label: string) => number): Record<string, number> {
  const weights = seed.chains.map((chain, place) => (0.3 + draw(chain)) / (1 + place) ** 2);
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return Object.fromEntries(seed.chains.map((chain, place) => [chain, (tvl * weights[place]!) / sum]));
}

function renderSections(
  seed: ProtocolSeed,
  chainTvls: Readonly<Record<string, number>>,
  draw: (label: string) => number,
): Record<string, number> {
  const sections: Record<string, number> = {};
  const add = (section: string, chain: string, value: number) => {
    sections[`${chain}-${section}`] = value;
    sections[section] = (sections[section] ?? 0) + value;
  };
  const main = seed.chains[0] ?? "Ethereum";
  for (const [chain, value] of Object.entries(chainTvls)) {
    if (BORROWING.has(seed.category)) add("borrowed", chain, value * (0.2 + 0.4 * draw(`${chain}:borrowed`)));
  }
  const value = chainTvls[main] ?? 1e6;
  if (seed.category !== "CEX" && seed.symbol !== "-" && draw("staking") < 0.3) add("staking", main, value * 0.05);
  if (seed.category === "Dexs" && draw("pool2") < 0.2) add("pool2", main, value * 0.01);
  return sections;
}

/** Known where the protocol's coin is one of the market. */
function findMarketCap(demo: DemoMarket, geckoId: string | null, timeMs: number): number | null {
  const coin = geckoId === null ? undefined : demo.coins.find(({ id }) => id === geckoId);
  const price = coin === undefined ? null : demo.priceUsd(coin.id, timeMs);
  return coin === undefined || price === null ? null : price * coin.circulatingSupply;
}
