import { addUp } from "../../../lib/stats.ts";
import { DAY_MS, HOUR_MS, SECOND_MS } from "../../../lib/time.ts";
import type { DemoMarket } from "../demo-market.ts";
import { hashText, smoothNoise } from "../noise.ts";
import { REFERENCE_MS } from "../price-path.ts";
import type { ProtocolSeed } from "./defi-list.ts";

/** All chains together at the market's reference moment. */
const TOTAL_TVL_USD = 121e9;
/** The year in which half of today's use was reached, and how fast it grew. */
const TAKE_OFF_YEAR = 2020.9;
const GROWTH_PER_YEAR = 4.2;

/** The value locked on all chains in USD: growth since 2017, then the market's moves. */
export function getTotalTvlUsd(demo: DemoMarket, timeMs: number): number {
  const year = 1970 + timeMs / (365.25 * DAY_MS);
  const adoption = 1 / (1 + Math.exp(-GROWTH_PER_YEAR * (year - TAKE_OFF_YEAR)));
  const key = hashText("total value locked", demo.seed);
  return (
    TOTAL_TVL_USD * adoption * getMarketFactor(demo, timeMs) * Math.exp(0.08 * smoothNoise(key, timeMs / (30 * DAY_MS)))
  );
}

/** The factor of the value locked: follows the price of ether, with a drift by `name`. */
export function getTvlFactor(demo: DemoMarket, name: string, timeMs: number): number {
  const key = hashText(`${name}/locked`, demo.seed);
  const drift = 0.2 * smoothNoise(key, timeMs / (25 * DAY_MS)) + 0.01 * smoothNoise(key + 1, timeMs / (DAY_MS / 3));
  return getMarketFactor(demo, timeMs) * Math.exp(drift);
}

/** 1 at the reference moment. */
function getMarketFactor(demo: DemoMarket, timeMs: number): number {
  return (demo.quoteUsd("ETH", timeMs) / demo.quoteUsd("ETH", REFERENCE_MS)) ** 0.7;
}

/** Categories with a `borrowed` section beside the value locked, per chain and in total. */
const BORROWING = new Set(["Lending", "CDP"]);

/** One row of `/protocols` as of `timeMs`: the value locked is exactly the sum of its chains. */
export function renderProtocol(demo: DemoMarket, seed: ProtocolSeed, index: number, timeMs: number) {
  const draw = (label: string) => demo.noise(`protocol:${seed.slug}:${label}`);
  const chainTvls = renderChainTvls(seed, seed.baseTvlUsd * getTvlFactor(demo, seed.slug, timeMs), draw);
  const tvl = addUp(Object.values(chainTvls));
  const young = draw("age") < 0.08;
  const change = (windowMs: number) => {
    if (young || tvl === 0) return null;
    const ratio = getTvlFactor(demo, seed.slug, timeMs) / getTvlFactor(demo, seed.slug, timeMs - windowMs);
    return (ratio - 1) * 100;
  };
  return {
    id: String(100 + index * 7),
    name: seed.name,
    symbol: seed.symbol,
    url: `https://${seed.slug.replace(/[^a-z0-9-]/g, "-")}.example/`,
    logo: `https://icons.llamao.fi/icons/protocols/${seed.slug}`,
    gecko_id: seed.geckoId,
    category: seed.category,
    chains: seed.chains,
    ...(draw("listed") < 0.9
      ? { listedAt: Math.floor((Date.UTC(2020, 0) + draw("listed at") * 5 * 365 * DAY_MS) / SECOND_MS) }
      : {}),
    slug: seed.slug,
    tvl,
    chainTvls: { ...chainTvls, ...renderSections(seed, chainTvls, draw) },
    change_1h: change(HOUR_MS),
    change_1d: change(DAY_MS),
    change_7d: change(7 * DAY_MS),
    mcap: findMarketCap(demo, seed.geckoId, timeMs),
  };
}

/** The first chain holds most. */
function renderChainTvls(seed: ProtocolSeed, tvl: number, draw: (label: string) => number): Record<string, number> {
  const weights = seed.chains.map((chain, place) => (0.3 + draw(chain)) / (1 + place) ** 2);
  const sum = addUp(weights);
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
