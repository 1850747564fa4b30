/** The fields of a published coin that its price is recomputed from: `coins/{symbol}` in USD. */
export interface PublishedCoin {
  id: string;
  current_price: number | null;
  /** The interval of the price; both or neither. */
  price_low: number | null;
  price_high: number | null;
  /** Prices other than `aggregated` are no mean of exchanges. */
  price_source: string;
  /** Exchanges in the price. */
  exchanges: number;
  price_evidence: {
    /** How the price was made: `volume_weighted` or `single_source` where it is recomputed. */
    method: string;
    /** Distance of the included venues in percent of the price. */
    spread_percentage: number | null;
    venues: readonly PublishedVenue[];
    tickers: readonly PublishedTicker[];
  };
}

export interface PublishedVenue {
  exchange: string;
  trust: number;
  tickers: number;
  price_usd: number | null;
  counted_volume_usd: number | null;
}

export interface PublishedTicker {
  exchange: string;
  pair: string;
  price_usd: number | null;
  volume_24h_usd: number | null;
  quality: number | null;
  freshness: number | null;
  weight: number;
  included: boolean;
}

/** Why an own price cannot be recomputed. */
export const NOT_AGGREGATED = "the price is not computed from exchanges in this build";
export const NO_BOOKS = "the site publishes no prices of exchanges";
