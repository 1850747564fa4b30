import type { Need } from "../../../kit/api/derived.ts";

/** The answer of an endpoint in a currency (lower-case code). It also runs in workers. */
export function inCurrency(base: string, currency: string, values: Need["values"]): Need<never> {
  return { endpoint: currency === "usd" ? base : `in-${currency}-${base}`, values };
}
