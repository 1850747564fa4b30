import { keepFinite, percentageChange } from "../lib/numbers.ts";
import type { CoinDetail, ReferenceCoin } from "../normalise/record.ts";
import { choosePrice } from "./choose-price.ts";
import { computeChanges, type PastKnowledge } from "./coin-change.ts";
import { isStablecoin, isWrapped } from "./coin-class.ts";
import type { CoinPrice } from "./coin-price.ts";
import type { ChangePercentages, Extreme, MarketCoin } from "./market.ts";

/** More than all money on earth: a product above rests on a supply in other units. */
const MAX_CAP_USD = 1e15;

export interface CoinInput extends PastKnowledge {
  reference: ReferenceCoin;
  /** The reference's source failed in this run. */
  referenceStale: boolean;
  own: CoinPrice;
  key: string;
  detail: CoinDetail | null;
}

/**
 * One coin out of its own price and its reference. Wherever an own price exists, what follows from a price is computed from it; else
 * everything is the reference's, and an old price says that it is old. Rank is set once all coins are known.
 */
export function buildCoin(input: CoinInput): MarketCoin {
  const { reference, own, key, detail } = input;
  const chosen = choosePrice(own, reference, input.referenceStale, input.now);
  const { price, source, timeMs } = chosen;
  const follows = chosen.own && price !== null ? followOwnPrice(price, timeMs, input) : followReference(reference);
  const extremes = { price, timeMs, isOwn: chosen.own };
  return {
    id: reference.id,
    symbol: reference.symbol,
    name: reference.name,
    key,
    image: reference.image,
    rank: null,
    price,
    priceSource: source,
    priceTimeMs: timeMs,
    exchanges: source === "aggregated" ? own.exchanges : 0,
    ...follows,
    circulatingSupply: reference.circulatingSupply,
    totalSupply: reference.totalSupply,
    maxSupply: reference.maxSupply,
    ath: moveExtreme(reference.athUsd, reference.athTimeMs, extremes, (now, known) => now > known),
    atl: moveExtreme(reference.atlUsd, reference.atlTimeMs, extremes, (now, known) => now < known),
    evidence: chosen.evidence,
    detail,
    sparkline: reference.sparklineUsd,
    sparklineEndMs: reference.sparklineUsd.length > 0 ? reference.updatedAtMs : null,
    stablecoin: isStablecoin(reference.id, detail),
    wrapped: isWrapped(reference.id, reference.name),
  };
}

/** What follows from a price. */
type Follows = Pick<
  MarketCoin,
  "marketCap" | "fullyDilutedValuation" | "volume" | "high24h" | "low24h" | "change24h" | "changePercentage"
>;

function followOwnPrice(price: number, timeMs: number | null, input: CoinInput): Follows {
  const { reference, own, now } = input;
  const { changePercentage24h } = own;
  // A trade may be some minutes old, but what was found now is the price of now.
  const observedMs = own.fresh ? now : (timeMs ?? now);
  const changePercentage = computeChanges({ price, timeMs: observedMs, changePercentage24h }, reference, input);
  return {
    marketCap: multiply(price, reference.circulatingSupply),
    fullyDilutedValuation: multiply(price, reference.maxSupply ?? reference.totalSupply),
    // A price that is held may be all that is left of venues that do not answer.
    volume: own.fresh ? own.volumeUsd : (own.volumeUsd ?? reference.volumeUsd),
    high24h: reference.high24hUsd === null ? null : Math.max(reference.high24hUsd, price),
    low24h: reference.low24hUsd === null ? null : Math.min(reference.low24hUsd, price),
    change24h: computeDifference(price, changePercentage["24h"]),
    changePercentage,
  };
}

function followReference(reference: ReferenceCoin): Follows {
  const changePercentage: ChangePercentages = {
    "1h": reference.changePercentage1h,
    "24h": reference.changePercentage24h,
    "7d": reference.changePercentage7d,
    "30d": reference.changePercentage30d,
    "1y": reference.changePercentage1y,
  };
  return {
    marketCap: reference.marketCapUsd,
    fullyDilutedValuation: reference.fullyDilutedValuationUsd,
    volume: reference.volumeUsd,
    high24h: reference.high24hUsd,
    low24h: reference.low24hUsd,
    change24h: reference.change24hUsd ?? computeDifference(reference.priceUsd, reference.changePercentage24h),
    changePercentage,
  };
}

function multiply(price: number, supply: number | null): number | null {
  const cap = supply === null ? null : price * supply;
  return cap !== null && cap <= MAX_CAP_USD ? cap : null;
}

/** What a change in percent units is in USD. */
function computeDifference(price: number | null, percentage: number | null): number | null {
  if (price === null || percentage === null || percentage <= -100) return null;
  return keepFinite(price - price / (1 + percentage / 100));
}

/** The reference's extreme, moved when a price of our own passes it. */
function moveExtreme(
  known: number | null,
  knownMs: number | null,
  { price, timeMs, isOwn }: { price: number | null; timeMs: number | null; isOwn: boolean },
  passes: (now: number, known: number) => boolean,
): Extreme {
  if (known === null) return { price: null, timeMs: null, changePercentage: null };
  const passed = isOwn && price !== null && passes(price, known);
  const extreme = passed ? price : known;
  return { price: extreme, timeMs: passed ? timeMs : knownMs, changePercentage: percentageChange(extreme, price) };
}
