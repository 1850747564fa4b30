import { percentageChange } from "../lib/numbers.ts";
import { DAY_MS, HOUR_MS } from "../lib/time.ts";
import type { CoinDetail, ReferenceCoin } from "../normalise/record.ts";
import { isStablecoin, isWrapped } from "./coin-class.ts";
import type { CoinPrice } from "./coin-price.ts";
import type { ChangePercentages, Extreme, MarketCoin, PriceSource } from "./market.ts";

/** A reference price older than this is published as an old one. */
const REFERENCE_MAX_AGE_MS = DAY_MS;
/** How old a reference may be for its past prices to count as those of so long ago: a small part of the span. */
const MAX_LAG_MS = { "1h": 15 * 60_000, "24h": 2 * HOUR_MS, "7d": 12 * HOUR_MS, "30d": DAY_MS, "1y": DAY_MS };
/** Own samples this near to an hour ago give the change of the last hour. */
const SAMPLE_TOLERANCE_MS = 20 * 60_000;

export interface CoinInput {
  reference: ReferenceCoin;
  /** The reference comes from its source's last good answer. */
  referenceStale: boolean;
  own: CoinPrice;
  key: string;
  detail: CoinDetail | null;
  /** Own prices of about the last day, ascending. */
  samples: readonly (readonly [number, number])[];
  /** Own price so long before `now`, `null` where our series do not reach it. */
  priceBefore?(span: LongSpan): number | null;
  now: number;
}

/** Spans further back than the samples. */
export type LongSpan = "7d" | "30d" | "1y";

/**
 * One coin out of its own price and its reference. Wherever an own price exists, what follows from a price is computed from it; else
 * everything is the reference's, and an old price says that it is old. Rank is set once all coins are known.
 */
export function buildCoin(input: CoinInput): MarketCoin {
  const { reference, own, key, detail } = input;
  const { price, source, timeMs, evidence } = choosePrice(input);
  const isOwn = source === "aggregated";
  const supply = reference.circulatingSupply;
  const diluted = reference.maxSupply ?? reference.totalSupply;
  const previous24h = isOwn ? own.changePercentage24h : null;
  const changePercentage = isOwn ? adjustChanges(reference, price, previous24h, input) : referenceChanges(reference);
  const change24h = changePercentage["24h"];
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
    exchanges: isOwn ? own.exchanges : 0,
    marketCap: isOwn && supply !== null && price !== null ? price * supply : reference.marketCapUsd,
    fullyDilutedValuation:
      isOwn && diluted !== null && price !== null ? price * diluted : reference.fullyDilutedValuationUsd,
    volume: isOwn ? own.volumeUsd : reference.volumeUsd,
    high24h: widen(reference.high24hUsd, price, isOwn, Math.max),
    low24h: widen(reference.low24hUsd, price, isOwn, Math.min),
    change24h:
      isOwn && price !== null && change24h !== null
        ? price - price / (1 + change24h / 100)
        : isOwn
          ? null
          : reference.change24hUsd,
    changePercentage,
    circulatingSupply: supply,
    totalSupply: reference.totalSupply,
    maxSupply: reference.maxSupply,
    ath: moveExtreme(reference.athUsd, reference.athTimeMs, price, timeMs, isOwn, (own, known) => own > known),
    atl: moveExtreme(reference.atlUsd, reference.atlTimeMs, price, timeMs, isOwn, (own, known) => own < known),
    evidence,
    detail,
    sparkline: reference.sparklineUsd,
    sparklineEndMs: reference.sparklineUsd.length > 0 ? reference.updatedAtMs : null,
    stablecoin: isStablecoin(reference.id, detail),
    wrapped: isWrapped(reference.id, reference.name),
  };
}

interface ChosenPrice {
  price: number | null;
  source: PriceSource;
  timeMs: number | null;
  evidence: MarketCoin["evidence"];
}

/** Own and fresh, else held while the evidence is in dispute, else the reference's, else an old one of our own. */
function choosePrice({ own, reference, referenceStale, now }: CoinInput): ChosenPrice {
  if (own.fresh && own.price !== null) {
    return { price: own.price, source: "aggregated", timeMs: own.timeMs, evidence: own.evidence };
  }
  const held: ChosenPrice = { price: own.price, source: "stale", timeMs: own.timeMs, evidence: own.evidence };
  // A waiting price means that the evidence is in dispute: then the last one stands, whatever others say.
  if (own.pendingUsd !== null && own.price !== null) return held;
  if (reference.priceUsd === null) return held;
  const timeMs = reference.updatedAtMs;
  const old = referenceStale || timeMs === null || now - timeMs > REFERENCE_MAX_AGE_MS;
  if (old && own.price !== null && (own.timeMs ?? 0) > (timeMs ?? 0)) return held;
  return {
    price: reference.priceUsd,
    source: old ? "stale" : "reference",
    timeMs,
    evidence: {
      method: "reference",
      confidence: "low",
      asOfMs: timeMs,
      spreadPercentage: null,
      tickers: own.evidence.tickers.map((ticker) =>
        ticker.included
          ? { ...ticker, included: false, weight: 0, reason: "not enough evidence for a price of its own" }
          : ticker,
      ),
    },
  };
}

function referenceChanges(reference: ReferenceCoin): ChangePercentages {
  return {
    "1h": reference.changePercentage1h,
    "24h": reference.changePercentage24h,
    "7d": reference.changePercentage7d,
    "30d": reference.changePercentage30d,
    "1y": reference.changePercentage1y,
  };
}

/** The reference's own past prices, read back from its changes, against our price of now; own samples first where they reach. */
function adjustChanges(
  reference: ReferenceCoin,
  price: number | null,
  own24h: number | null,
  { samples, priceBefore, now }: CoinInput,
): ChangePercentages {
  const lagMs = now - (reference.updatedAtMs ?? 0);
  const rebase = (change: number | null, span: keyof ChangePercentages): number | null => {
    if (lagMs > MAX_LAG_MS[span] || change === null || change <= -100 || reference.priceUsd === null) return null;
    return percentageChange(reference.priceUsd / (1 + change / 100), price);
  };
  const since = (span: LongSpan): number | null =>
    percentageChange(priceBefore?.(span) ?? null, price) ?? rebase(reference[`changePercentage${span}`], span);
  const hourAgo = findNearest(samples, now - HOUR_MS);
  return {
    "1h": hourAgo === null ? rebase(reference.changePercentage1h, "1h") : percentageChange(hourAgo, price),
    "24h": own24h ?? rebase(reference.changePercentage24h, "24h"),
    "7d": since("7d"),
    "30d": since("30d"),
    "1y": since("1y"),
  };
}

function findNearest(samples: CoinInput["samples"], timeMs: number): number | null {
  let nearest: readonly [number, number] | undefined;
  for (const sample of samples) {
    if (nearest === undefined || Math.abs(sample[0] - timeMs) < Math.abs(nearest[0] - timeMs)) nearest = sample;
  }
  return nearest === undefined || Math.abs(nearest[0] - timeMs) > SAMPLE_TOLERANCE_MS ? null : nearest[1];
}

function widen(
  known: number | null,
  price: number | null,
  isOwn: boolean,
  pick: (a: number, b: number) => number,
): number | null {
  return known === null || price === null || !isOwn ? known : pick(known, price);
}

function moveExtreme(
  known: number | null,
  knownMs: number | null,
  price: number | null,
  timeMs: number | null,
  isOwn: boolean,
  passes: (own: number, known: number) => boolean,
): Extreme {
  if (known === null) return { price: null, timeMs: null, changePercentage: null };
  const passed = isOwn && price !== null && passes(price, known);
  const extreme = passed ? price : known;
  return { price: extreme, timeMs: passed ? timeMs : knownMs, changePercentage: percentageChange(extreme, price) };
}
