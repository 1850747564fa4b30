import type { Endpoint } from "../api/endpoint.ts";
import type { Values } from "../api/query.ts";
import type { QuoteKind } from "../api/quote/quote.ts";

/** An endpoint as hosts and the handler need it; published as `/api/routes.json`. */
export type Route = { endpoint: string } & Pick<Endpoint, "path" | "parameters" | "dynamic" | "download" | "tree"> & {
    /** The answer is that of the route `base`, converted. */
    quoted?: Quoted;
  };

export interface Quoted {
  kind: QuoteKind;
  currency: string;
  /** The path of the route in USD. */
  base: string;
}

/**
 * One route per endpoint, and per value of the parameters that have a list of values in the path:
 * hosts see `/in/eur/coins`, not `/in/{currency}/coins`.
 */
export function renderRoutes(endpoints: readonly Endpoint[]): Route[] {
  return endpoints.flatMap((endpoint) =>
    listFixed(endpoint).map((fixed): Route => {
      const { id, path, parameters, dynamic, download, tree, quoted } = endpoint;
      const names = Object.keys(fixed);
      return {
        endpoint: [id, ...Object.values(fixed)].join("-"),
        path: names.reduce((text, name) => text.replace(`{${name}}`, String(fixed[name])), path),
        parameters: Object.fromEntries(Object.entries(parameters).filter(([name]) => !names.includes(name))),
        ...(dynamic === undefined ? {} : { dynamic }),
        ...(download === undefined ? {} : { download }),
        ...(tree === undefined ? {} : { tree }),
        ...(quoted === undefined ? {} : { quoted: { ...quoted, currency: String(fixed["currency"]) } }),
      };
    }),
  );
}

/** Every combination of values of the path's parameters that have a list of them. */
function listFixed({ parameters }: Endpoint): Values[] {
  let combinations: Values[] = [{}];
  for (const [name, { in: place, enum: values }] of Object.entries(parameters)) {
    if (place !== "path" || values === undefined) continue;
    combinations = combinations.flatMap((fixed) => values.map((value) => ({ ...fixed, [name]: value })));
  }
  return combinations;
}
