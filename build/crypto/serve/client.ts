import { type Client, type ClientOptions, connectOwnSite, defineCreateClient } from "../../kit/serve/client.ts";
import { addPrices, type PriceClient } from "./price-client.ts";
import { served } from "./served.ts";

/* Published as `client.js`; `client.d.ts` declares what it exports. */

export type { Client, ClientOptions, CurrencyOptions } from "../../kit/serve/client.ts";

/** The site and its mirror; the bundler sets it, `undefined` if there is no mirror. */
declare const COPIES: readonly string[] | undefined;

const copies = typeof COPIES === "undefined" ? undefined : COPIES;
const own = addPrices(connectOwnSite(served, new URL(".", import.meta.url), copies));
const connect = defineCreateClient(served);

/** `site`: see `kit/serve/client.ts`. */
export function createClient(site: string | URL | readonly (string | URL)[], options?: ClientOptions): PriceClient {
  return addPrices(connect(site, options));
}

export const get: Client["get"] = own.get;
export const request: Client["request"] = own.request;
export const priceAt: PriceClient["priceAt"] = own.priceAt;
export const pricesAt: PriceClient["pricesAt"] = own.pricesAt;
export const verifyPrice: PriceClient["verifyPrice"] = own.verifyPrice;
