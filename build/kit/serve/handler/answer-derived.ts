import type { Found } from "../../../crypto/api/derived/find-conversion.ts";
import { convertAnswers, type DerivedRequest, type Need, type Outcome, type RenderPoints } from "../../api/derived.ts";
import type { Values } from "../../api/query.ts";
import type { Tree } from "./tree.ts";

type CoinRow = Record<"id" | "path", string>;

interface CoinList {
  data: CoinRow[];
  meta: { updated_at: string };
}

/** Every coin, to find the key of an id: files are named by key. */
export const ALL_COINS = "coins/limit/all.json";

const renderPoints: RenderPoints = (times, ...columns) =>
  columns.map((values) => times.map((time, at) => [time, values[at] ?? null]));

/**
 * The body that is made from other answers, like the stored ones. `currencies`: those of the site.
 * `values`: those of the path and of the query.
 */
export async function answerDerived(
  tree: Tree,
  { conversion, currency }: Found,
  currencies: readonly string[],
  values: Values,
  read: (need: Need) => Promise<unknown>,
): Promise<Outcome> {
  const request: DerivedRequest = { currency, currencies, values, renderPoints };
  const id = values["id"];
  if (id !== undefined) {
    const coins = await tree.parse<CoinList>(ALL_COINS);
    request.key = findKeyOf(coins?.data.find((coin) => coin.id.toLowerCase() === String(id).toLowerCase()));
    if (!coins || !request.key) return { missing: "answer" };
    request.asOfMs = Date.parse(coins.meta.updated_at);
  }
  const needs = conversion.needs(request);
  return convertAnswers(conversion, request, needs, await Promise.all(needs.map(read)));
}

export function findKeyOf(coin: Pick<CoinRow, "path"> | undefined): string | undefined {
  return coin?.path.replace(/^coins\/|\.json$/g, "");
}
