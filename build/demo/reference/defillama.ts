import { DAY_MS, floorTo, HOUR_MS, SECOND_MS } from "../../lib/time.ts";
import type { DemoMarket } from "../demo-market.ts";
import type { Simulator } from "../simulator.ts";
import { renderChains } from "./defi-chains.ts";
import { renderDexOverview } from "./defi-dexs.ts";
import { listProtocolSeeds } from "./defi-list.ts";
import { answerPrices } from "./defi-prices.ts";
import { renderProtocol } from "./defi-protocol.ts";
import { getTotalTvlUsd } from "./defi-tvl.ts";

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
