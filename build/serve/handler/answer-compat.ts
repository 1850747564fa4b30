import { type CoingeckoId, coingecko } from "../../api/coingecko/registry.ts";
import type { DerivedRequest } from "../../api/derived/derived.ts";
import type { Values } from "../../api/query.ts";
import type { Route } from "../../render/route.ts";
import type { Tree } from "./tree.ts";

type CoinRow = Record<"id" | "path", string>;

/** Every coin, to find the key of an id: files are named by key. */
export const ALL_COINS = "coins/limit/all.json";

/** Reads an answer of another endpoint; `undefined` if there is none. */
export type ReadAnswer = (endpoint: string, values: Values) => Promise<unknown>;

/**
 * The body in the form of another interface, made like the stored ones. `undefined`: there is no
 * such coin; `null`: an answer that it needs is not published, such as one without a rate.
 */
export async function computeCompat(
  tree: Tree,
  { kind, currency }: NonNullable<Route["compat"]>,
  path: Readonly<Record<string, string>>,
  values: Values,
  read: ReadAnswer,
): Promise<unknown> {
  const derived = coingecko[kind as CoingeckoId];
  const request: DerivedRequest = { currency, values: { ...values, ...path } };
  if (path["id"] !== undefined) {
    const id = path["id"].toLowerCase();
    const coins = await tree.parse<{ data: CoinRow[] }>(ALL_COINS);
    request.key = coins && findKeyOf(coins.data.find((coin) => coin.id.toLowerCase() === id));
    if (!request.key) return undefined;
  }
  const answers = await Promise.all(derived.needs(request).map((need) => read(need.endpoint, need.values)));
  return answers.includes(undefined) ? null : derived.convert(answers, request);
}

export function findKeyOf(coin: Pick<CoinRow, "path"> | undefined): string | undefined {
  return coin?.path.replace(/^coins\/|\.json$/g, "");
}
