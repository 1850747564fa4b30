import type { CurrencyOptions } from "../../kit/serve/client.ts";
import type { PriceCheck } from "../verify/price-check.ts";

/* `client.d.ts` contains the text of this file, without its imports. */

/** The price of a coin at a time: `data` of `coins/{symbol}/at`. */
export interface PriceAt {
  id: string;
  symbol: string;
  price: number;
  /** Since when the price counts. */
  time: string;
  resolution: "5m" | "1h" | "1d";
  distance_seconds: number;
  price_source: string;
}

/** Unix seconds or milliseconds, an ISO 8601 text with its zone, a date, or a `Date`. */
export type Moment = number | string | Date;

/** What the client knows of prices, besides the interface itself. */
export interface PriceMethods {
  /** `null` where no price of the time is known. Throws like `get` for wrong requests. */
  priceAt(coin: string, time: Moment, options?: CurrencyOptions): Promise<PriceAt | null>;
  /** The prices of many moments, in their order. Each file is read once. */
  pricesAt(
    moments: readonly (readonly [coin: string, time: Moment])[],
    options?: CurrencyOptions,
  ): Promise<(PriceAt | null)[]>;
  /** Recomputes a coin's present price in USD from its published evidence. Throws like `get`. */
  verifyPrice(coin: string): Promise<PriceCheck>;
}
