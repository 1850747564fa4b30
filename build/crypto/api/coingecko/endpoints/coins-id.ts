import { defineDerived } from "../../../../kit/api/derived.ts";
import { CHANGE_WINDOWS } from "../../../normalise/change-window.ts";
import { findWorths, ratesOfEach } from "../currency.ts";
import { isOpen, type OpenRow, openRow, UNKNOWN_WINDOWS } from "../open-row.ts";
import { id, sparkline } from "../parameters.ts";
import { BASE_PATH, detailOf } from "../published.ts";
import { drawLines, linesOf } from "../sparkline.ts";

export const coinsId = defineDerived({
  path: `${BASE_PATH}/coins/{id}`,
  title: "One coin",
  description: "Market data of one coin. Texts, links and images are empty.",
  parameters: { id, sparkline },
  needs: (request) => [detailOf(request.key), ...ratesOfEach(request.currencies), ...linesOf(request)],
  convert([{ data }, ...others], request) {
    const { currency, currencies } = request;
    if (!isOpen(data)) return undefined;
    const read = ratesOfEach(currencies).length;
    const known = findWorths(currencies, others.slice(0, read));
    const rows = new Map(known.map(({ currency, worth }) => [currency, openRow(data, worth)]));
    const row = rows.get(currency);
    if (row === undefined) return null;
    const [line] = drawLines([data], others.slice(read), request) ?? [];
    return renderDetail(row, rows, line);
  },
});

/**
 * Texts, links and images are copies: containers of them are empty, single values `null`.
 *
 * @param row in the currency of the path
 * @param rows by currency
 */
function renderDetail(row: OpenRow, rows: ReadonlyMap<string, OpenRow>, line: number[] | undefined) {
  const each = <Value>(select: (row: OpenRow) => Value) =>
    Object.fromEntries([...rows].map(([currency, row]) => [currency, select(row)]));
  const unknown = each(() => null);
  return {
    id: row.id,
    symbol: row.symbol,
    name: row.name,
    web_slug: row.id,
    asset_platform_id: null,
    platforms: {},
    detail_platforms: {},
    block_time_in_minutes: null,
    hashing_algorithm: null,
    categories: [],
    preview_listing: false,
    public_notice: null,
    additional_notices: [],
    description: {},
    links: EMPTY_LINKS,
    image: { thumb: null, small: null, large: null },
    country_origin: null,
    genesis_date: null,
    sentiment_votes_up_percentage: null,
    sentiment_votes_down_percentage: null,
    watchlist_portfolio_users: null,
    market_cap_rank: row.rank,
    market_cap_rank_with_rehypothecated: null,
    has_supply_breakdown: false,
    market_data: {
      current_price: each(({ price }) => price),
      market_cap: each(({ marketCap }) => marketCap),
      market_cap_rank: row.rank,
      fully_diluted_valuation: each(({ fullyDilutedValuation }) => fullyDilutedValuation),
      total_volume: each(({ volume }) => volume),
      high_24h: unknown,
      low_24h: unknown,
      ath: unknown,
      ath_change_percentage: unknown,
      ath_date: unknown,
      atl: unknown,
      atl_change_percentage: unknown,
      atl_date: unknown,
      price_change_24h: row.change24h,
      price_change_24h_in_currency: each(({ change24h }) => change24h),
      ...Object.fromEntries(
        CHANGE_WINDOWS.flatMap((window) => [
          // The API has the change over one hour in the second form only.
          ...(window === "1h" ? [] : [[`price_change_percentage_${window}`, row.changes[window]]]),
          [`price_change_percentage_${window}_in_currency`, each(({ changes }) => changes[window])],
        ]),
      ),
      ...Object.fromEntries(
        UNKNOWN_WINDOWS.detail.flatMap((window) => [
          [`price_change_percentage_${window}`, null],
          [`price_change_percentage_${window}_in_currency`, unknown],
        ]),
      ),
      market_cap_change_24h: null,
      market_cap_change_percentage_24h: null,
      market_cap_change_24h_in_currency: unknown,
      market_cap_change_percentage_24h_in_currency: unknown,
      circulating_supply: null,
      total_supply: null,
      max_supply: null,
      total_value_locked: null,
      mcap_to_tvl_ratio: null,
      fdv_to_tvl_ratio: null,
      roi: null,
      ...(line && { sparkline_7d: { price: line } }),
      last_updated: row.updatedAt,
    },
    status_updates: [],
    last_updated: row.updatedAt,
    tickers: [],
  };
}

const EMPTY_LINKS = {
  homepage: [],
  whitepaper: null,
  blockchain_site: [],
  official_forum_url: [],
  chat_url: [],
  announcement_url: [],
  snapshot_url: null,
  twitter_screen_name: null,
  facebook_username: null,
  bitcointalk_thread_identifier: null,
  telegram_channel_identifier: null,
  subreddit_url: null,
  repos_url: { github: [], bitbucket: [] },
};
