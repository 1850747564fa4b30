import { defineDerived } from "../../../../kit/api/derived.ts";
import { CHANGE_WINDOWS } from "../../../normalise/change-window.ts";
import { currencyOf, findWorth, ratesOf, refuseCurrency } from "../currency.ts";
import { isOpen, type OpenRow, openRow, type PricedRow, UNKNOWN_WINDOWS } from "../open-row.ts";
import {
  ids,
  includeTokens,
  names,
  precision,
  query,
  roundPrice,
  sparkline,
  symbols,
  unsupported,
  vsCurrency,
} from "../parameters.ts";
import { allRows, BASE_PATH } from "../published.ts";
import { selectRows } from "../select-rows.ts";
import { drawLines, linesOf } from "../sparkline.ts";

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
    names,
    symbols,
    include_tokens: includeTokens,
    order: query("Order of the coins.", "volume_desc", {
      default: "market_cap_desc",
      enum: ["market_cap_desc", "market_cap_asc", "volume_desc", "volume_asc", "id_asc", "id_desc"],
      files: [],
    }),
    vs_currency: vsCurrency,
    precision,
    sparkline,
    category: unsupported("coins have no categories here"),
  },
  needs: (request) => [allRows, ...ratesOf(currencyOf(request)), ...linesOf(request)],
  convert([all, ...others], request) {
    const { values } = request;
    const currency = currencyOf(request);
    const read = ratesOf(currency).length;
    const worth = findWorth(currency, others.slice(0, read));
    if (worth === undefined) return refuseCurrency(request);
    const rows = orderRows(selectRows(all.data, values).filter(isOpen), values["order"]);
    const length = Number(values["per_page"] ?? ROWS_PER_PAGE);
    const start = (Number(values["page"] ?? 1) - 1) * length;
    const page = rows.slice(start, start + length);
    const drawn = drawLines(page, others.slice(read), request);
    return page.map((row, at) => ({
      ...renderMarket(openRow(row, worth), values["precision"]),
      ...(drawn && { sparkline_in_7d: { price: drawn[at] } }),
    }));
  },
});

/** Rows come by market cap, the largest first. In every currency the order is the same. */
function orderRows(rows: readonly PricedRow[], order: unknown): readonly PricedRow[] {
  if (order === "market_cap_asc") return sortRows(rows, "market_cap", 1);
  if (order === "volume_desc") return sortRows(rows, "total_volume", -1);
  if (order === "volume_asc") return sortRows(rows, "total_volume", 1);
  if (order === "id_asc") return [...rows].sort((a, b) => (a.id < b.id ? -1 : 1));
  return order === "id_desc" ? [...rows].sort((a, b) => (a.id < b.id ? 1 : -1)) : rows;
}

/** Unknown numbers come last in both directions. */
function sortRows(rows: readonly PricedRow[], field: "market_cap" | "total_volume", sign: 1 | -1): PricedRow[] {
  return [...rows].sort(({ [field]: a }, { [field]: b }) =>
    a === null || b === null ? Number(a === null) - Number(b === null) : sign * (a - b),
  );
}

function renderMarket(row: OpenRow, places: string | number | undefined) {
  return {
    id: row.id,
    symbol: row.symbol,
    name: row.name,
    image: null,
    current_price: roundPrice(row.price, places),
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
      UNKNOWN_WINDOWS.list.map((window) => [`price_change_percentage_${window}_in_currency`, null]),
    ),
    ...Object.fromEntries(
      CHANGE_WINDOWS.map((window) => [`price_change_percentage_${window}_in_currency`, row.changes[window]]),
    ),
  };
}
