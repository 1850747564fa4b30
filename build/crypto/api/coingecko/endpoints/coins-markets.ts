import { defineDerived } from "../../../../kit/api/derived.ts";
import { CHANGE_WINDOWS, listOpenRows, type OpenRow } from "../open-row.ts";
import { ids, query, symbols, vsCurrency } from "../parameters.ts";
import { BASE_PATH, rowsIn } from "../published.ts";
import { selectRows } from "../select-rows.ts";

/** Without `per_page`; the API's own default. */
const ROWS_PER_PAGE = 100;

export const coinsMarkets = defineDerived({
  path: `${BASE_PATH}/coins/markets`,
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
    vs_currency: vsCurrency,
  },
  needs: ({ currency }) => [rowsIn(currency)],
  convert([all], { values }) {
    const rows = orderRows(selectRows(listOpenRows(all), values), values["order"]);
    const length = Number(values["per_page"] ?? ROWS_PER_PAGE);
    const start = (Number(values["page"] ?? 1) - 1) * length;
    return rows.slice(start, start + length).map(renderMarket);
  },
});

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
