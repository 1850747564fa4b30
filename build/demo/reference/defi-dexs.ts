import { DAY_MS } from "../../lib/time.ts";
import type { DemoMarket } from "../demo-market.ts";
import { hashText, smoothNoise } from "../noise.ts";
import { CHAIN_NAMES } from "./defi-chains.ts";
import { listProtocolSeeds, type ProtocolSeed } from "./defi-list.ts";
import { getTvlFactor } from "./defi-tvl.ts";

/** The body of `/overview/dexs` without its charts, in whole USD. Small protocols have no volume or an absurd change. */
export function renderDexOverview(demo: DemoMarket, protocolCount: number, timeMs: number) {
  const dexs = listProtocolSeeds(protocolCount).filter(({ category }) => category === "Dexs");
  const protocols = dexs.map((seed, index) => renderDex(demo, seed, index, timeMs));
  const total = (backMs: number) =>
    Math.round(dexs.reduce((sum, seed) => sum + getVolumeUsd(demo, seed, timeMs - backMs), 0));
  const total24h = total(0);
  const before = total(DAY_MS);
  const weekAgo = total(7 * DAY_MS);
  return {
    totalDataChart: [],
    totalDataChartBreakdown: [],
    breakdown24h: null,
    breakdown30d: null,
    chain: null,
    allChains: CHAIN_NAMES,
    total24h,
    total48hto24h: before,
    total7d: Math.round(total24h * 6.4),
    total14dto7d: Math.round(weekAgo * 6.5),
    total30d: Math.round(total24h * 27),
    total1y: Math.round(total24h * 330),
    totalAllTime: Math.round(total24h * 1_500),
    change_1d: percent(total24h, before),
    change_7d: percent(total24h, weekAgo),
    change_1m: percent(total24h, total(30 * DAY_MS)),
    protocols,
  };
}

function renderDex(demo: DemoMarket, seed: ProtocolSeed, index: number, timeMs: number) {
  const draw = (label: string) => demo.noise(`dex:${seed.slug}:${label}`);
  const silent = seed.parent === null && draw("silent") < 0.2;
  const volume = Math.round(getVolumeUsd(demo, seed, timeMs));
  const before = Math.round(getVolumeUsd(demo, seed, timeMs - DAY_MS));
  return {
    total24h: silent ? null : volume,
    total48hto24h: silent ? null : before,
    totalAllTime: Math.round(seed.baseTvlUsd * 90),
    breakdown24h: null,
    breakdown30d: null,
    change_1d: silent || before === 0 ? null : draw("absurd") < 0.03 ? 3_511_824 : percent(volume, before),
    defillamaId: String(200 + index),
    name: seed.name,
    displayName: seed.name,
    module: seed.slug,
    category: seed.category,
    logo: `https://icons.llamao.fi/icons/protocols/${seed.slug}`,
    chains: seed.chains,
    protocolType: "protocol",
    ...(seed.parent === null ? {} : { parentProtocol: `parent#${seed.parent}` }),
    slug: seed.slug,
    id: String(200 + index),
  };
}

/** In 24 hours: from a tenth to all of what is locked. */
function getVolumeUsd(demo: DemoMarket, seed: ProtocolSeed, timeMs: number): number {
  const key = hashText(`${seed.slug}/dex volume`, demo.seed);
  const turnover =
    (0.1 + 0.9 * demo.noise(`dex:${seed.slug}:turnover`)) * Math.exp(0.35 * smoothNoise(key, timeMs / (2 * DAY_MS)));
  return seed.baseTvlUsd * getTvlFactor(demo, seed.slug, timeMs) * turnover;
}

function percent(now: number, before: number): number {
  return Number(((now / before - 1) * 100).toFixed(2));
}
