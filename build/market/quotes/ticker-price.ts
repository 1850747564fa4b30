import { MINUTE_MS } from "../../lib/time.ts";
import type { Ticker } from "../../normalise/record.ts";
import { LISTING_RULES } from "../rules.ts";

/** An identified ticker of one coin, with the rates that convert its price into USD. */
export interface CoinTicker {
  /** The id of the venue's source. */
  venue: string;
  /** Weight of the venue's vote, rule 5.5 of the methodology: 1, 0.7 or 0.4. */
  trust: number;
  ticker: Ticker;
  /** USD per unit of the quote now; `null`: suspended or unknown. */
  quoteUsd: number | null;
  quoteUsd24hAgo: number | null;
  /** Coins per unit of the venue's code: 1000 for `1000SATS`. */
  multiplier: number;
  /** The reason if the ticker must not count (a frozen listing). */
  excluded: string | null;
}

/** The price of one listing in its own quote, with its weights. */
export interface ListingPrice {
  /** Quote per base. */
  price: number;
  /** q of rule 5.2: 1 for a tight spread, less for a wide or unknown one. */
  quality: number;
  /** f of rule 5.2: 1 for a recent trade, or where trade times are unknown. */
  freshness: number;
}

/** The contribution of a ticker to its coin. */
export interface TickerPrice {
  source: CoinTicker;
  /** USD per coin; `null` where unknown. */
  priceUsd: number | null;
  /** Traded in 24 hours; `null` where the venue reports no volume. */
  volumeUsd: number | null;
  /** The venue reports base units only, and `volumeUsd` values them at the ticker's own price. */
  baseVolumeOnly: boolean;
  quality: number;
  freshness: number;
  /** Why it does not count in the price; `null` where it does. */
  reason: string | null;
  /** Its volume counts, even if its price does not. */
  volumeCounts: boolean;
}

const OLDEST = LISTING_RULES.trades[2];
const WIDEST = LISTING_RULES.spreads[2];

/** The reasons of this module: constant, because they are counted. */
export const NO_QUOTE_RATE = "quote currency suspended or unknown";
export const NOT_POSITIVE = "last price not positive";
export const NO_TRADES = "no trades in 24 hours";
export const TOO_OLD = `last trade older than ${OLDEST.upToMs / MINUTE_MS} min`;
export const TOO_WIDE = `spread above ${WIDEST.upTo * 100} %`;
export const VOLUME_ONLY = "volume only";

/** Rules 5.1 and 5.2 for one listing: its effective price, or the reason why it has none. */
export function computeListingPrice(ticker: Ticker, now: number): ListingPrice | string {
  if (!(ticker.last > 0) || !Number.isFinite(ticker.last)) return NOT_POSITIVE;
  if (ticker.trades === 0 || (ticker.baseVolume ?? ticker.quoteVolume ?? ticker.usdVolume ?? 1) <= 0) return NO_TRADES;
  const freshness = rateFreshness(ticker.tradeTimeMs, now);
  if (freshness === 0) return TOO_OLD;
  const { bid, ask } = ticker;
  if (bid === null || ask === null || !(bid > 0 && bid <= ask)) {
    return { price: ticker.last, quality: LISTING_RULES.qualityWithoutOffers, freshness };
  }
  const spread = (ask - bid) / ((ask + bid) / 2);
  if (!(spread <= WIDEST.upTo)) return TOO_WIDE;
  // In thin listings the last price can be hours old and outside of bid and ask.
  return { price: Math.min(Math.max(ticker.last, bid), ask), quality: rateSpread(spread), freshness };
}

function rateSpread(spread: number): number {
  return (LISTING_RULES.spreads.find(({ upTo }) => spread <= upTo) ?? WIDEST).quality;
}

function rateFreshness(tradeTimeMs: number | null, now: number): number {
  if (tradeTimeMs === null) return 1;
  const ageMs = now - tradeTimeMs;
  return LISTING_RULES.trades.find(({ upToMs }) => ageMs <= upToMs)?.freshness ?? 0;
}

/**
 * The ticker in USD per coin, with its volume by rule 5.6: reported in USD, else in the quote, else
 * in base units.
 */
export function priceTicker(source: CoinTicker, now: number): TickerPrice {
  const { ticker, quoteUsd, multiplier } = source;
  const listing = computeListingPrice(ticker, now);
  const rejected = typeof listing === "string";
  const price = rejected ? ticker.last : listing.price;
  const usd = quoteUsd === null ? null : (price * quoteUsd) / multiplier;
  const priceUsd = usd !== null && usd > 0 && Number.isFinite(usd) ? usd : null;
  const volumeUsd = quoteUsd === null ? null : computeVolumeUsd(ticker, price, quoteUsd);
  const reason = findReason(source, priceUsd, listing);
  return {
    source,
    priceUsd,
    volumeUsd,
    baseVolumeOnly: ticker.usdVolume === null && !isPositive(ticker.quoteVolume) && !isPositive(ticker.vwap),
    quality: rejected ? 0 : listing.quality,
    freshness: rejected ? 0 : listing.freshness,
    reason,
    volumeCounts: reason === null || reason === VOLUME_ONLY || reason === TOO_WIDE,
  };
}

function findReason(source: CoinTicker, priceUsd: number | null, listing: ListingPrice | string): string | null {
  if (source.excluded !== null) return source.excluded;
  if (source.quoteUsd === null) return NO_QUOTE_RATE;
  if (priceUsd === null) return NOT_POSITIVE;
  if (!source.ticker.priced && (typeof listing !== "string" || listing === TOO_WIDE)) return VOLUME_ONLY;
  return typeof listing === "string" ? listing : null;
}

/**
 * Rule 5.6: USD traded in 24 hours in a listing with this price (quote per base); `null` where the
 * venue reports none.
 */
export function computeVolumeUsd(ticker: Ticker, price: number, quoteUsd: number): number | null {
  const { usdVolume, quoteVolume, baseVolume, vwap } = ticker;
  if (usdVolume !== null) return finite(usdVolume);
  if (isPositive(quoteVolume)) return finite(quoteVolume * quoteUsd);
  if (baseVolume === null) return quoteVolume === 0 ? 0 : null;
  return finite(baseVolume * (isPositive(vwap) ? vwap : price) * quoteUsd);
}

function isPositive(value: number | null): value is number {
  return value !== null && value > 0;
}

function finite(value: number): number | null {
  return Number.isFinite(value) && value >= 0 ? value : null;
}
