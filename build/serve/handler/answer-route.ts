import { describeMissing } from "../../api/error-body.ts";
import { findFileOf, pickEntries, queryFormOf, type SearchableRow, selectRows, type Values } from "../../api/query.ts";
import { isKey } from "../../lib/key.ts";
import { type Answer, quote, refuseUnavailable } from "./answer.ts";
import { type AgedRow, computeListAge } from "./list-age.ts";
import type { Match } from "./match-route.ts";
import type { Tree } from "./tree.ts";

type ListedRow = SearchableRow & AgedRow;

interface Document {
  data: unknown;
  meta: Record<string, unknown>;
}

type CoinRow = Record<"id" | "symbol" | "path", string>;

/** Every coin: ids are looked up in it, because files are named by key. */
const ALL_COINS = "coins/limit/all.json";

/**
 * Answers a question whose parameters hold: from its file, from that of the coin that is meant, or
 * computed.
 */
export async function answerRoute(tree: Tree, match: Match, values: Values): Promise<Answer> {
  const { route, path } = match;
  const find = (named: Values) =>
    tree.find(findFileOf(route.path, route.parameters, { ...named, ...values }, route.download ? "" : ".json"));
  const symbol = path["symbol"]?.toLowerCase();
  // `index` is no key, but some hosts have a file of that name beside the coins.
  const found = symbol === undefined || isKey(symbol) ? await find(path) : undefined;
  if (found) return found;
  const coins = symbol ? await tree.parse<{ data: CoinRow[] }>(ALL_COINS) : undefined;
  const key = symbol && coins && findKey(coins.data, symbol);
  const named = key && (await find({ ...path, symbol: key }));
  if (named) return named;
  const computed = await compute(tree, match, values);
  if (computed) return { name: ".json", file: { body: `${JSON.stringify(computed)}\n` } };
  const [parameter] = Object.entries(path);
  if (!parameter || (symbol && !coins)) return refuseUnavailable(route);
  return { code: "not_found", message: describeMissing(parameter[0], quote(parameter[1])) };
}

/**
 * The key of the coin with this id or, where no coin can own the text, of the only coin with this
 * symbol. Of several coins with such a symbol none is chosen: the choice would change with their
 * ranks.
 */
function findKey(coins: readonly CoinRow[], text: string): string | undefined {
  const named = coins.find(({ id }) => id.toLowerCase() === text);
  const called = isKey(text) ? [] : coins.filter(({ symbol }) => symbol.toLowerCase() === text);
  const coin = named ?? (called.length === 1 ? called[0] : undefined);
  return coin?.path.replace(/^coins\/|\.json$/g, "");
}

async function compute(tree: Tree, { route, path }: Match, values: Values): Promise<Document | undefined> {
  const { path: template, parameters, dynamic } = route;
  const all = dynamic && (await tree.parse<Document>(dynamic.from));
  if (!all) return undefined;
  const self = queryFormOf(template, parameters, { ...path, ...values });
  if (dynamic?.kind === "pick") {
    const { picked, missing } = pickEntries(all.data as Record<string, unknown>, String(values["symbols"]));
    return { data: picked, meta: { ...all.meta, self, symbols: Object.keys(picked), missing } };
  }
  const { rows, pagination } = selectRows(template, parameters, all.data as ListedRow[], values);
  const search = "search" in parameters ? { search: values["search"] ?? null } : {};
  return { data: rows, meta: { ...all.meta, ...computeListAge(rows, all.meta), self, pagination, ...search } };
}
