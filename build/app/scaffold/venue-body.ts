import { BY_MARKET } from "../../crypto/sources/venue.ts";
import { OperationalError } from "../../lib/operational-error.ts";
import { isObject } from "../../lib/shape.ts";

export type Row = Readonly<Record<string, unknown>>;

export interface Rows {
  path: string;
  rows: readonly Row[];
}

/** Names of fields, without case and punctuation; the first one that a row has is taken. */
export const NAMES = {
  base: ["base", "basecurrency", "baseasset", "basecoin", "baseccy", "basecurrencyid", "bc", "stock"],
  quote: ["quote", "quotecurrency", "quoteasset", "quotecoin", "quoteccy", "countercurrency", "qc", "money"],
  baseName: ["basename", "englishname", "basecurrencyname", "fullname"],
  last: ["last", "lastprice", "lastpr", "lasttradedprice", "tradeprice", "price", "close", "c", "a"],
  bid: ["bid", "bidprice", "bestbid", "bestbidprice", "bidpr", "bidpx", "bid1price", "highestbid", "buy", "b"],
  ask: ["ask", "askprice", "bestask", "bestaskprice", "askpr", "askpx", "ask1price", "lowestask", "sell", "k"],
  open: ["open24h", "open24", "openprice", "openingprice", "prevprice24h", "open", "o"],
  high: ["high", "high24h", "highprice", "highprice24h", "h"],
  low: ["low", "low24h", "lowprice", "lowprice24h", "l"],
  vwap: ["vwap", "weightedavgprice", "averageprice"],
  tradeTime: ["lasttradetime", "tradetime", "tradetimestamp", "closetime", "closetimestamp", "timestamp", "ts", "t"],
  trades: ["count", "trades", "tradecount", "numtrades"],
  change: /^(chg|change|pricechange|price24hpcnt|riserate|changerate|daychange)/,
  volume: /vol|turnover|^amount|^v$|^q$/,
  state: /stat|trad|enabl|active|online|listed/,
  status: ["code", "retcode", "status", "errorcode", "success"],
  words: /msg|message|error|description/,
} as const;

/** So many objects with the same fields are rows, not parts of the body. */
const FEWEST_BY_NAME = 3;

/**
 * The longest list of objects in a body, or object of them by market, and the path to it.
 * `what`: the body, for the error where there is none.
 */
export function findRows(body: unknown, what: string, path = ""): Rows {
  if (Array.isArray(body) && body.length > 0 && body.every(isObject)) return { path, rows: body };
  if (!isObject(body)) return { path, rows: [] };
  const pathTo = (key: string) => (path === "" ? key : `${path}.${key}`);
  const found = Object.entries(body).map(([key, value]) => findRows(value, what, pathTo(key)));
  // Sections of a body have the same fields, too: they are rows only if no longer list is in them.
  const own: Rows = { path: pathTo(BY_MARKET), rows: listByMarket(body) };
  const longest = found.reduce((best, each) => (each.rows.length > best.rows.length ? each : best), own);
  if (longest.rows.length === 0 && path === "") {
    throw new OperationalError(
      hasListRows(body)
        ? `The rows of ${what} are lists, whose elements have no names: declare their places yourself, as bitmart.ts does.`
        : `The body of ${what} has no list of rows and no object of them: read this venue with defineVenue, as kraken.ts does.`,
    );
  }
  return longest;
}

/** Whether a body has a list of lists, such as `[["BTC_USDT", "73300", "2"]]`. */
function hasListRows(body: unknown): boolean {
  if (Array.isArray(body)) return body.length > 0 && body.every(Array.isArray);
  return isObject(body) && Object.values(body).some(hasListRows);
}

/** The rows of an object by market, each with the name of its market; none of another object. */
function listByMarket(body: Row): Row[] {
  const named = Object.entries(body).flatMap(([name, row]) => (isObject(row) ? { ...row, [BY_MARKET]: name } : []));
  const fields = Object.keys(named[0] ?? {});
  const isLikeFirst = (row: Row) => fields.filter((field) => field in row).length > fields.length / 2;
  const areAllRows = named.length === Object.keys(body).length;
  return areAllRows && named.length >= FEWEST_BY_NAME && named.every(isLikeFirst) ? named : [];
}

/** The body with other rows at the path, the names between dots. */
export function replaceRows(body: unknown, path: string, rows: readonly (Row | undefined)[]): unknown {
  if (path === "") return rows;
  if (path === BY_MARKET) {
    const named = rows.map(({ [BY_MARKET]: name, ...fields } = {}) => [String(name), fields] as const);
    return Object.fromEntries(named);
  }
  const [key = "", ...rest] = path.split(".");
  const fields = isObject(body) ? body : {};
  return { ...fields, [key]: replaceRows(fields[key], rest.join("."), rows) };
}

/** The first of the names that the rows have, if its values are as expected. */
export function findField(
  rows: readonly Row[],
  names: readonly string[],
  fits: (field: string) => boolean = () => true,
): string | undefined {
  const fields = [...new Set(rows.slice(0, 20).flatMap((row) => Object.keys(row)))];
  return names.flatMap((name) => fields.filter((field) => normaliseName(field) === name)).find(fits);
}

/** A name of a field as the lists of names have it: lower-case letters and digits. */
export function normaliseName(field: string): string {
  return field.toLowerCase().replace(/[^a-z0-9]/g, "");
}

/** The number of a cell; `NaN` where it is none. */
export function readNumber(value: unknown): number {
  return typeof value === "number" || (typeof value === "string" && value !== "") ? Number(value) : Number.NaN;
}
