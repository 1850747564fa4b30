import type { Need } from "../../../../kit/api/derived.ts";
import { defineDerived } from "../../../../kit/api/derived.ts";
import { listOpenRows, type OpenRow, round, toSeconds } from "../open-row.ts";
import { BASE_PATH, rowsIn } from "../published.ts";

/** Coins whose share of the market is listed; CoinGecko lists as many. */
const SHARES = 10;

const totals: Need<{ data: { markets: number } }> = { endpoint: "global", values: {} };

export const global = defineDerived({
  path: `${BASE_PATH}/global`,
  title: "The whole market",
  description: "Sums over the coins of this interface.",
  parameters: {},
  needs: ({ currency }) => [rowsIn(currency), rowsIn("usd"), totals],
  /** Sums over the coins of this tree: the published totals may be those of a source. */
  convert([own, usd, { data }], { currency }) {
    const rows = listOpenRows(own);
    const usdRows = listOpenRows(usd);
    const sum = (values: readonly (number | null)[]) =>
      values.reduce((total: number, value) => total + (value ?? 0), 0);
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
        markets: data.markets,
        total_market_cap: add(({ marketCap }) => marketCap),
        total_volume: add(({ volume }) => volume),
        market_cap_percentage: Object.fromEntries(shares),
        market_cap_change_percentage_24h_usd: computeMove(usdRows),
        volume_change_percentage_24h_usd: null,
        updated_at: times.length === 0 ? null : times.reduce((newest, time) => Math.max(newest, time)),
      },
    };
  },
});

/** The move in percent of all coins whose change is known, at today's supplies. */
function computeMove(rows: readonly OpenRow[]): number | null {
  let now = 0;
  let before = 0;
  for (const { marketCap, changes } of rows) {
    const change = changes["24h"];
    if (marketCap === null || change === null || change <= -100) continue;
    now += marketCap;
    before += marketCap / (1 + change / 100);
  }
  return before === 0 ? null : round((now / before - 1) * 100);
}
