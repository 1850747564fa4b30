import { DAY_MS, floorTo, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../lib/time.ts";
import type { DemoCoin, DemoMarket } from "../demo-market.ts";
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
    if (url.host === "coins.llama.fi") return answerPrices(demo, url);
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
  const [total24h, before] = [total(timeMs), total(timeMs - DAY_MS)];
  return { total24h, total48hto24h: before, change_1d: Number(((total24h / before - 1) * 100).toFixed(2)) };
}

/** In 24 hours: from a tenth to all of what is locked. */
function getVolumeUsd(demo: DemoMarket, seed: ProtocolSeed, timeMs: number): number {
  const key = hashText(`${seed.slug}/dex volume`, demo.seed);
  const turnover =
    (0.1 + 0.9 * demo.noise(`dex:${seed.slug}:turnover`)) * Math.exp(0.35 * smoothNoise(key, timeMs / (2 * DAY_MS)));
  return seed.baseTvlUsd * getTvlFactor(demo, seed.slug, timeMs) * turnover;
}

const PREFIX = "coingecko:";
const PERIODS: Readonly<Record<string, number>> = { m: MINUTE_MS, h: HOUR_MS, d: DAY_MS, w: 7 * DAY_MS };
const MAX_POINTS = 1_000;

/**
 * The host of prices: `/chart/{keys}` for keys like `coingecko:bitcoin`. A coin that is unknown, or
 * did not exist yet, is left out.
 */
function answerPrices(demo: DemoMarket, url: URL): SimulatedAnswer | undefined {
  const [, call = "", keys = ""] = decodeURIComponent(url.pathname).split("/");
  return call === "chart" ? answerChart(demo, keys, url.searchParams) : undefined;
}

/** `span` points, `period` apart, from `start` on or up to `end` (unix seconds; now by default). */
function answerChart(demo: DemoMarket, keys: string, query: URLSearchParams): SimulatedAnswer {
  const start = query.get("start");
  const end = query.get("end");
  if (start !== null && end !== null) return { status: 400, body: { message: "use either start or end parameter" } };
  const span = Math.min(Math.max(Math.trunc(Number(query.get("span") ?? "1")), 1), MAX_POINTS);
  const [, count = "1", unit = "d"] = /^(\d*)([mhdw])$/.exec(query.get("period") ?? "1d") ?? [];
  const stepMs = Number(count || "1") * (PERIODS[unit] ?? DAY_MS);
  const firstMs =
    start === null
      ? (end === null ? demo.now : Number(end) * SECOND_MS) - (span - 1) * stepMs
      : Number(start) * SECOND_MS;
  const times = Array.from({ length: span }, (_, index) => firstMs + index * stepMs).filter((time) => time <= demo.now);
  const coins = listCoins(demo, keys).flatMap(([key, coin]) => {
    const prices = times.flatMap((time) => {
      const price = demo.priceUsd(coin.id, time);
      return price === null ? [] : [{ timestamp: Math.floor(time / SECOND_MS), price: roundPrice(price) }];
    });
    return prices.length === 0 ? [] : [[key, { symbol: coin.symbol, confidence: 0.99, prices }] as const];
  });
  return { body: { coins: Object.fromEntries(coins) } };
}

function listCoins(demo: DemoMarket, keys: string): [key: string, coin: DemoCoin][] {
  const known = new Map(demo.coins.map((coin) => [PREFIX + coin.id, coin]));
  return keys.split(",").flatMap((key): [string, DemoCoin][] => {
    const coin = known.get(key);
    return coin === undefined ? [] : [[key, coin]];
  });
}
