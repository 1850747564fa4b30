import { defineDerived } from "../../../../kit/api/derived.ts";
import { findWorth, ratesOf } from "../currency.ts";
import { CHANGE_WINDOWS, isOpen, type OpenRow, openRow, UNKNOWN_WINDOWS } from "../open-row.ts";
import { id, sparkline } from "../parameters.ts";
import { BASE_PATH, detailOf } from "../published.ts";
import { drawLines, linesOf } from "../sparkline.ts";

export const coinsId = defineDerived({
  path: `${BASE_PATH}/coins/{id}`,
  title: "One coin",
  description: "Market data of one coin. Texts, links and images are empty.",
  parameters: { id, sparkline },
  needs: (request) => [detailOf(request.key), ...ratesOf(request.currency), ...linesOf(request)],
  convert([{ data }, ...others], request) {
    const { currency } = request;
    const read = ratesOf(currency).length;
    const worth = findWorth(currency, others.slice(0, read));
    if (worth === undefined) return null;
    if (!isOpen(data)) return undefined;
    const [line] = drawLines([data], others.slice(read), request) ?? [];
    return renderDetail(openRow(data, worth), currency, line);
  },
});

/** Texts, links and images are copies: containers of them are empty, single values `null`. */
function renderDetail(row: OpenRow, currency: string, line: number[] | undefined) {
  const own = <Value>(value: Value) => ({ [currency]: value });
  const unknown = own(null);
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
      current_price: own(row.price),
      market_cap: own(row.marketCap),
      market_cap_rank: row.rank,
      fully_diluted_valuation: own(row.fullyDilutedValuation),
      total_volume: own(row.volume),
      high_24h: unknown,
      low_24h: unknown,
      ath: unknown,
      ath_change_percentage: unknown,
      ath_date: unknown,
      atl: unknown,
      atl_change_percentage: unknown,
      atl_date: unknown,
      price_change_24h: row.change24h,
      price_change_24h_in_currency: own(row.change24h),
      ...Object.fromEntries(
        CHANGE_WINDOWS.flatMap((window) => [
          // The API has the change over one hour in the second form only.
          ...(window === "1h" ? [] : [[`price_change_percentage_${window}`, row.changes[window]]]),
          [`price_change_percentage_${window}_in_currency`, own(row.changes[window])],
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
