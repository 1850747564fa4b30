import { describeCoingecko } from "./coingecko/define-coingecko.ts";
import type { Endpoint } from "./endpoint.ts";
import { describeQuoted } from "./quote/define-quoted.ts";

/** The endpoints as the docs show them: those of several currencies as one. */
export function describeEndpoints(endpoints: readonly Endpoint[]): Endpoint[] {
  return describeCoingecko(describeQuoted(endpoints));
}
