import { fileOf, pickEntries, queryFormOf, type SearchableRow, selectRows, type Values } from "../endpoints/query.ts";
import { type Answer, quote, refuseUnavailable } from "./answer.ts";
import { type AgedRow, computeListAge } from "./list-age.ts";
import type { Match } from "./match-route.ts";
import type { Tree } from "./tree.ts";

type ListedRow = SearchableRow & AgedRow;

interface Document {
  data: unknown;
  meta: Record<string, unknown>;
}

/** Every coin: ids are looked up in it, because files are named by key. */
const ALL_COINS = "coins/limit/all.json";

/** Answers a question whose parameters hold: from its file, by the id of a coin, or computed from the file of everything. */
export async function answerRoute(tree: Tree, match: Match, values: Values): Promise<Answer> {
  const { route, path } = match;
  const find = (named: Values) =>
    tree.find(fileOf(route.path, route.parameters, { ...named, ...values }, route.download ? "" : ".json"));
  // Several symbols have no file of their own, but together they may be spelt as the one symbol of another coin.
  const several = String(values["symbols"] ?? "").includes(",");
  const found = several ? undefined : await find(path);
  if (found) return found;
  const symbol = path["symbol"];
  const coins = symbol ? await tree.parse<{ data: { id: string; path: string }[] }>(ALL_COINS) : undefined;
  const coin = coins?.data.find(({ id }) => id.toLowerCase() === symbol?.toLowerCase());
  const named = coin && (await find({ ...path, symbol: readKey(coin.path) }));
  if (named) return named;
  const computed = await compute(tree, match, values);
  if (computed) return { name: ".json", file: { body: `${JSON.stringify(computed)}\n` } };
  const [parameter] = Object.entries(path);
  if (!parameter || (symbol && !coins)) return refuseUnavailable(route);
  return { code: "not_found", message: `There is no ${parameter[0]} "${quote(parameter[1])}"` };
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

/** The key in a row's `path`, which is a relative URL: `coins/%2524a.json`. */
function readKey(path: string): string {
  return decodeURIComponent(path).replace(/^coins\/|\.json$/g, "");
}
