import { type BuiltMarket, buildMarket, type MarketInput } from "../../../build/crypto/market/build-market.ts";
import {
  findCodePrices,
  identifyListings,
  type PriceInput,
  priceCoins,
} from "../../../build/crypto/market/price/price-coins.ts";
import type { Dataset } from "../../../build/crypto/normalise/record.ts";
import { makeLargeInput } from "./large-market.ts";
import type { BenchResult } from "./result.ts";
import { timeFunctions } from "./time-functions.ts";

const COINS = Number(process.env["BENCH_COINS"] ?? 10_000);
const TICKERS_PER_COIN = 6;
const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 10);
const LIMIT_MS = 150;

/**
 * Which coin every book trades; the aggregation, that is, every coin's price out of its books, with
 * its evidence; and the whole market, of which both are parts. The build goes on from an earlier
 * one; only the very first is cold.
 */
export async function bench(): Promise<BenchResult> {
  const fresh: MarketInput = makeLargeInput(COINS, TICKERS_PER_COIN);
  const startedMs = performance.now();
  const first = buildMarket(fresh);
  const coldMs = performance.now() - startedMs;
  if (first.market.coins.length !== COINS)
    throw new Error(`${first.market.coins.length} coins were built, not ${COINS}`);
  const input = { ...fresh, memory: first.memory };
  const priceInput = selectPriceInput(input, first);
  const { identities, prices, market } = timeFunctions(
    {
      identities: () => identifyListings(priceInput, findCodePrices(priceInput)),
      prices: () => priceCoins(priceInput, first.priced.identification),
      market: () => buildMarket(input),
    },
    ROUNDS,
  );
  const books = input.datasets.reduce((sum, { kind, records }) => sum + (kind === "ticker" ? records.length : 0), 0);
  return {
    tables: [
      {
        title: "Aggregating prices",
        columns: ["coins", "books", "identities, ms", "prices, ms", "whole market, ms", "whole market, cold, ms"],
        rows: [[COINS, books, ...[identities, prices, market, coldMs].map(Math.round)]],
      },
    ],
    notes: [
      "Beside identities and prices, the whole market follows every book from build to build, adds up the exchanges' own totals, and makes the coins' rows.",
    ],
    goals: [
      { what: `prices of ${COINS} coins from ${books} books, warm`, value: prices, unit: "ms", atMost: LIMIT_MS },
    ],
  };
}

function selectPriceInput({ venues, datasets, memory, samplesOf, now }: MarketInput, built: BuiltMarket): PriceInput {
  return {
    tickers: built.tickers,
    listings: [],
    trust: new Map(venues.map(({ id, trust }) => [id, trust])),
    quotes: built.quotes,
    coins: datasets.flatMap((dataset) => (dataset.kind === "coin" ? (dataset as Dataset<"coin">).records : [])),
    referencePrices: built.statedPrices,
    memory,
    samplesOf,
    now,
  };
}
