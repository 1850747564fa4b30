import { DAY_MS, floorTo, HOUR_MS, SECOND_MS } from "../../lib/time.ts";
import type { SampleWorld } from "../demo-world.ts";
import type { Simulator } from "../simulator.ts";
import { renderChains } from "./defi-chains.ts";
import { renderDexOverview } from "./defi-dexs.ts";
import { listProtocolSeeds } from "./defi-list.ts";
import { answerPrices } from "./defi-prices.ts";
import { renderProtocol } from "./defi-protocol.ts";
import { getTotalTvlUsd } from "./defi-tvl.ts";

const FIRST_DAY_MS = Date.UTC(2017, 8, 27);
/** Protocols per coin of the world. */
const PROTOCOLS_PER_COIN = 1.6;

/** The free API as of the last full hour, and the host of prices as of now. */
export const defillamaSimulator: Simulator = {
  source: "defillama",
  hosts: ["api.llama.fi", "coins.llama.fi"],
  answer({ url }, world) {
    if (url.host === "coins.llama.fi") return answerPrices(world, url);
    const hourMs = floorTo(world.now, HOUR_MS);
    const protocolCount = Math.round(world.coins.length * PROTOCOLS_PER_COIN);
    switch (url.pathname) {
      case "/protocols":
        return {
          body: listProtocolSeeds(protocolCount)
            .map((seed, index) => renderProtocol(world, seed, index, hourMs))
            .sort((a, b) => b.tvl - a.tvl || (a.slug < b.slug ? -1 : 1)),
        };
      case "/v2/chains":
        return { body: renderChains(world, hourMs) };
      case "/v2/historicalChainTvl":
        return { body: renderHistory(world) };
      case "/overview/dexs":
        return { body: renderDexOverview(world, protocolCount, hourMs) };
      default:
        return undefined;
    }
  },
};

/** One point a day at 00:00 UTC, today's included. */
function renderHistory(world: SampleWorld): { date: number; tvl: number }[] {
  const points: { date: number; tvl: number }[] = [];
  for (let dayMs = FIRST_DAY_MS; dayMs <= world.now; dayMs += DAY_MS) {
    points.push({ date: dayMs / SECOND_MS, tvl: Math.round(getTotalTvlUsd(world, dayMs)) });
  }
  return points;
}
