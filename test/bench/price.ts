import { buildMarket, type MarketInput } from "../../build/market/build-market.ts";
import { makeLargeInput } from "./large-market.ts";
import { median } from "./median.ts";
import type { BenchResult } from "./result.ts";

const COINS = Number(process.env["BENCH_COINS"] ?? 10_000);
const TICKERS_PER_COIN = 6;
const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 15);
const LIMIT_MS = 150;

/**
 * The whole market out of accepted records, and of it the aggregation alone: which coin every book trades, and every coin's price with its
 * evidence. The first round is cold, the median of the last two thirds warm.
 */
export async function bench(): Promise<BenchResult> {
  const input: MarketInput = makeLargeInput(COINS, TICKERS_PER_COIN);
  const times = Array.from({ length: ROUNDS }, () => {
    const startedMs = performance.now();
    const { market } = buildMarket(input);
    if (market.coins.length !== COINS) throw new Error(`${market.coins.length} coins were built, not ${COINS}`);
    return performance.now() - startedMs;
  });
  const warm = median(times.slice(Math.ceil(ROUNDS / 3)));
  const books = input.datasets.reduce((sum, { kind, records }) => sum + (kind === "ticker" ? records.length : 0), 0);
  return {
    tables: [
      {
        title: "Building the market",
        columns: ["coins", "books", "first, ms", "warm, ms"],
        rows: [[COINS, books, Math.round(times[0] ?? 0), Math.round(warm)]],
      },
    ],
    notes: [
      "This is the whole market. Identities and prices are about a third of it; the rest goes into following every book from build to build, the exchanges' own totals and the coins' rows.",
    ],
    goals: [{ what: `${COINS} coins from ${books} books, warm`, value: warm, unit: "ms", atMost: LIMIT_MS }],
  };
}
