import { type Compat, type CompatRequest, listNeeds } from "../../api/compat/compat.ts";
import { convertCompat } from "../../api/compat/convert.ts";
import type { Values } from "../../api/query.ts";
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
  compat: Compat,
  path: Readonly<Record<string, string>>,
  values: Values,
  read: ReadAnswer,
): Promise<unknown> {
  const request: CompatRequest = { ...compat, values };
  if (path["id"] !== undefined) {
    request.id = path["id"].toLowerCase();
    const coins = await tree.parse<{ data: CoinRow[] }>(ALL_COINS);
    request.key = coins && findKeyOf(coins.data.find(({ id }) => id.toLowerCase() === request.id));
    if (!request.key) return undefined;
  }
  const answers = await Promise.all(listNeeds(request).map((need) => read(need.endpoint, need.values)));
  return answers.includes(undefined) ? null : convertCompat(answers, request);
}

export function findKeyOf(coin: Pick<CoinRow, "path"> | undefined): string | undefined {
  return coin?.path.replace(/^coins\/|\.json$/g, "");
}
