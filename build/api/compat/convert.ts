import { searchRows } from "../query.ts";
import type { CoinRow } from "../rows/coin-row.ts";
import type { CompatKind, CompatRequest } from "./compat.ts";
import { convertChart, convertDetail, convertPastDay, convertRange } from "./convert-coin.ts";
import { CHANGE_WINDOWS, listOpenRows, type OpenRow, openRow, round, toSeconds } from "./open-row.ts";

/**
 * Makes answers in CoinGecko's form from published ones, in the generator and in the handler alike.
 * Field names and meanings: https://docs.coingecko.com/reference/endpoint-overview. Unknown values
 * are `null`. No dependencies: it also runs in workers.
 */

type Convert = (answers: readonly unknown[], request: CompatRequest) => unknown;

/** Without `per_page`; the API's own default. */
export const ROWS_PER_PAGE = 100;
const MAX_FOUND = 25;
const SHARES = 10;

/** The body; `undefined` if there is none, such as that of an unknown coin. */
export function convertCompat(answers: readonly unknown[], request: CompatRequest): unknown {
  return CONVERTERS[request.kind](answers, request);
}

const convertPing: Convert = ([status]) => {
  const { sample } = (status as { meta: { sample?: boolean } }).meta;
  return { gecko_says: sample ? "Open Crypto Data: sample data, made up" : "Open Crypto Data" };
};

const convertPrices: Convert = ([all], { currency, values }) =>
  Object.fromEntries(selectRows(listOpenRows(all), values).map((row) => [row.id, renderPrice(row, currency)]));

function renderPrice(row: OpenRow, currency: string) {
  return {
    [currency]: row.price,
    [`${currency}_market_cap`]: row.marketCap,
    [`${currency}_24h_vol`]: row.volume,
    [`${currency}_24h_change`]: row.changes["24h"],
    last_updated_at: toSeconds(row.updatedAt),
  };
}

/** The rows with the requested ids and symbols; all rows without either. */
function selectRows(rows: readonly OpenRow[], values: CompatRequest["values"]): readonly OpenRow[] {
  const ids = readList(values["ids"]);
  const symbols = readList(values["symbols"]);
  if (ids.size === 0 && symbols.size === 0) return rows;
  return rows.filter(({ id, symbol }) => ids.has(id.toLowerCase()) || symbols.has(symbol));
}

function readList(text: string | number | undefined): ReadonlySet<string> {
  return new Set(text === undefined ? [] : String(text).toLowerCase().split(","));
}

const convertMarkets: Convert = ([all], { values }) => {
  const rows = orderRows(selectRows(listOpenRows(all), values), values["order"]);
  const length = Number(values["per_page"] ?? ROWS_PER_PAGE);
  const start = (Number(values["page"] ?? 1) - 1) * length;
  return rows.slice(start, start + length).map(renderMarket);
};

/** Rows come by market cap, the largest first. */
function orderRows(rows: readonly OpenRow[], order: unknown): readonly OpenRow[] {
  if (order === "market_cap_asc") return [...rows].reverse();
  if (order === "volume_desc") return [...rows].sort((a, b) => (b.volume ?? -1) - (a.volume ?? -1));
  if (order === "volume_asc") return [...rows].sort((a, b) => (a.volume ?? -1) - (b.volume ?? -1));
  if (order === "id_asc") return [...rows].sort((a, b) => (a.id < b.id ? -1 : 1));
  return order === "id_desc" ? [...rows].sort((a, b) => (a.id < b.id ? 1 : -1)) : rows;
}

function renderMarket(row: OpenRow) {
  return {
    id: row.id,
    symbol: row.symbol,
    name: row.name,
    image: null,
    current_price: row.price,
    market_cap: row.marketCap,
    market_cap_rank: row.rank,
    fully_diluted_valuation: row.fullyDilutedValuation,
    total_volume: row.volume,
    high_24h: null,
    low_24h: null,
    price_change_24h: row.change24h,
    price_change_percentage_24h: row.changes["24h"],
    market_cap_change_24h: null,
    market_cap_change_percentage_24h: null,
    circulating_supply: null,
    total_supply: null,
    max_supply: null,
    ath: null,
    ath_change_percentage: null,
    ath_date: null,
    atl: null,
    atl_change_percentage: null,
    atl_date: null,
    roi: null,
    last_updated: row.updatedAt,
    ...Object.fromEntries(
      CHANGE_WINDOWS.map((window) => [`price_change_percentage_${window}_in_currency`, row.changes[window]]),
    ),
  };
}

/** Units for one bitcoin. */
const convertRates: Convert = ([coins, table]) => {
  const rows = listOpenRows(coins);
  const bitcoin = rows.find(({ id }) => id === "bitcoin");
  const ether = rows.find(({ id }) => id === "ethereum");
  if (bitcoin === undefined) return undefined;
  const { rates } = (table as { data: { rates: Readonly<Record<string, number>> } }).data;
  const render = (code: string, name: string, value: number, type: string) => [
    code.toLowerCase(),
    { name, unit: code, value: round(value), type },
  ];
  return {
    rates: Object.fromEntries([
      render("BTC", "Bitcoin", 1, "crypto"),
      ...(ether === undefined ? [] : [render("ETH", "Ether", bitcoin.price / ether.price, "crypto")]),
      ...Object.entries(rates).map(([code, rate]) =>
        render(code, code, bitcoin.price * (round(rate) as number), "fiat"),
      ),
    ]),
  };
};

/** Sums over the coins of this tree: the published totals may be those of a source. */
const convertGlobal: Convert = ([own, usd, global], { currency }) => {
  const [rows, usdRows] = [listOpenRows(own), listOpenRows(usd)];
  const sum = (values: readonly (number | null)[]) => values.reduce((total: number, value) => total + (value ?? 0), 0);
  const add = (measure: (row: OpenRow) => number | null) => ({
    usd: round(sum(usdRows.map(measure))),
    [currency]: round(sum(rows.map(measure))),
  });
  const whole = sum(usdRows.map(({ marketCap }) => marketCap));
  const shares = new Map<string, number>();
  for (const { symbol, marketCap } of usdRows) {
    if (shares.size < SHARES && marketCap !== null && !shares.has(symbol))
      shares.set(symbol, round((marketCap / whole) * 100) as number);
  }
  const times = usdRows.flatMap(({ updatedAt }) => toSeconds(updatedAt) ?? []);
  return {
    data: {
      active_cryptocurrencies: usdRows.length,
      upcoming_icos: null,
      ongoing_icos: null,
      ended_icos: null,
      markets: (global as { data: { markets: number } }).data.markets,
      total_market_cap: add(({ marketCap }) => marketCap),
      total_volume: add(({ volume }) => volume),
      market_cap_percentage: Object.fromEntries(shares),
      market_cap_change_percentage_24h_usd: computeMove(usdRows),
      volume_change_percentage_24h_usd: null,
      updated_at: times.length === 0 ? null : times.reduce((newest, time) => Math.max(newest, time)),
    },
  };
};

/** The move in percent of all coins whose change is known, at today's supplies. */
function computeMove(rows: readonly OpenRow[]): number | null {
  let [now, before] = [0, 0];
  for (const { marketCap, changes } of rows) {
    const change = changes["24h"];
    if (marketCap === null || change === null || change <= -100) continue;
    now += marketCap;
    before += marketCap / (1 + change / 100);
  }
  return before === 0 ? null : round((now / before - 1) * 100);
}

/** The largest gains, because searches are not counted. */
const convertTrending: Convert = ([all, trending], { currency }) => {
  const bitcoin = listOpenRows(all).find(({ id }) => id === "bitcoin");
  const toBitcoin = (value: number | null) =>
    value === null || bitcoin === undefined ? null : round(value / bitcoin.price);
  const gainers = (trending as { data: { top_gainers: CoinRow[] } }).data.top_gainers.flatMap(
    (row) => openRow(row) ?? [],
  );
  const coins = gainers.map((row, score) => ({
    item: {
      id: row.id,
      coin_id: null,
      name: row.name,
      symbol: row.symbol,
      market_cap_rank: row.rank,
      thumb: null,
      small: null,
      large: null,
      slug: row.id,
      price_btc: toBitcoin(row.price),
      score,
      data: {
        price: row.price,
        price_btc: renderText(toBitcoin(row.price)),
        price_change_percentage_24h: { [currency]: row.changes["24h"] },
        market_cap: renderText(row.marketCap),
        market_cap_btc: renderText(toBitcoin(row.marketCap)),
        total_volume: renderText(row.volume),
        total_volume_btc: renderText(toBitcoin(row.volume)),
        sparkline: null,
        content: null,
      },
    },
  }));
  return { coins, nfts: [], categories: [] };
};

function renderText(value: number | null): string | null {
  return value === null ? null : String(value);
}

const convertSearch: Convert = ([all], { values }) => {
  const found = searchRows(listOpenRows(all), String(values["query"])).slice(0, MAX_FOUND);
  const coins = found.map(({ id, name, symbol, rank }) => ({
    id,
    name,
    api_symbol: id,
    symbol,
    market_cap_rank: rank,
    thumb: null,
    large: null,
  }));
  return { coins, exchanges: [], icos: [], categories: [], nfts: [] };
};

const CONVERTERS: Readonly<Record<CompatKind, Convert>> = {
  ping: convertPing,
  "simple-price": convertPrices,
  "simple-supported-vs-currencies": (_, { currency }) => [currency],
  "coins-list": ([all]) => listOpenRows(all).map(({ id, symbol, name }) => ({ id, symbol, name })),
  "coins-markets": convertMarkets,
  "coins-id": convertDetail,
  "coins-id-market-chart": convertChart,
  "coins-id-market-chart-range": convertRange,
  "coins-id-history": convertPastDay,
  "exchange-rates": convertRates,
  global: convertGlobal,
  "search-trending": convertTrending,
  search: convertSearch,
};
