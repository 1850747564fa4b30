import type { Client, CurrencyOptions } from "../../kit/serve/client.ts";
import { NO_PRICE } from "../api/moments/find-price.ts";
import type { PriceCheck, PublishedCoin } from "../verify/published-coin.ts";
import { recomputePrice } from "../verify/recompute-price.ts";

/** What `client.js` knows of prices, besides the interface itself. No dependencies. */

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

export interface PriceClient extends Client {
  /** `null` where no price of the time is known. Throws an Error like `get` for wrong requests. */
  priceAt(coin: string, time: Moment, options?: CurrencyOptions): Promise<PriceAt | null>;
  /** The prices of many moments, in their order. Each file is read once. */
  pricesAt(
    moments: readonly (readonly [coin: string, time: Moment])[],
    options?: CurrencyOptions,
  ): Promise<(PriceAt | null)[]>;
  /** Recomputes a coin's present price in USD from its published evidence. Throws like `get`. */
  verifyPrice(coin: string): Promise<PriceCheck>;
}

/** The client of the whole interface, with prices at a time and their proof. */
export function addPrices({ get, request }: Client): PriceClient {
  const priceAt: PriceClient["priceAt"] = async (coin, time, options) => {
    const path = `coins/${encodeURIComponent(coin)}/at?time=${encodeURIComponent(renderMoment(time))}`;
    try {
      return (await get<{ data: PriceAt }>(path, options)).data;
    } catch (error) {
      if (isUnknownPrice(error)) return null;
      throw error;
    }
  };
  const pricesAt: PriceClient["pricesAt"] = async (moments, options) => {
    const prices = moments.map((): PriceAt | null => null);
    // One coin after the other: its files are kept until its last moment.
    for (const places of groupByCoin(moments).values()) {
      for (const place of places) {
        const [coin, time] = moments[place] as (typeof moments)[number];
        prices[place] = await priceAt(coin, time, options);
      }
    }
    return prices;
  };
  const verifyPrice: PriceClient["verifyPrice"] = async (coin) => {
    const path = `coins/${encodeURIComponent(coin)}`;
    return recomputePrice((await get<{ data: PublishedCoin }>(path, { currency: "usd" })).data);
  };
  return { get, request, priceAt, pricesAt, verifyPrice };
}

function groupByCoin(moments: readonly (readonly [coin: string, time: Moment])[]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (const [place, [coin]] of moments.entries()) {
    const text = coin.toLowerCase();
    const known = places.get(text);
    if (known === undefined) places.set(text, [place]);
    else known.push(place);
  }
  return places;
}

function renderMoment(time: Moment): string {
  return time instanceof Date ? time.toISOString() : String(time);
}

/** Another 404 says that the coin does not exist. */
function isUnknownPrice(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith(NO_PRICE);
}
