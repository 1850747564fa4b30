import { type Client, connectOwnSite, defineCreateClient } from "../../kit/serve/client.ts";
import { served } from "./served.ts";

/* Published as `client.js`; `client.d.ts` declares what it exports. */

export type { Client, ClientOptions, CurrencyOptions } from "../../kit/serve/client.ts";

/** The site and its mirror; the bundler sets it, `undefined` if there is no mirror. */
declare const COPIES: readonly string[] | undefined;

const copies = typeof COPIES === "undefined" ? undefined : COPIES;
const own = connectOwnSite(served, new URL(".", import.meta.url), copies);

export const createClient = defineCreateClient(served);
export const get: Client["get"] = own.get;
export const request: Client["request"] = own.request;
