import { ABSENT, type Parameter } from "../../../kit/api/parameter.ts";
import { byId } from "../rows/find-coin.ts";

/** Parameters of several endpoints. No dependencies: it also runs in workers. */

/** The longest list of ids or of currencies. About 160 currencies have a rate. */
const MAX_ITEMS = 250;

export const query = (description: string, example: string | number, own: Partial<Parameter> = {}): Parameter => ({
  in: "query",
  type: "string",
  description,
  example,
  ...(own.type === undefined && own.enum === undefined && { maxLength: 64 }),
  ...own,
});

/** A file of everything answers: clients look up ids and times. */
export const lookup = (parameter: Parameter): Parameter => ({ ...parameter, lookup: true });

/** Files have the default value; the handler computes the others, other hosts refuse them. */
const computed = (description: string, example: string, own: Partial<Parameter>): Parameter =>
  query(description, example, { ...own, files: [] });

/**
 * A parameter of CoinGecko that this project cannot apply. A request that sets it is refused: an
 * answer without it would mean something else.
 */
export const unsupported = (what: string): Parameter =>
  query(`Not supported: a request with it is refused, because ${what}.`, "", {
    pattern: ABSENT,
    allowed: `absent: ${what}`,
    files: [],
  });

const list = (description: string, example: string) =>
  query(description, example, { type: "list", maxItems: MAX_ITEMS });

const CODE = {
  pattern: "^[a-z]{2,8}$",
  allowed: "a currency of simple/supported_vs_currencies",
} as const;

export function isCurrencyCode(text: string): boolean {
  return new RegExp(CODE.pattern).test(text);
}

/** Each endpoint has it with the currency of its path as the default. */
export const vsCurrency = computed("The currency of the answer; without it that of the path.", "eur", CODE);

/** The same for charts and candles: most currencies have today's rate alone. */
export const vsCurrencyOfChart = computed(
  "The currency of the answer, one with past rates; without it that of the path.",
  "eur",
  {
    pattern: CODE.pattern,
    allowed: "a currency with past rates: usd, btc, eth or one of /api/exchange-rates/history, such as eur",
  },
);

export const vsCurrencies = lookup(
  list(
    "Currencies of the prices. Unknown ones are left out. Without it, and as a file: those that the site is built for.",
    "usd,eur,chf",
  ),
);

export const id: Parameter = {
  in: "path",
  type: "string",
  description: "Id of the coin, in upper or lower case.",
  example: "bitcoin",
  required: true,
  noun: "coin",
  row: byId,
};

export const ids = list("Ids of the coins. Without ids, names and symbols: all coins.", "bitcoin,ethereum");

export const names = list("Names of the coins, in upper or lower case; ignored beside ids.", "Bitcoin,Ethereum");

export const symbols = list("Symbols of the coins: the largest coin of each; ignored beside ids and names.", "btc,eth");

/** Without symbols it changes nothing, so a file of all coins answers as well. */
export const includeTokens = lookup(
  query("`all` gives every coin with one of the symbols.", "all", { default: "top", enum: ["top", "all"] }),
);

/** JSON numbers carry 12 significant digits, so more decimal places change nothing. */
export const precision = lookup(
  query("Decimal places of the prices, 0 to 18, or `full`.", "2", {
    default: "full",
    pattern: "^(full|[0-9]|1[0-8])$",
    allowed: "full or a number from 0 to 18",
  }),
);

export const sparkline = computed("`true` adds the prices of the last 7 days in 4-hour steps, at most 42.", "true", {
  default: "false",
  enum: ["false", "true"],
});

export const interval = lookup(
  query("`daily` gives days, `hourly` hours up to 90 days.", "daily", { enum: ["daily", "hourly"] }),
);

/** A day as `yyyy-mm-dd`, as a regular expression. */
export const DATE = "[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])";

/** The price with the requested number of decimal places. */
export function roundPrice(price: number, places: string | number | undefined): number;
export function roundPrice(price: number | null, places: string | number | undefined): number | null;
export function roundPrice(price: number | null, places: string | number | undefined): number | null {
  return price === null || places === undefined ? price : Number(price.toFixed(Number(places)));
}
