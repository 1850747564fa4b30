import type { Route } from "../../kit/render/route.ts";
import { ROUTES_FILE } from "../../kit/serve/handler/answer-route.ts";
import type { WarmUp } from "../../kit/serve/worker.ts";
import { coingecko } from "../api/coingecko/registry.ts";
import type { ConversionId } from "../api/derived/conversions.ts";
import { MOMENT_PATTERN } from "../api/moments/parse-moment.ts";
import { QUOTED, QUOTED_CONVERSIONS, type QuoteKind } from "../api/quote/currencies.ts";
import { ALL_COINS, bySymbol, SEARCHED } from "../api/rows/find-coin.ts";
import { files } from "./warm-up-files.ts";

/*
 * Requests that a worker answers to itself before its first one, so that the code of each kind of
 * answer is compiled by then. Routes have what the handler reads of them. No dependencies: it also
 * runs in workers.
 */

type Parameters = Readonly<Record<string, object>>;

const inPath = (own: object = {}) => ({ in: "path", type: "string", required: true, ...own });
const inQuery = (own: object) => ({ in: "query", type: "string", ...own });

const symbol = { symbol: inPath({ row: bySymbol }) };
const symbols = { symbols: inQuery({ type: "list", bare: true }) };
const coins = {
  search: inQuery({ maxLength: 64, members: SEARCHED }),
  limit: inQuery({ type: "integer", default: 100, files: ["all"] }),
  offset: inQuery({ type: "integer", default: 0 }),
};
const period = (own: string, ...others: string[]) =>
  inQuery({ default: own, enum: [own, ...others], files: [own, ...others], bare: true });

/** The endpoints of `QUOTED`, by the form of their answer. */
const LISTED: Readonly<Record<QuoteKind, [path: string, parameters: Parameters, more?: object]>> = {
  rows: ["/coins", coins, { dynamic: { kind: "list", from: ALL_COINS } }],
  coin: ["/coins/{symbol}", symbol],
  history: ["/coins/{symbol}/history", { ...symbol, period: period("7d", "24h", "30d", "1y", "all") }],
  hours: ["/coins/{symbol}/hours/{year}", { ...symbol, year: inPath() }],
  candles: ["/coins/{symbol}/ohlc", { ...symbol, period: period("30d", "all") }],
  global: ["/global", {}],
  trending: ["/trending", {}],
  sparklines: ["/sparklines", symbols, { dynamic: { kind: "pick", from: "sparklines.json" } }],
};

const DERIVED: Readonly<Record<ConversionId, [path: string, parameters: Parameters]>> = {
  "coin-at": ["/coins/{symbol}/at", { ...symbol, time: inQuery({ required: true, pattern: MOMENT_PATTERN }) }],
  contract: ["/contracts/{chain}/{address}", { chain: inPath(), address: inPath() }],
  "day-prices": ["/prices/{date}", { date: inPath(), symbols: inQuery({ type: "list" }) }],
  live: ["/live", {}],
  "live-coin": ["/live/{symbol}", symbol],
  price: ["/price/{symbol}", symbol],
};

const STORED: Readonly<Record<string, [path: string, parameters: Parameters]>> = {
  "month-prices": ["/prices/months/{month}", { month: inPath() }],
  contracts: ["/contracts/{chain}", { chain: inPath() }],
  "exchange-rates": ["/exchange-rates", {}],
  "currency-history": ["/exchange-rates/history/{code}", { code: inPath() }],
  status: ["/status", {}],
};

function listRoutes(): Route[] {
  const quoted = Object.entries(QUOTED) as [QuoteKind, string][];
  const routes = [
    ...quoted.map(([kind, endpoint]) => {
      const [path, parameters, more] = LISTED[kind];
      return { endpoint, path, parameters, ...more };
    }),
    ...Object.entries(STORED).map(([endpoint, [path, parameters]]) => ({ endpoint, path, parameters })),
    ...Object.entries(DERIVED).map(([kind, [path, parameters]]) => {
      return { endpoint: kind, path, parameters, derived: { kind, currency: "usd" } };
    }),
    ...QUOTED_CONVERSIONS.map((kind) => {
      const [path, parameters] = DERIVED[kind];
      return { endpoint: `in-eur-${kind}`, path: `/in/eur${path}`, parameters, derived: { kind, currency: "eur" } };
    }),
    ...quoted.flatMap(([kind, base]) =>
      // A coin as a currency has code of its own.
      (kind === "coin" || kind === "history" ? ["eur", "btc"] : ["eur"]).map((currency) => {
        const [path, parameters] = LISTED[kind];
        const derived = { kind, currency, base };
        return { endpoint: `in-${currency}-${base}`, path: `/in/${currency}${path}`, parameters, derived };
      }),
    ),
    ...Object.entries(coingecko).map(([kind, { path, parameters }]) => {
      const derived = { kind, currency: "usd" };
      return {
        endpoint: `compat-${kind}`,
        path: path.replace("{currency}", "usd"),
        parameters,
        outside: true,
        derived,
      };
    }),
  ];
  return routes as unknown as Route[];
}

const MOMENT = "2026-01-01T02:30Z";
const QUOTED_PATHS = ["coins?limit=1", "coins/eth", "coins/eth/history", "coins/eth/history?period=1y"].concat([
  "coins/eth/hours/2026",
  "coins/eth/ohlc",
  "global",
  "trending",
  "sparklines?symbols=eth",
]);
const COINGECKO_PATHS = [
  "ping",
  "simple/price?ids=ethereum&vs_currencies=usd,eur",
  "simple/supported_vs_currencies",
  "coins/list",
  "coins/markets?vs_currency=eur&per_page=1&sparkline=true",
  "coins/ethereum",
  "coins/ethereum/market_chart?vs_currency=eur&days=1",
  "coins/ethereum/market_chart?days=30",
  "coins/ethereum/market_chart?vs_currency=eur&days=30",
  "coins/ethereum/market_chart/range?from=1767225600&to=1767236400",
  "coins/ethereum/ohlc?days=7",
  "coins/ethereum/history?date=01-01-2026",
  "exchange_rates",
  "global",
  "search/trending",
  "search?query=e",
];

export const warmUp: WarmUp = {
  paths: [
    "/api/coins?limit=1&offset=1",
    "/api/coins?search=e&limit=1",
    "/api/coins/ETH",
    "/api/coins/none",
    "/api/sparklines?symbols=eth,none",
    "/api/price/eth",
    "/api/live",
    "/api/live/eth",
    "/api/contracts/ethereum/0x1",
    "/api/prices/2025-12-31",
    "/api/in/eur/prices/2025-12-31?symbols=eth",
    `/api/coins/ethereum/at?time=${MOMENT}`,
    `/api/in/eur/coins/eth/at?time=${MOMENT}`,
    "/api/in/btc/coins/eth",
    "/api/in/btc/coins/eth/history",
    ...QUOTED_PATHS.map((path) => `/api/in/eur/${path}`),
    ...COINGECKO_PATHS.map((path) => `/compat/coingecko/usd/api/v3/${path}`),
  ],
  files: new Map<string, unknown>([[ROUTES_FILE, listRoutes()], ...files]),
};
