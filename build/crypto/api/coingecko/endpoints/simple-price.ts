import { defineDerived } from "../../../../kit/api/derived.ts";
import { listOpenRows, type OpenRow, toSeconds } from "../open-row.ts";
import { ids, lookup, symbols, vsCurrency } from "../parameters.ts";
import { BASE_PATH, rowsIn } from "../published.ts";
import { selectRows } from "../select-rows.ts";

export const simplePrice = defineDerived({
  path: `${BASE_PATH}/simple/price`,
  title: "Simple price",
  description: "Prices by id. The file holds all coins, for clients that look up an id.",
  parameters: { ids: lookup(ids), symbols: lookup(symbols), vs_currencies: vsCurrency },
  needs: ({ currency }) => [rowsIn(currency)],
  convert: ([all], { currency, values }) =>
    Object.fromEntries(selectRows(listOpenRows(all), values).map((row) => [row.id, renderPrice(row, currency)])),
});

function renderPrice(row: OpenRow, currency: string) {
  return {
    [currency]: row.price,
    [`${currency}_market_cap`]: row.marketCap,
    [`${currency}_24h_vol`]: row.volume,
    [`${currency}_24h_change`]: row.changes["24h"],
    last_updated_at: toSeconds(row.updatedAt),
  };
}
