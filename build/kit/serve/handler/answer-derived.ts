import type { Found } from "../../../crypto/api/derived/find-conversion.ts";
import { convertAnswers, type DerivedRequest, type Need, type Outcome, type RenderPoints } from "../../api/derived.ts";
import type { Values } from "../../api/query.ts";
import type { Tree } from "./tree.ts";

type CoinRow = Record<"id" | "path", string>;

/** Every coin, to find the key of an id: files are named by key. */
export const ALL_COINS = "coins/limit/all.json";

const renderPoints: RenderPoints = (times, ...columns) =>
  columns.map((values) => times.map((time, at) => [time, values[at] ?? null]));

/**
 * The body that is made from other answers, like the stored ones. `values`: those of the path and
 * of the query.
 */
export async function answerDerived(
  tree: Tree,
  { conversion, currency, everywhere }: Found,
  values: Values,
  read: (need: Need) => Promise<unknown>,
): Promise<Outcome> {
  if ((await Promise.all(everywhere.map(read))).includes(undefined))
    return { missing: currency === "usd" ? "need" : "rate" };
  const request: DerivedRequest = { currency, values, renderPoints };
  const id = values["id"];
  if (id !== undefined) {
    request.key = await findKeyOfId(tree, String(id).toLowerCase());
    if (!request.key) return { missing: "answer" };
  }
  const needs = conversion.needs(request);
  return convertAnswers(conversion, request, needs, await Promise.all(needs.map(read)));
}

async function findKeyOfId(tree: Tree, id: string): Promise<string | undefined> {
  const coins = await tree.parse<{ data: CoinRow[] }>(ALL_COINS);
  return findKeyOf(coins?.data.find((coin) => coin.id.toLowerCase() === id));
}

export function findKeyOf(coin: Pick<CoinRow, "path"> | undefined): string | undefined {
  return coin?.path.replace(/^coins\/|\.json$/g, "");
}
