import { MINUTE_MS } from "../../../lib/time.ts";
import type { Ticker } from "../../normalise/record.ts";
import { TICKER_RULES } from "../rules/price.ts";

/** A venue's ticker of one coin, with its price in USD. */
export interface PricedTicker {
  /** Id of the venue. */
  venue: string;
  /** Weight of the venue's vote: 1, 0.7 or 0.4. */
  trust: number;
  ticker: Ticker;
  /** Quote per base: the last price, or the nearest between bid and ask. */
  price: number;
  /** USD per coin. */
  priceUsd: number;
  /** By the ticker's rolling open; `null` without one. */
  priceUsd24hAgo: number | null;
  /** Traded in 24 hours; `null` where the venue reports no volume. */
  volumeUsd: number | null;
  /** 1 for a tight spread, less for a wide or unknown one. */
  quality: number;
  /** 1 for a recent trade, or where trade times are unknown. */
  freshness: number;
  /** Why it does not count in the price; `null` where it does. */
  reason: string | null;
}

/** A ticker without a price in USD: it has no part in any price. */
export interface UnpricedTicker extends Pick<PricedTicker, "venue" | "ticker" | "volumeUsd"> {
  priceUsd: null;
  reason: string;
}

const OLDEST = TICKER_RULES.trades[2];
const WIDEST = TICKER_RULES.spreads[2];

/** Constant, because they are counted. */
export const NO_QUOTE_RATE = "quote currency suspended or unknown";
export const NOT_POSITIVE = "last price not positive";
export const NO_TRADES = "no trades in 24 hours";
export const TOO_OLD = `last trade older than ${OLDEST.upToMs / MINUTE_MS} min`;
export const TOO_WIDE = `spread above ${WIDEST.upTo * 100} %`;
export const VOLUME_ONLY = "volume only";

/** The effective price of a ticker, or the reason why it has none. */
export function computeQuotePrice(
  ticker: Ticker,
  now: number,
): Pick<PricedTicker, "price" | "quality" | "freshness"> | string {
  if (!(ticker.last > 0) || !Number.isFinite(ticker.last)) return NOT_POSITIVE;
  if (ticker.trades === 0 || (ticker.baseVolume ?? ticker.quoteVolume ?? ticker.usdVolume ?? 1) <= 0) return NO_TRADES;
  const freshness = rateFreshness(ticker.tradeTimeMs, now);
  if (freshness === 0) return TOO_OLD;
  const offers = findOffers(ticker);
  if (offers === null) return { price: ticker.last, quality: TICKER_RULES.qualityWithoutOffers, freshness };
  const { bid, ask, spread } = offers;
  const tier = TICKER_RULES.spreads.find(({ upTo }) => spread <= upTo);
  if (tier === undefined) return TOO_WIDE;
  // In thin order books the last price can be hours old and outside of bid and ask.
  return { price: Math.min(Math.max(ticker.last, bid), ask), quality: tier.quality, freshness };
}

/** The best offers, and their distance as a share of their middle; `null`: missing or crossed. */
export function findOffers({ bid, ask }: Ticker): { bid: number; ask: number; spread: number } | null {
  if (bid === null || ask === null || !(bid > 0 && bid <= ask)) return null;
  return { bid, ask, spread: (ask - bid) / ((ask + bid) / 2) };
}

function rateFreshness(tradeTimeMs: number | null, now: number): number {
  if (tradeTimeMs === null) return 1;
  const ageMs = now - tradeTimeMs;
  return TICKER_RULES.trades.find(({ upToMs }) => ageMs <= upToMs)?.freshness ?? 0;
}

/**
 * The ticker in USD per coin. Rates are USD per unit of the quote, `null` where suspended or
 * unknown; `units` are coins per unit of the venue's code (1000 for `1000SATS`); `excluded` is the
 * reason of a ticker that must not count.
 */
export function priceTicker(
  source: Pick<PricedTicker, "venue" | "trust" | "ticker"> & {
    quoteUsd: number | null;
    quoteUsd24hAgo: number | null;
    units: number;
    excluded: string | null;
  },
  now: number,
): PricedTicker | UnpricedTicker {
  const { venue, trust, ticker, quoteUsd, quoteUsd24hAgo, units, excluded } = source;
  if (quoteUsd === null) return { venue, ticker, priceUsd: null, volumeUsd: null, reason: excluded ?? NO_QUOTE_RATE };
  const found = computeQuotePrice(ticker, now);
  const rejection = typeof found === "string" ? found : null;
  const { price, quality, freshness } =
    typeof found === "string" ? { price: ticker.last, quality: 0, freshness: 0 } : found;
  const priceUsd = keepPositive((price * quoteUsd) / units);
  const volumeUsd = computeVolumeUsd(ticker, price, quoteUsd);
  if (priceUsd === null) return { venue, ticker, priceUsd, volumeUsd, reason: excluded ?? NOT_POSITIVE };
  const { open24h } = ticker;
  const isVolumeOnly = !ticker.priced && (rejection === null || rejection === TOO_WIDE);
  return {
    venue,
    trust,
    ticker,
    price,
    priceUsd,
    priceUsd24hAgo:
      open24h === null || quoteUsd24hAgo === null ? null : keepPositive((open24h * quoteUsd24hAgo) / units),
    volumeUsd,
    quality,
    freshness,
    reason: excluded ?? (isVolumeOnly ? VOLUME_ONLY : rejection),
  };
}

/** A volume counts where the price does, and where only the price is of no use. */
export function isVolumeCounted({ reason }: PricedTicker): boolean {
  return reason === null || reason === VOLUME_ONLY || reason === TOO_WIDE;
}

/** The venue reports base units only, and `volumeUsd` values them at the ticker's own price. */
export function isBaseVolumeOnly({ usdVolume, quoteVolume, vwap }: Ticker): boolean {
  return usdVolume === null && !isPositive(quoteVolume) && !isPositive(vwap);
}

/**
 * USD traded in 24 hours at this price (quote per base): as reported in USD, else in the quote,
 * else in base units. `null` where the venue reports none.
 */
export function computeVolumeUsd(ticker: Ticker, price: number, quoteUsd: number): number | null {
  const { usdVolume, quoteVolume, baseVolume, vwap } = ticker;
  if (usdVolume !== null) return keepVolume(usdVolume);
  if (isPositive(quoteVolume)) return keepVolume(quoteVolume * quoteUsd);
  if (baseVolume === null) return quoteVolume === 0 ? 0 : null;
  return keepVolume(baseVolume * (isPositive(vwap) ? vwap : price) * quoteUsd);
}

function isPositive(value: number | null): value is number {
  return value !== null && value > 0;
}

/** `null` for what is no price: zero, or beyond the range of numbers. */
export function keepPositive(value: number): number | null {
  return value > 0 && Number.isFinite(value) ? value : null;
}

function keepVolume(value: number): number | null {
  return Number.isFinite(value) && value >= 0 ? value : null;
}
