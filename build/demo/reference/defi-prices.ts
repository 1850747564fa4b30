import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../lib/time.ts";
import type { DemoCoin, DemoMarket } from "../demo-market.ts";
import type { SimulatedAnswer } from "../simulator.ts";
import { roundPrice } from "./coin-view.ts";

const PREFIX = "coingecko:";
const PERIODS: Readonly<Record<string, number>> = { m: MINUTE_MS, h: HOUR_MS, d: DAY_MS, w: 7 * DAY_MS };
const MAX_POINTS = 1_000;

/**
 * The host of prices: `/chart/{keys}` for keys like `coingecko:bitcoin`. A coin that is unknown, or
 * did not exist yet, is left out.
 */
export function answerPrices(demo: DemoMarket, url: URL): SimulatedAnswer | undefined {
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
