import { z } from "zod";
import { renderTime } from "../../lib/time.ts";
import type { MarketCoin, PriceEvidence as MarketEvidence } from "../../market/market.ts";
import {
  count,
  flag,
  listOf,
  maybeCount,
  maybeNumber,
  maybeText,
  maybeTime,
  money,
  number,
  object,
  text,
} from "../field.ts";

/** One coin in a list, with the field names of CoinGecko's `/coins/markets`. */
export const CoinRow = object("A coin", {
  id: text("Unique id of the coin"),
  symbol: text("Ticker symbol, upper-case; several coins may share one"),
  name: text("Name of the coin"),
  path: text("The coin in detail, relative to the base URL"),
  image: maybeText("URL of the logo"),
  market_cap_rank: maybeCount("Rank by market cap among all coins, from 1; null without a market cap"),
  current_price: money("Price of one coin"),
  market_cap: money("current_price × circulating_supply"),
  fully_diluted_valuation: money("current_price × total_supply, or × max_supply where no total is known"),
  total_volume: money("Traded in the last 24 hours on the exchanges polled, each up to the limit of its weight"),
  high_24h: money("Highest price of the last 24 hours"),
  low_24h: money("Lowest price of the last 24 hours"),
  price_change_24h: money("Change of the price over 24 hours"),
  price_change_percentage_1h: maybeNumber("Change of the price over one hour in percent"),
  price_change_percentage_24h: maybeNumber("Change of the price over 24 hours in percent"),
  price_change_percentage_7d: maybeNumber("Change of the price over 7 days in percent"),
  price_change_percentage_30d: maybeNumber("Change of the price over 30 days in percent"),
  price_change_percentage_1y: maybeNumber("Change of the price over one year in percent"),
  circulating_supply: maybeNumber("Coins in circulation"),
  total_supply: maybeNumber("Coins that exist, without those destroyed"),
  max_supply: maybeNumber("Maximum number of coins; null if unlimited or unknown"),
  ath: money(
    "Highest price ever known; in other currencies the highest in USD at the rate of its day, null in BTC and ETH",
  ),
  ath_date: maybeTime("When the highest price was observed"),
  ath_change_percentage: maybeNumber("Distance of the price from the highest one in percent"),
  exchanges: count("Number of exchanges behind the price"),
  price_source: z
    .enum(["aggregated", "reference", "stale"])
    .describe(
      "Own price of this build (aggregated), that of a reference source, or an older price that was kept (stale)",
    ),
  last_updated: maybeTime("When the price was observed"),
  provisional: z
    .boolean()
    .describe("Listed by a fallback reference only, because the main one does not answer: the id may still change"),
  circulating_supply_as_of: maybeTime("When circulating_supply was stated; old while its source does not answer"),
});

export type CoinRow = z.infer<typeof CoinRow>;

export function computeCoinPath({ key }: Pick<MarketCoin, "key">): string {
  return `coins/${key}.json`;
}

export function computeCoinRow(coin: MarketCoin): CoinRow {
  return {
    id: coin.id,
    symbol: coin.symbol,
    name: coin.name,
    path: computeCoinPath(coin),
    image: coin.image,
    market_cap_rank: coin.rank,
    current_price: coin.price,
    market_cap: coin.marketCap,
    fully_diluted_valuation: coin.fullyDilutedValuation,
    total_volume: coin.volume,
    high_24h: coin.high24h,
    low_24h: coin.low24h,
    price_change_24h: coin.change24h,
    price_change_percentage_1h: coin.changePercentage["1h"],
    price_change_percentage_24h: coin.changePercentage["24h"],
    price_change_percentage_7d: coin.changePercentage["7d"],
    price_change_percentage_30d: coin.changePercentage["30d"],
    price_change_percentage_1y: coin.changePercentage["1y"],
    circulating_supply: coin.circulatingSupply,
    total_supply: coin.totalSupply,
    max_supply: coin.maxSupply,
    ath: coin.ath.price,
    ath_date: coin.ath.timeMs === null ? null : renderTime(coin.ath.timeMs),
    ath_change_percentage: coin.ath.changePercentage,
    exchanges: coin.exchanges,
    price_source: coin.priceSource,
    last_updated: coin.priceTimeMs === null ? null : renderTime(coin.priceTimeMs),
    provisional: coin.provisional,
    circulating_supply_as_of: coin.supplyTimeMs === null ? null : renderTime(coin.supplyTimeMs),
  };
}

export const PriceEvidence = object("The evidence of the price", {
  method: z
    .enum(["volume_weighted", "single_source", "held", "reference", "none"])
    .describe(
      "Weighted by volume across exchanges, one trusted exchange, the last price held, the reference source's, or none",
    ),
  as_of: maybeTime("When the newest of the prices was observed"),
  spread_percentage: maybeNumber("Largest distance between two included exchanges, in percent of the price"),
  tickers: listOf("Every pair considered; the weighted mean of the included pairs is current_price", "A pair", {
    exchange: text("Id of the exchange"),
    pair: text("The pair in the exchange's codes, base and quote"),
    price_usd: maybeNumber("Price of one coin in that pair, in USD; null where the site publishes no order books"),
    volume_24h_usd: maybeNumber("Volume of that pair in the last 24 hours, in USD"),
    weight: number("Share of the published price; the shares of the included pairs sum to 1"),
    included: flag("Whether the published price includes this pair"),
    reason: maybeText("Why the pair is not included"),
  }),
});

export type PriceEvidence = z.infer<typeof PriceEvidence>;

/** `hidesBooks`: without the prices and volumes of the pairs. */
export function computePriceEvidence(evidence: MarketEvidence, hidesBooks = false): PriceEvidence {
  return {
    method: evidence.method,
    as_of: evidence.asOfMs === null ? null : renderTime(evidence.asOfMs),
    spread_percentage: evidence.spreadPercentage,
    tickers: evidence.tickers.map((ticker) => ({
      exchange: ticker.exchange,
      pair: ticker.pair,
      price_usd: hidesBooks ? null : ticker.priceUsd,
      volume_24h_usd: hidesBooks ? null : ticker.volume24hUsd,
      weight: ticker.weight,
      included: ticker.included,
      reason: ticker.reason,
    })),
  };
}
