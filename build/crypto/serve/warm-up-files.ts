import { HOUR_MS, renderTime } from "../../lib/time.ts";
import { ALL_COINS } from "../api/rows/find-coin.ts";

/**
 * The files of a small site, for the requests of `warm-up.ts`: two coins, and hours that stand for
 * days as well. The numbers mean nothing. No dependencies: it also runs in workers.
 */

const START = "2026-01-01T00:00:00Z";
/**
 * V8 compiles a loop better after some turns: with 60 hours, a chart in another currency took a
 * worker 1 ms longer. With 720, others took 5 ms longer: compiling did not end before them.
 */
const HOURS = 240;
const END = renderTime(Date.parse(START) + HOURS * HOUR_MS);
const TIMES = Array.from({ length: HOURS }, (_, hour) => Date.parse(START) + hour * HOUR_MS);
const KEYS = ["btc", "eth"];

const meta = {
  schema_version: "1",
  updated_at: END,
  expires_at: END,
  stale: false,
  sources: ["venue"],
  currency: "usd",
  origins: [{ from: START, source: "venue", points: TIMES.length }],
};

const [bitcoin, ether] = [makeRow("bitcoin", "BTC", 1), makeRow("ethereum", "ETH", 2)];

function makeRow(id: string, symbol: string, rank: number) {
  const price = 1.1 / rank;
  return {
    id,
    symbol,
    name: symbol,
    path: `coins/${symbol.toLowerCase()}.json`,
    market_cap_rank: rank,
    current_price: price,
    price_low: price,
    price_high: price,
    market_cap: 1e9 / rank,
    fully_diluted_valuation: 1e9 / rank,
    total_volume: 1e6,
    high_24h: price,
    low_24h: price,
    price_change_24h: 0.1,
    price_change_percentage_1h: 0.1,
    price_change_percentage_24h: 0.1,
    price_change_percentage_7d: 0.1,
    price_change_percentage_30d: 0.1,
    price_change_percentage_1y: 0.1,
    ath: 2,
    ath_date: START,
    ath_change_percentage: -1,
    price_source: "aggregated",
    last_updated: END,
  };
}

/** With as many digits as real prices have. */
const points = TIMES.map((time, hour) => [time, 1.5 + hour / 7]);

/** The files of one coin. */
function listCoinFiles(row: typeof bitcoin): [path: string, body: unknown][] {
  const folder = row.path.replace(".json", "");
  const { id, symbol } = row;
  const sparkline = { ath: 2, atl: 1, atl_date: START, atl_change_percentage: 1, sparkline_7d: [1.5, 1.5] };
  const series = { id, symbol, interval: "1h", from: START, to: END, points: points.length };
  const history = (period: string) => ({
    data: { ...series, period, prices: points, market_caps: points, total_volumes: points },
    meta,
  });
  const candles = { ...series, period: "30d", candles: TIMES.map((time) => [time, 1.5, 1.6, 1.4, 1.5]) };
  return [
    [`${folder}.json`, { data: { ...row, ...sparkline }, meta: { ...meta, sparkline_7d: { to: END, points: 2 } } }],
    [`${folder}/history.json`, history("7d")],
    ...["24h", "30d", "1y", "all"].map((period): [string, unknown] => [
      `${folder}/history/${period}.json`,
      history(period),
    ]),
    [`${folder}/ohlc.json`, { data: candles, meta }],
    [`${folder}/ohlc/all.json`, { data: { ...candles, period: "all" }, meta }],
    [`${folder}/hours/2026.json`, { data: { ...series, year: 2026, prices: points.map(([, price]) => price) }, meta }],
  ];
}

const coins = { data: [bitcoin, ether], meta: { ...meta, pagination: { total: KEYS.length } } };
const dates = ["2025-12-31", "2026-01-01"];

/** By name, as in `placeFile`. */
export const files: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  [ALL_COINS, coins],
  ["coins.json", coins],
  ...listCoinFiles(bitcoin),
  ...listCoinFiles(ether),
  ["exchange-rates.json", { data: { base: "USD", rates: { EUR: 0.9 } }, meta }],
  ["exchange-rates/history/eur.json", { data: { base: "USD", dates, rates: { EUR: [0.9, 0.91] } }, meta }],
  [
    "global.json",
    { data: { markets: 1, total_market_cap: { usd: 1 }, total_volume: { usd: 1 }, updated_at: END }, meta },
  ],
  ["status.json", { data: { sources: [{ id: "venue", kind: "exchange", redistribution: "unclear" }] }, meta }],
  ["trending.json", { data: { top_gainers: [ether], top_losers: [bitcoin] }, meta }],
  [
    "sparklines.json",
    { data: { BTC: [1.5], ETH: [1.5] }, meta: { ...meta, series: { timestamps: TIMES.slice(0, 1) }, restricted: {} } },
  ],
  [
    "prices/months/2025-12.json",
    { data: { dates: dates.slice(0, 1), coins: { bitcoin: [1.5], ethereum: [1.5] }, sources: [["venue"]] }, meta },
  ],
  ["contracts/ethereum.json", { data: { "0x1": { id: ether.id, key: "eth" } }, meta }],
]);
