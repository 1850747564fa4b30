import { defineConversion, type Need } from "../../../kit/api/derived.ts";
import type { AnswerMeta } from "../quote/quote.ts";
import type { CoinRow } from "../rows/coin-row.ts";

/** The newest prices in a small answer. No dependencies: they also run in workers. */

/** The largest coins with a price. More would not fit into 30 kB. */
export const LIVE_COINS = 1_000;
/** With the twelve digits of other answers, a thousand prices take 35 kB. */
export const PRICE_DIGITS = 7;
const CHANGE_DIGITS = 4;

interface CoinsAnswer {
  data: readonly CoinRow[];
  meta: AnswerMeta & { updated_at: string; expires_at: string };
}

/** A price of the live file. */
export interface LiveRow {
  id: string;
  symbol: string;
  key: string;
  price: number;
  change_24h_percentage: number | null;
  price_source: string;
  last_updated: string | null;
}

interface LiveAnswer {
  data: readonly LiveRow[];
  meta: CoinsAnswer["meta"];
}

/** The prices of the coins in the list. */
export const livePrices = defineConversion({
  needs: (): [Need<CoinsAnswer>] => [{ endpoint: "coins", values: { limit: "all" } }],
  convert([coins]) {
    const { schema_version, updated_at, expires_at, stale, sources, sample } = coins.meta;
    const priced = coins.data.flatMap(listLive).slice(0, LIVE_COINS);
    return {
      data: priced,
      meta: {
        schema_version,
        self: "live.json",
        updated_at,
        expires_at,
        stale,
        sources,
        ...(sample === true && { sample }),
      },
    };
  },
});

/** One of the prices, which is as old as it says itself. */
export const liveCoin = defineConversion({
  needs: (): [Need<LiveAnswer>] => [{ endpoint: "live", values: {} }],
  convert([{ data, meta }], { values }) {
    const key = String(values["symbol"]).toLowerCase();
    const row = data.find((one) => one.key === key);
    if (row === undefined) return undefined;
    const updated = row.last_updated ?? meta.updated_at;
    const validMs = Date.parse(meta.expires_at) - Date.parse(meta.updated_at);
    const expiresMs = Date.parse(updated) + validMs;
    return {
      data: row,
      meta: {
        ...meta,
        self: `live/${row.key}`,
        updated_at: updated,
        expires_at: new Date(expiresMs).toISOString().replace(".000", ""),
        stale: meta.stale || row.price_source === "stale" || expiresMs <= Date.parse(meta.updated_at),
      },
    };
  },
});

function listLive(coin: CoinRow): LiveRow[] {
  const { id, symbol, path, current_price: price, price_source, last_updated } = coin;
  const change = coin.price_change_percentage_24h;
  if (price === null) return [];
  return [
    {
      id,
      symbol,
      key: path.replace(/^coins\/|\.json$/g, ""),
      price: shorten(price, PRICE_DIGITS),
      change_24h_percentage: change === null ? null : shorten(change, CHANGE_DIGITS),
      price_source,
      last_updated,
    },
  ];
}

function shorten(value: number, digits: number): number {
  return Number(value.toPrecision(digits));
}
