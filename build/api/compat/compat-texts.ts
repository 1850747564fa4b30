import type { Parameter } from "../parameter.ts";
import type { ParameterMap } from "../query.ts";
import type { CompatKind } from "./compat.ts";
import { ROWS_PER_PAGE } from "./convert.ts";

interface CompatText {
  /** Below the base address that a client of CoinGecko is set to. */
  path: string;
  title: string;
  description: string;
  parameters: ParameterMap;
}

const MAX_IDS = 250;
const query = (description: string, example: string | number, own: Partial<Parameter> = {}): Parameter => ({
  in: "query",
  type: "string",
  description,
  example,
  ...(own.type === undefined && own.enum === undefined && { maxLength: 64 }),
  ...own,
});
/** A file of everything answers: clients look up ids and times. */
const lookup = (parameter: Parameter): Parameter => ({ ...parameter, lookup: true });
const list = (description: string, example: string) => query(description, example, { type: "list", maxItems: MAX_IDS });

/** Bound to the currency of the path when the endpoints of a currency are defined. */
export const BOUND = ["vs_currency", "vs_currencies"];
const vs = query("The currency of the path; any other is refused.", "usd");
const id: Parameter = {
  in: "path",
  type: "string",
  description: "Id of the coin, in upper or lower case.",
  example: "bitcoin",
  required: true,
  noun: "coin",
};
const ids = list("Ids of the coins. Without ids and symbols: all coins.", "bitcoin,ethereum");
const symbols = list("Symbols of the coins: every coin with one of them.", "btc,eth");
const interval = query("`daily` gives closed days.", "daily", { maxLength: 16 });

const DATE = "[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])";
const TIME = {
  pattern: `^([0-9]{1,12}|${DATE}(t([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]{1,9})?)?(z|[+-][0-9]{2}:?[0-9]{2})?)?)$`,
  allowed: "a time in unix seconds or an ISO 8601 date",
  lookup: true,
} as const;
const DAY = { pattern: `^([0-9]{2}-[0-9]{2}-[0-9]{4}|${DATE})$`, allowed: "a day as dd-mm-yyyy or yyyy-mm-dd" };

const CHART = "Prices, market caps and volumes of a coin";

/** Fixed paths come before those with an id: the first that fits a request answers it. */
export const COMPAT_TEXTS: Readonly<Record<CompatKind, CompatText>> = {
  ping: { path: "/ping", title: "Ping", description: "Answers if the service is available.", parameters: {} },
  "simple-price": {
    path: "/simple/price",
    title: "Simple price",
    description: "Prices by id. The file holds all coins, for clients that look up an id.",
    parameters: { ids: lookup(ids), symbols: lookup(symbols), vs_currencies: vs },
  },
  "simple-supported-vs-currencies": {
    path: "/simple/supported_vs_currencies",
    title: "Supported currencies",
    description: "The currency of the path.",
    parameters: {},
  },
  "coins-list": {
    path: "/coins/list",
    title: "List of coins",
    description: "Id, symbol and name of every coin with a price of this project.",
    parameters: {},
  },
  "coins-markets": {
    path: "/coins/markets",
    title: "Coins with market data",
    description: `Coins by market cap. The file is page 1 with ${ROWS_PER_PAGE} coins; the others are in page/2.json and so on.`,
    parameters: {
      page: query("Number of the page.", 2, { type: "integer", default: 1, minimum: 1 }),
      per_page: query("Coins on a page.", 50, { type: "integer", default: ROWS_PER_PAGE, minimum: 1, maximum: 250 }),
      ids,
      symbols,
      order: query("Order of the coins.", "volume_desc", {
        default: "market_cap_desc",
        enum: ["market_cap_desc", "market_cap_asc", "volume_desc", "volume_asc", "id_asc", "id_desc"],
      }),
      vs_currency: vs,
    },
  },
  "coins-id": {
    path: "/coins/{id}",
    title: "One coin",
    description: "Market data of one coin. Texts, links and images are empty.",
    parameters: { id },
  },
  "coins-id-market-chart": {
    path: "/coins/{id}/market_chart",
    title: "Chart of a coin",
    description: `${CHART}. Without \`days\`, and as a file: the last year by closed days, and the last 7 days by hours.`,
    parameters: {
      id,
      days: query("Number of days until the newest point, or `max`.", "30", {
        pattern: "^(max|[1-9][0-9]{0,4})$",
        allowed: "a number of days, 1 or more, or max",
        lookup: true,
      }),
      interval: lookup(interval),
      vs_currency: vs,
    },
  },
  "coins-id-market-chart-range": {
    path: "/coins/{id}/market_chart/range",
    title: "Chart of a coin between two times",
    description: `${CHART}. Without \`from\` and \`to\`, and as a file: the same as market_chart.`,
    parameters: {
      id,
      from: query("First time, in unix seconds or as ISO 8601 date.", "1767225600", TIME),
      to: query("Last time, in unix seconds or as ISO 8601 date.", "1767312000", TIME),
      interval: lookup(interval),
      vs_currency: vs,
    },
  },
  "coins-id-history": {
    path: "/coins/{id}/history",
    title: "A coin on a past day",
    description: "Price, market cap and volume at the end of a UTC day. Only hosts with the handler answer it.",
    parameters: { id, date: query("The day, `dd-mm-yyyy` or `yyyy-mm-dd`.", "30-12-2025", { ...DAY, required: true }) },
  },
  "exchange-rates": {
    path: "/exchange_rates",
    title: "Exchange rates of bitcoin",
    description: "Units of every currency for one bitcoin.",
    parameters: {},
  },
  global: {
    path: "/global",
    title: "The whole market",
    description: "Sums over the coins of this interface.",
    parameters: {},
  },
  "search-trending": {
    path: "/search/trending",
    title: "Trending coins in CoinGecko's form",
    description: "The coins that gained most in 24 hours. Searches are not counted.",
    parameters: {},
  },
  search: {
    path: "/search",
    title: "Search",
    description: "Coins whose symbol, name or id contains a text. Only hosts with the handler answer it.",
    parameters: { query: query("The text, in upper or lower case.", "bit", { required: true }) },
  },
};
