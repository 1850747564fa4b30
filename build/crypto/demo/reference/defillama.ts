import { DAY_MS, floorTo, HOUR_MS, SECOND_MS } from "../../../lib/time.ts";
import type { DemoMarket } from "../demo-market.ts";
import { hashText, smoothNoise } from "../noise.ts";
import type { SimulatedAnswer, Simulator } from "../simulator.ts";
import { roundPrice } from "./coin-view.ts";
import { renderChains } from "./defi-chains.ts";
import { listProtocolSeeds, type ProtocolSeed } from "./defi-list.ts";
import { getTotalTvlUsd, getTvlFactor, renderProtocol } from "./defi-protocol.ts";

const FIRST_DAY_MS = Date.UTC(2017, 8, 27);
/** Protocols per coin of the market. */
const PROTOCOLS_PER_COIN = 1.6;

/** The free API as of the last full hour, and the host of prices as of now. */
export const defillamaSimulator: Simulator = {
  source: "defillama",
  hosts: ["api.llama.fi", "coins.llama.fi"],
  answer({ url }, demo) {
    if (url.host === "coins.llama.fi") return answerChart(demo, url);
    const hourMs = floorTo(demo.now, HOUR_MS);
    const protocolCount = Math.round(demo.coins.length * PROTOCOLS_PER_COIN);
    switch (url.pathname) {
      case "/protocols":
        return {
          body: listProtocolSeeds(protocolCount)
            .map((seed, index) => renderProtocol(demo, seed, index, hourMs))
            .sort((a, b) => b.tvl - a.tvl || (a.slug < b.slug ? -1 : 1)),
        };
      case "/v2/chains":
        return { body: renderChains(demo, hourMs) };
      case "/v2/historicalChainTvl":
        return { body: renderHistory(demo) };
      case "/overview/dexs":
        return { body: renderDexOverview(demo, protocolCount, hourMs) };
      default:
        return undefined;
    }
  },
};

/** One point a day at 00:00 UTC, today's included. */
function renderHistory(demo: DemoMarket): { date: number; tvl: number }[] {
  const points: { date: number; tvl: number }[] = [];
  for (let dayMs = FIRST_DAY_MS; dayMs <= demo.now; dayMs += DAY_MS) {
    points.push({ date: dayMs / SECOND_MS, tvl: Math.round(getTotalTvlUsd(demo, dayMs)) });
  }
  return points;
}

/** The body of `/overview/dexs` without charts and protocols, in whole USD. */
function renderDexOverview(demo: DemoMarket, protocolCount: number, timeMs: number) {
  const dexs = listProtocolSeeds(protocolCount).filter(({ category }) => category === "Dexs");
  const total = (atMs: number) => Math.round(dexs.reduce((sum, seed) => sum + getVolumeUsd(demo, seed, atMs), 0));
  const total24h = total(timeMs);
  const before = total(timeMs - DAY_MS);
  return { total24h, change_1d: Number(((total24h / before - 1) * 100).toFixed(2)) };
}

/** In 24 hours: from a tenth to all of what is locked. */
function getVolumeUsd(demo: DemoMarket, seed: ProtocolSeed, timeMs: number): number {
  const key = hashText(`${seed.slug}/dex volume`, demo.seed);
  const turnover =
    (0.1 + 0.9 * demo.noise(`dex:${seed.slug}:turnover`)) * Math.exp(0.35 * smoothNoise(key, timeMs / (2 * DAY_MS)));
  return seed.baseTvlUsd * getTvlFactor(demo, seed.slug, timeMs) * turnover;
}

/** `/chart/coingecko:bitcoin,…` without coins that are unknown or did not exist yet. */
function answerChart(demo: DemoMarket, { pathname, searchParams: query }: URL): SimulatedAnswer | undefined {
  const [, call, keys = ""] = decodeURIComponent(pathname).split("/");
  if (call !== "chart") return undefined;
  const stepMs = query.get("period") === "1h" ? HOUR_MS : DAY_MS;
  const firstMs = Number(query.get("start")) * SECOND_MS;
  const times = Array.from({ length: Number(query.get("span")) }, (_, index) => firstMs + index * stepMs);
  const known = new Map(demo.coins.map((coin) => [`coingecko:${coin.id}`, coin]));
  const coins = keys.split(",").flatMap((key) => {
    const coin = known.get(key);
    const prices = times.flatMap((time) => {
      const price = coin === undefined || time > demo.now ? null : demo.priceUsd(coin.id, time);
      return price === null ? [] : [{ timestamp: Math.floor(time / SECOND_MS), price: roundPrice(price) }];
    });
    return prices.length === 0 ? [] : [[key, { prices }] as const];
  });
  return { body: { coins: Object.fromEntries(coins) } };
}
