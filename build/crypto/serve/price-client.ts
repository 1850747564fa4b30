import type { Client } from "../../kit/serve/client.ts";
import { groupBy } from "../../lib/collections.ts";
import { NO_PRICE_MESSAGE } from "../api/moments/find-price.ts";
import { verifyAnswer } from "../verify/verify-answer.ts";
import type { Moment, PriceAt, PriceMethods } from "./price-methods.ts";

/* The prices of `client.js`. What it imports has no dependencies. */

export interface PriceClient extends Client, PriceMethods {}

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
    for (const ofCoin of groupBy(moments.entries(), ([, [coin]]) => coin.toLowerCase()).values())
      for (const [place, [coin, time]] of ofCoin) prices[place] = await priceAt(coin, time, options);
    return prices;
  };
  const verifyPrice: PriceClient["verifyPrice"] = async (coin) =>
    verifyAnswer(coin, await get(`coins/${encodeURIComponent(coin)}`, { currency: "usd" }));
  return { get, request, priceAt, pricesAt, verifyPrice };
}

function renderMoment(time: Moment): string {
  return time instanceof Date ? time.toISOString() : String(time);
}

/** Another 404 says that the coin does not exist. */
function isUnknownPrice(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith(NO_PRICE_MESSAGE);
}
