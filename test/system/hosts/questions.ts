import type { Params, World } from "../../../build/api/endpoint.ts";
import { endpoints } from "../../../build/api/registry.ts";

/** A question that has a file, as a reader would ask it. */
export interface Question {
  endpoint: string;
  params: Params;
  url: string;
}

/** Every precomputed combination, keys spelt as symbols in small letters and in turns with the query forwards or backwards. */
export function listQuestions(world: World): Question[] {
  return endpoints
    .filter(({ download }) => !download)
    .flatMap((endpoint) =>
      [...endpoint.variants(world)]
        // `all` has a file, but no query asks for it.
        .filter((params) => params["limit"] !== "all")
        .filter((params) => endpoint.id !== "sparklines" || "symbols" in params)
        .map((params, at) => {
          const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name]));
          const query = Object.keys(endpoint.parameters)
            .filter((name) => endpoint.parameters[name]?.in === "query" && name in params)
            .map((name) => `${name}=${name === "symbols" ? String(params[name]) : encodeURIComponent(params[name]!)}`);
          const ordered = at % 2 === 0 ? query : query.reverse();
          const url = `/api${path}${ordered.length === 0 ? "" : `?${ordered.join("&")}`}`;
          return { endpoint: endpoint.id, params, url };
        }),
    );
}

/** Questions that no file answers, and some that are none. */
export const UNANSWERABLE: readonly string[] = [
  "/api/coins?limit=7",
  "/api/coins?limit=7&offset=7",
  "/api/coins?limit=abc",
  "/api/coins?limit=all",
  "/api/coins?limit=010",
  "/api/coins?limit=-10",
  "/api/coins?limit=10&offset=7",
  "/api/coins?limit=10&offset=100000",
  "/api/coins?search=zzzzzz",
  "/api/coins?search=btc&limit=10",
  "/api/coins?search=btc&offset=20",
  "/api/coins?search=..%2Fbtc",
  "/api/coins?search=../btc",
  "/api/coins/no-such-coin",
  "/api/coins/%24ANRX",
  "/api/coins/CON",
  "/api/coins/INDEX",
  "/api/coins/A.B/history",
  "/api/coins/no-such-coin/history?period=30d",
  "/api/coins/btc/history?period=2w",
  "/api/coins/btc/history?period=..%2F..%2Feth",
  "/api/defi/protocols?limit=6",
  "/api/defi/protocols?limit=501",
  "/api/sparklines?symbols=no-such-coin",
  "/api/no-such-endpoint",
  "/api/no/such/endpoint",
];
