import type { Need } from "../../../../kit/api/derived.ts";
import { defineDerived } from "../../../../kit/api/derived.ts";
import { roundNumber } from "../../../../lib/json/significant-digits.ts";
import { isWrapped } from "../../../normalise/coin-class.ts";
import { findWorths, ratesOfEach } from "../currency.ts";
import { listOpen, type PricedRow, round, toSeconds } from "../open-row.ts";
import { allRows, BASE_PATH } from "../published.ts";

/** Coins whose share of the market is listed; CoinGecko lists as many. */
const SHARES = 10;

const totals: Need<{ data: { markets: number } }> = { endpoint: "global", values: {} };

export const global = defineDerived({
  path: `${BASE_PATH}/global`,
  title: "The whole market",
  description:
    "Market cap, volume and shares, summed over the coins of this API. Market cap, shares and change leave out wrapped " +
    "coins, whose value is that of the coin behind them.",
  parameters: {},
  needs: ({ currencies }) => [allRows, totals, ...ratesOfEach(currencies)],
  /** Sums over the coins of this tree: the published totals may be those of a source. */
  convert([all, { data }, ...references], { currencies }) {
    const known = findWorths(currencies, references);
    const rows = listOpen(all);
    const sum = (values: readonly (number | null)[]) =>
      values.reduce((total: number, value) => total + (round(value) ?? 0), 0);
    const quote = (total: number) =>
      Object.fromEntries(known.map(({ currency, worth }) => [currency, round(total * (worth?.rate ?? 1))]));
    const counted = rows.filter(({ id, name }) => !isWrapped(id, name));
    const whole = sum(counted.map((row) => row.market_cap));
    const shares = new Map<string, number>();
    for (const { symbol, market_cap } of counted) {
      const name = symbol.toLowerCase();
      const marketCap = round(market_cap);
      if (shares.size < SHARES && marketCap !== null && !shares.has(name))
        shares.set(name, roundNumber((marketCap / whole) * 100));
    }
    const times = rows.flatMap((row) => toSeconds(row.last_updated) ?? []);
    return {
      data: {
        active_cryptocurrencies: rows.length,
        upcoming_icos: null,
        ongoing_icos: null,
        ended_icos: null,
        markets: data.markets,
        total_market_cap: quote(whole),
        total_volume: quote(sum(rows.map((row) => row.total_volume))),
        market_cap_percentage: Object.fromEntries(shares),
        market_cap_change_percentage_24h_usd: computeMove(counted),
        volume_change_percentage_24h_usd: null,
        updated_at: times.length === 0 ? null : times.reduce((newest, time) => Math.max(newest, time)),
      },
    };
  },
});

/** The move in percent of all coins whose change is known, at today's supplies. */
function computeMove(rows: readonly PricedRow[]): number | null {
  let now = 0;
  let before = 0;
  for (const row of rows) {
    const marketCap = round(row.market_cap);
    const change = round(row.price_change_percentage_24h);
    if (marketCap === null || change === null || change <= -100) continue;
    now += marketCap;
    before += marketCap / (1 + change / 100);
  }
  return before === 0 ? null : round((now / before - 1) * 100);
}
