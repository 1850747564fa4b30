import {
  count,
  defineRow,
  flag,
  listOf,
  maybeCount,
  maybeMoney,
  maybeNumber,
  maybeNumberIn,
  maybePercent,
  maybeText,
  maybeTime,
  maybeUsd,
  number,
  oneOf,
  type RowOf,
  text,
} from "../../../kit/api/row.ts";
import type { MarketCoin } from "../../market/model/market.ts";
import type {
  PriceEvidence as MarketEvidence,
  TickerEvidence,
  VenueEvidence,
} from "../../market/model/price-evidence.ts";

const NO_INTERVAL = "null for a price of one exchange, a reference price and a stale one";
export const PRICE_LOW = `Lower end of the interval meant to hold 95 % of fair exchange prices; ${NO_INTERVAL}`;
export const PRICE_HIGH = `Upper end of the interval meant to hold 95 % of fair exchange prices; ${NO_INTERVAL}`;

/** One coin in a list, with the field names of CoinGecko's `/coins/markets`. */
export const CoinRow = defineRow<MarketCoin>()("A coin", {
  id: text("Unique id of the coin", (coin) => coin.id),
  symbol: text("Ticker symbol, upper-case; several coins may share one", (coin) => coin.symbol),
  name: text("Name of the coin", (coin) => coin.name),
  path: text("The coin in detail, relative to the base URL", computeCoinPath),
  image: maybeText("URL of the logo", (coin) => coin.image),
  market_cap_rank: maybeCount(
    "Rank by market cap among all coins, from 1; null without a market cap",
    (coin) => coin.rank,
  ),
  current_price: maybeMoney("Price of one coin", (coin) => coin.price),
  price_low: maybeMoney(PRICE_LOW, (coin) => coin.evidence.interval?.low ?? null),
  price_high: maybeMoney(PRICE_HIGH, (coin) => coin.evidence.interval?.high ?? null),
  market_cap: maybeMoney("current_price × circulating_supply", (coin) => coin.marketCap),
  fully_diluted_valuation: maybeMoney(
    "current_price × total_supply, or × max_supply where no total is known",
    (coin) => coin.fullyDilutedValuation,
  ),
  total_volume: maybeMoney(
    "Traded in the last 24 hours on the exchanges polled, each up to the limit of its weight",
    (coin) => coin.volume,
  ),
  high_24h: maybeMoney("Highest price of the last 24 hours", (coin) => coin.high24h),
  low_24h: maybeMoney("Lowest price of the last 24 hours", (coin) => coin.low24h),
  price_change_24h: maybeMoney("Change of the price over 24 hours", (coin) => coin.change24h),
  price_change_percentage_1h: change("1h", "one hour"),
  price_change_percentage_24h: change("24h", "24 hours"),
  price_change_percentage_7d: change("7d", "7 days"),
  price_change_percentage_30d: change("30d", "30 days"),
  price_change_percentage_1y: change("1y", "one year"),
  circulating_supply: maybeNumberIn("coins", "Coins in circulation", (coin) => coin.circulatingSupply),
  total_supply: maybeNumberIn("coins", "Coins that exist, without those destroyed", (coin) => coin.totalSupply),
  max_supply: maybeNumberIn("coins", "Maximum number of coins; null if unlimited or unknown", (coin) => coin.maxSupply),
  ath: maybeMoney(
    "Highest price ever known; in currencies other than USD, that price at the rate of its day; null in BTC and ETH",
    (coin) => coin.ath.price,
  ),
  ath_date: maybeTime("When the highest price was observed", (coin) => coin.ath.timeMs),
  ath_change_percentage: maybePercent(
    "Distance of the price from the highest one in percent",
    (coin) => coin.ath.changePercentage,
  ),
  exchanges: count("Number of exchanges behind the price", (coin) => coin.exchanges),
  price_source: priceSource((coin: MarketCoin) => coin),
  last_updated: maybeTime("When the price was observed", (coin) => coin.priceTimeMs),
  provisional: flag(
    "Listed by a fallback reference only, because the main one does not answer: the id may still change",
    (coin) => coin.provisional,
  ),
  circulating_supply_as_of: maybeTime(
    "When circulating_supply was stated; old while its source does not answer",
    (coin) => coin.supplyTimeMs,
  ),
});

export type CoinRow = RowOf<typeof CoinRow>;

/** The file of a coin below `/api`. */
export function computeCoinPath({ key }: Pick<MarketCoin, "key">): string {
  return `coins/${key}.json`;
}

/** The field of every row that has the price of a coin. */
export function priceSource<Source>(coinOf: (source: Source) => Pick<MarketCoin, "priceSource">) {
  return oneOf(
    ["aggregated", "reference", "stale"],
    "Own price of this build (aggregated), that of a reference source, or an older price that was kept (stale)",
    (source: Source) => coinOf(source).priceSource,
  );
}

function change(window: keyof MarketCoin["changePercentage"], words: string) {
  return maybePercent(
    `Change of the price over ${words} in percent`,
    (coin: MarketCoin) => coin.changePercentage[window],
  );
}

export const PairRow = defineRow<TickerEvidence>()("A pair", {
  exchange: text("Id of the exchange", (pair) => pair.exchange),
  pair: text("The pair in the exchange's codes, base and quote", (pair) => pair.pair),
  price_usd: maybeUsd(
    "Price of one coin in that pair, in USD; null where the site publishes no order books",
    (pair) => pair.priceUsd,
  ),
  volume_24h_usd: maybeUsd("Volume of that pair in the last 24 hours, in USD", (pair) => pair.volume24hUsd),
  quality: maybeNumber(
    "Its weight by its spread, from 0 to 1; null where the pair does not count towards its exchange's price",
    (pair) => pair.quality,
  ),
  freshness: maybeNumber(
    "Its weight by the age of its last trade, from 0 to 1; null where quality is null",
    (pair) => pair.freshness,
  ),
  weight: number("Share of the published price; the shares of the included pairs sum to 1", (pair) => pair.weight),
  included: flag("Whether the published price includes this pair", (pair) => pair.included),
  reason: maybeText("Why the pair is not included", (pair) => pair.reason),
});

export const VenueRow = defineRow<VenueEvidence>()("An exchange", {
  exchange: text("Id of the exchange", (venue) => venue.exchange),
  trust: number("Weight of its vote, from 0 to 1", (venue) => venue.trust),
  tickers: count("Number of its pairs in the evidence", (venue) => venue.tickers),
  price_usd: maybeUsd(
    "Mean price of its pairs that count, in USD; null where none counts, and where the site publishes no order books",
    (venue) => venue.priceUsd,
  ),
  counted_volume_usd: maybeUsd(
    "What counts of its volume in its weight, in USD: at most the limit for this coin, an estimate where it reports none; null where price_usd is",
    (venue) => venue.countedUsd,
  ),
});

export const PriceEvidence = defineRow<MarketEvidence>()("The evidence of the price", {
  method: oneOf(
    ["volume_weighted", "single_source", "held", "reference", "none"],
    "Weighted by volume across exchanges, one trusted exchange, the last price held, the reference source's, or none",
    (evidence) => evidence.method,
  ),
  as_of: maybeTime("When the newest of the prices was observed", (evidence) => evidence.asOfMs),
  spread_percentage: maybePercent(
    "Largest distance between two included exchanges, in percent of the price",
    (evidence) => evidence.spreadPercentage,
  ),
  venues: listOf(
    "Every exchange with a pair, by id: with the pairs, all that the weights are computed from",
    VenueRow,
    (evidence) => evidence.venues,
  ),
  tickers: listOf(
    "Every pair considered; the weighted mean of the included pairs is current_price",
    PairRow,
    (evidence) => evidence.tickers,
  ),
});

export type PriceEvidence = RowOf<typeof PriceEvidence>;

/** `hidesBooks`: without the prices and volumes of the pairs, for sites without order books. */
export function computePriceEvidence(evidence: MarketEvidence, hidesBooks = false): PriceEvidence {
  const shown = PriceEvidence.compute(evidence);
  if (!hidesBooks) return shown;
  return {
    ...shown,
    venues: shown.venues.map((venue) => ({ ...venue, price_usd: null, counted_volume_usd: null })),
    tickers: shown.tickers.map((pair) => ({ ...pair, price_usd: null, volume_24h_usd: null })),
  };
}
