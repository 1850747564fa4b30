import { type ZodType, z } from "zod";
import * as schema from "../../../kit/api/schema.ts";
import { CHANGE_WINDOWS } from "../../normalise/change-window.ts";
import { UNKNOWN_WINDOWS } from "./open-row.ts";
import type { CoingeckoId } from "./registry.ts";

/*
 * The forms of CoinGecko's answers. Fields that this project does not compute are always `null` or
 * empty, but present: typed clients need them. The schemas stand apart from the declarations, which
 * also run in workers: zod would make the worker many times as large.
 */

const never = z.null().describe("Always null: this project does not compute it");
const empty = z.array(z.string()).max(0).describe("Always empty: this project does not compute it");
const noMap = z.strictObject({}).describe("Always empty: this project does not compute it");
const inCurrency = (description: string) =>
  z.record(z.string(), schema.maybeNumber("Value in the currency")).describe(`${description}, by currency`);
const unknownInCurrency = z.record(z.string(), never).describe("Always null: this project does not compute it");
const nothing = (...names: string[]) => Object.fromEntries(names.map((name) => [name, never]));
const unknownAmounts = (...names: string[]) => Object.fromEntries(names.map((name) => [name, unknownInCurrency]));

const price = z
  .record(z.string(), schema.maybeNumber("A number of the coin"))
  .describe(
    "By currency: the price of the coin, and with a suffix its market cap, volume and change; last_updated_at in unix seconds",
  );

const named = {
  id: schema.text("Id of the coin, equal to CoinGecko's"),
  symbol: schema.text("Ticker symbol, lower-case"),
  name: schema.text("Name of the coin"),
};

const changes = Object.fromEntries(
  CHANGE_WINDOWS.map((window) => [
    `price_change_percentage_${window}_in_currency`,
    schema.maybeNumber(`Change of the price over ${window} in percent`),
  ]),
);

const line = schema
  .object("Prices of the last 7 days", { price: z.array(z.number()).describe("In 4-hour steps, known ones only") })
  .optional()
  .describe("Only with sparkline=true");

const market = schema.object("A coin", {
  ...named,
  image: never,
  current_price: z.number().describe("Price of one coin"),
  market_cap: schema.maybeNumber("Price × circulating supply"),
  market_cap_rank: schema.maybeCount("Rank by market cap"),
  fully_diluted_valuation: schema.maybeNumber("Price × total supply, or × maximum supply where no total is known"),
  total_volume: schema.maybeNumber("Traded in 24 hours on the exchanges polled"),
  ...nothing("high_24h", "low_24h"),
  price_change_24h: schema.maybeNumber("Change of the price over 24 hours"),
  price_change_percentage_24h: schema.maybeNumber("Change of the price over 24 hours in percent"),
  ...nothing("market_cap_change_24h", "market_cap_change_percentage_24h"),
  ...nothing("circulating_supply", "total_supply", "max_supply"),
  ...nothing("ath", "ath_change_percentage", "ath_date", "atl", "atl_change_percentage", "atl_date", "roi"),
  last_updated: schema.maybeTime("When the price was observed"),
  ...changes,
  ...nothing(...UNKNOWN_WINDOWS.list.map((window) => `price_change_percentage_${window}_in_currency`)),
  sparkline_in_7d: line,
});

const marketData = schema.object("Numbers of the coin", {
  current_price: inCurrency("Price of one coin"),
  market_cap: inCurrency("Price × circulating supply"),
  market_cap_rank: schema.maybeCount("Rank by market cap"),
  fully_diluted_valuation: inCurrency("Price × total supply, or × maximum supply where no total is known"),
  total_volume: inCurrency("Traded in 24 hours on the exchanges polled"),
  ...unknownAmounts("high_24h", "low_24h", "ath", "ath_change_percentage", "ath_date"),
  ...unknownAmounts("atl", "atl_change_percentage", "atl_date"),
  price_change_24h: schema.maybeNumber("Change of the price over 24 hours"),
  price_change_24h_in_currency: inCurrency("Change of the price over 24 hours"),
  ...Object.fromEntries(
    CHANGE_WINDOWS.flatMap((window) => [
      ...(window === "1h"
        ? []
        : [[`price_change_percentage_${window}`, schema.maybeNumber(`Change of the price over ${window} in percent`)]]),
      [`price_change_percentage_${window}_in_currency`, inCurrency(`Change of the price over ${window} in percent`)],
    ]),
  ),
  ...nothing(...UNKNOWN_WINDOWS.detail.map((window) => `price_change_percentage_${window}`)),
  ...unknownAmounts(...UNKNOWN_WINDOWS.detail.map((window) => `price_change_percentage_${window}_in_currency`)),
  ...nothing("market_cap_change_24h", "market_cap_change_percentage_24h"),
  ...unknownAmounts("market_cap_change_24h_in_currency", "market_cap_change_percentage_24h_in_currency"),
  ...nothing("circulating_supply", "total_supply", "max_supply"),
  ...nothing("total_value_locked", "mcap_to_tvl_ratio", "fdv_to_tvl_ratio", "roi"),
  sparkline_7d: line,
  last_updated: schema.maybeTime("When the price was observed"),
});

const links = schema.object("Links: always empty, this project does not compute them", {
  homepage: empty,
  whitepaper: never,
  blockchain_site: empty,
  official_forum_url: empty,
  chat_url: empty,
  announcement_url: empty,
  snapshot_url: never,
  twitter_screen_name: never,
  facebook_username: never,
  ...nothing("bitcointalk_thread_identifier", "telegram_channel_identifier", "subreddit_url"),
  repos_url: schema.object("Repositories", { github: empty, bitbucket: empty }),
});

const detail = schema.object("A coin in detail", {
  ...named,
  web_slug: schema.text("Id of the coin"),
  asset_platform_id: never,
  platforms: noMap,
  detail_platforms: noMap,
  ...nothing("block_time_in_minutes", "hashing_algorithm"),
  categories: empty,
  preview_listing: schema.flag("Always false"),
  public_notice: never,
  additional_notices: empty,
  description: noMap,
  links,
  image: schema.object("Images", nothing("thumb", "small", "large")),
  ...nothing("country_origin", "genesis_date"),
  ...nothing("sentiment_votes_up_percentage", "sentiment_votes_down_percentage", "watchlist_portfolio_users"),
  market_cap_rank: schema.maybeCount("Rank by market cap"),
  market_cap_rank_with_rehypothecated: never,
  has_supply_breakdown: schema.flag("Always false"),
  market_data: marketData,
  status_updates: empty,
  last_updated: schema.maybeTime("When the price was observed"),
  tickers: empty,
});

const chart = schema.object("A chart", {
  prices: schema.points("Prices as [unix milliseconds, value]"),
  market_caps: schema.points("Market caps as [unix milliseconds, value or null]", true),
  total_volumes: schema.points("Traded in the 24 hours before as [unix milliseconds, value or null]", true),
});

const trendingItem = schema.object("A coin", {
  ...named,
  coin_id: never,
  market_cap_rank: schema.maybeCount("Rank by market cap"),
  ...nothing("thumb", "small", "large"),
  slug: schema.text("Id of the coin"),
  price_btc: schema.maybeNumber("Price in bitcoin"),
  score: z.int().min(0).describe("Position in the list, from 0"),
  data: schema.object("Numbers of the coin", {
    price: z.number().describe("Price in the currency of the path"),
    price_btc: schema.maybeText("Price in bitcoin, as a text"),
    price_change_percentage_24h: inCurrency("Change of the price over 24 hours in percent"),
    market_cap: schema.maybeText("Market cap in the currency of the path, as a text"),
    market_cap_btc: schema.maybeText("Market cap in bitcoin, as a text"),
    total_volume: schema.maybeText("Volume of 24 hours in the currency of the path, as a text"),
    total_volume_btc: schema.maybeText("Volume of 24 hours in bitcoin, as a text"),
    ...nothing("sparkline", "content"),
  }),
});

export const COINGECKO_SCHEMAS: Readonly<Record<CoingeckoId, ZodType>> = {
  ping: schema.object("The service answers", { gecko_says: schema.text("Name of this project") }),
  "simple-price": z.record(z.string(), price).describe("Prices by what the request names coins by; in the file by id"),
  "simple-supported-vs-currencies": z
    .array(schema.text("Lower-case code"))
    .describe("Every currency with a rate, sorted"),
  "coins-list": z.array(schema.object("A coin", named)).describe("All coins, by market cap"),
  "coins-markets": z.array(market).describe("A page of coins by market cap"),
  "coins-id": detail,
  "coins-id-market-chart": chart,
  "coins-id-market-chart-range": chart,
  "coins-id-ohlc": z
    .array(z.tuple([z.int(), z.number(), z.number(), z.number(), z.number()]))
    .describe("Candles as [unix milliseconds of the end, open, high, low, close], ascending"),
  "coins-id-history": schema.object("A coin on a past day", {
    ...named,
    image: schema.object("Images", nothing("thumb", "small")),
    market_data: schema
      .object("The values at 00:00 UTC of the day", {
        current_price: inCurrency("Price of one coin"),
        market_cap: inCurrency("Market cap"),
        total_volume: inCurrency("Traded in 24 hours"),
      })
      .optional()
      .describe("Absent on a day without a price"),
    public_interest_stats: schema.object("Statistics", nothing("alexa_rank", "bing_matches")),
  }),
  "exchange-rates": schema.object("Exchange rates", {
    rates: z
      .record(
        z.string(),
        schema.object("A currency", {
          name: schema.text("Name, or the code again"),
          unit: schema.text("Upper-case code"),
          value: z.number().describe("Units for one bitcoin"),
          type: z.enum(["crypto", "fiat"]).describe("Kind of the currency"),
        }),
      )
      .describe("Units of each currency for one bitcoin, by lower-case code"),
  }),
  global: schema.object("The market as a whole", {
    data: schema.object("Sums over the coins of this interface", {
      active_cryptocurrencies: z.int().min(0).describe("Number of coins"),
      ...nothing("upcoming_icos", "ongoing_icos", "ended_icos"),
      markets: z.int().min(0).describe("Number of spot pairs read"),
      total_market_cap: inCurrency("Sum of the market caps, without wrapped coins"),
      total_volume: inCurrency("Sum of the volumes"),
      market_cap_percentage: z
        .record(z.string(), schema.number("Share in percent"))
        .describe("Shares of the ten largest coins in percent, by lower-case symbol"),
      market_cap_change_percentage_24h_usd: schema.maybeNumber("Change of the sum over 24 hours in percent"),
      volume_change_percentage_24h_usd: never,
      updated_at: schema.maybeCount("Time of the newest price, in unix seconds"),
    }),
  }),
  "search-trending": schema.object("The coins that gained most", {
    coins: z
      .array(schema.object("An entry", { item: trendingItem }))
      .describe("Largest gains in 24 hours, largest first"),
    nfts: empty,
    categories: empty,
  }),
  search: schema.object("Coins that match a search", {
    coins: z
      .array(
        schema.object("A coin", {
          ...named,
          api_symbol: schema.text("Id of the coin"),
          market_cap_rank: schema.maybeCount("Rank by market cap"),
          ...nothing("thumb", "large"),
        }),
      )
      .describe("The best matches"),
    exchanges: empty,
    icos: empty,
    categories: empty,
    nfts: empty,
  }),
};
