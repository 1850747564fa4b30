export interface PriceEvidence {
  /**
   * `volume_weighted` (three venues or more, or two that agree), `single_source` (one trusted
   * venue), `held` (the last price, because of contested evidence or an unconfirmed jump),
   * `reference` or `none`.
   */
  method: "volume_weighted" | "single_source" | "held" | "reference" | "none";
  confidence: "high" | "low" | "none";
  asOfMs: number | null;
  /** Largest distance between two included venues, in percent of the price. */
  spreadPercentage: number | null;
  /** Meant to hold 95 % of fair venue prices, in USD; `null` without two venues in the price. */
  interval: PriceInterval | null;
  /** In the order of their ids. */
  venues: readonly VenueEvidence[];
  tickers: readonly TickerEvidence[];
}

/** What a venue has in the computation of a price. */
export interface VenueEvidence {
  exchange: string;
  /** Weight of the venue's vote: 1, 0.7 or 0.4. */
  trust: number;
  /** How many tickers of the evidence are of this venue. */
  tickers: number;
  /** The mean of its tickers that count; `null` where none does. */
  priceUsd: number | null;
  /**
   * What counts of its volume in its weight, in USD of 24 hours: at most the limit of the coin, an
   * estimate where the venue reports none; `null` without a price.
   */
  countedUsd: number | null;
}

/** In USD. The parts are what it follows from; distances are shares of the price. */
export interface PriceInterval {
  low: number;
  high: number;
  parts: {
    /** How many venues of equal weight would be as many. */
    venues: number;
    /** Root of the weighted mean of the venues' squared distances from the price. */
    distance: number;
    /** Root of the weighted mean of the squared half spreads. */
    halfSpread: number;
    /** Weighted mean age of the last trades, 0 where trade times are unknown. */
    ageMs: number;
    /** The quantile of Student's t. */
    quantile: number;
  };
}

export interface TickerEvidence {
  exchange: string;
  /** The venue's own name of the pair, unique there. */
  market: string;
  /** `BTC/USDT`, in the venue's codes. */
  pair: string;
  priceUsd: number;
  volume24hUsd: number | null;
  /** By its spread; `null` where it has no part in its venue's price. */
  quality: number | null;
  /** By the age of its last trade; `null` where `quality` is. */
  freshness: number | null;
  /** Share in the published price; 0 when not included. */
  weight: number;
  included: boolean;
  reason: string | null;
}

/** The venues with a ticker in the price. */
export function listIncludedVenues({ tickers }: Pick<PriceEvidence, "tickers">): Set<string> {
  return new Set(tickers.flatMap(({ exchange, included }) => (included ? exchange : [])));
}
