import { DAY_MS } from "../../lib/time.ts";
import type { DemoMarket } from "../demo-market.ts";
import { hashText, smoothNoise } from "../noise.ts";
import { REFERENCE_MS } from "../price-path.ts";

/** All chains together at the market's reference moment. */
const TOTAL_TVL_USD = 121e9;
/** The year in which half of today's use was reached, and how fast it grew. */
const TAKE_OFF_YEAR = 2020.9;
const GROWTH_PER_YEAR = 4.2;

/** The value locked on all chains at a time, in USD: hundreds of thousands in 2017, then growth, then the market's ups and downs. */
export function getTotalTvlUsd(demo: DemoMarket, timeMs: number): number {
  const year = 1970 + timeMs / (365.25 * DAY_MS);
  const adoption = 1 / (1 + Math.exp(-GROWTH_PER_YEAR * (year - TAKE_OFF_YEAR)));
  const key = hashText("total value locked", demo.seed);
  return (
    TOTAL_TVL_USD * adoption * getMarketFactor(demo, timeMs) * Math.exp(0.08 * smoothNoise(key, timeMs / (30 * DAY_MS)))
  );
}

/** What is locked moves with the price of ether, though less, and with a drift of its own (`name`), in weeks and in hours. */
export function getTvlFactor(demo: DemoMarket, name: string, timeMs: number): number {
  const key = hashText(`${name}/locked`, demo.seed);
  const drift = 0.2 * smoothNoise(key, timeMs / (25 * DAY_MS)) + 0.01 * smoothNoise(key + 1, timeMs / (DAY_MS / 3));
  return getMarketFactor(demo, timeMs) * Math.exp(drift);
}

/** 1 at the reference moment. */
function getMarketFactor(demo: DemoMarket, timeMs: number): number {
  return (demo.quoteUsd("ETH", timeMs) / demo.quoteUsd("ETH", REFERENCE_MS)) ** 0.7;
}
