import { DAY_MS, floorTo } from "../lib/time.ts";
import type { CoinSeed } from "./coin-row.ts";
import { hashText, toUnit } from "./noise.ts";
import type { LogPath } from "./price-path.ts";

/** Fixed moments, so that an extreme stays the same until it is passed. */
const STEP_MS = 20 * DAY_MS;
/** What short moves add to the slow path at its peak. */
const SPIKE = 0.12;

export interface CoinExtremes {
  athUsd: number;
  athTimeMs: number;
  atlUsd: number;
  atlTimeMs: number;
}

/**
 * The highest and lowest price between launch and `now`, in USD: those of the slow path at fixed moments with an allowance for
 * the moves in between, and the price at `now` where that lies outside.
 */
export function findExtremes(coin: CoinSeed, slow: LogPath, priceNow: number, now: number, seed: number): CoinExtremes {
  if (coin.path === "peg") return findPegExtremes(coin, now, seed);
  const result = { athUsd: priceNow, athTimeMs: now, atlUsd: priceNow, atlTimeMs: now };
  for (let time = floorTo(coin.launchedMs, STEP_MS) + STEP_MS; time <= now; time += STEP_MS) {
    const price = coin.basePriceUsd * Math.exp(slow(time));
    const high = price * (1 + SPIKE);
    const low = price * (1 - SPIKE);
    if (high > result.athUsd) Object.assign(result, { athUsd: high, athTimeMs: time });
    if (low < result.atlUsd) Object.assign(result, { atlUsd: low, atlTimeMs: time });
  }
  return result;
}

function findPegExtremes(coin: CoinSeed, now: number, seed: number): CoinExtremes {
  const draw = (label: string) => toUnit(hashText(`${coin.id}/${label}`, seed));
  const moment = (label: string) => Math.min(now, coin.launchedMs + Math.round(400 * draw(label)) * DAY_MS);
  return {
    athUsd: Math.max(1, coin.basePriceUsd) * (1.01 + 0.1 * draw("ath")),
    athTimeMs: moment("ath time"),
    atlUsd: coin.basePriceUsd * (0.98 - 0.1 * draw("atl")),
    atlTimeMs: moment("atl time"),
  };
}
