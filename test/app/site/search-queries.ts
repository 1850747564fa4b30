/**
 * What people type who have not read the site, and what they look for: the start of a path that the
 * results have to contain. The coins are those of the demo market.
 */
export type Query = readonly [text: string, path: string];

/** Of a newcomer who found almost nothing with the first search of this site. */
export const NEWCOMER: readonly Query[] = [
  ["csv", "archives/"],
  ["openapi", "api/openapi.json"],
  ["checksum", "archives/"],
  ["rss", "api/news.rss"],
  ["chf", "exchange-rates/?amount=100&from=USD&to=CHF"],
  ["rate limit", "docs/quick-start/"],
  ["api key", "docs/quick-start/"],
  ["historical", "docs/api/coin-history/"],
  ["bitconi", "coins/btc/"],
  ["2026-09-01 btc", "coins/btc/?on=2026-09-01"],
];

export const OTHERS: readonly Query[] = [
  // Coins: symbols, names, ids, beginnings, typing errors.
  ["btc", "coins/btc/"],
  ["eth", "coins/eth/"],
  ["ETHEREUM", "coins/eth/"],
  ["etherium", "coins/eth/"],
  ["solan", "coins/sol/"],
  ["dogecion", "coins/doge/"],
  ["btc yesterday", "coins/btc/?on="],
  ["ethereum 1 Sep 2026", "coins/eth/?on=2026-09-01"],
  ["01.09.2026 sol", "coins/sol/?on=2026-09-01"],
  ["2026-09-01", "docs/api/day-prices/?date=2026-09-01"],
  // Currencies.
  ["swiss franc", "exchange-rates/?amount=100&from=USD&to=CHF"],
  ["gbp", "exchange-rates/?amount=100&from=USD&to=GBP"],
  ["japanese yen", "exchange-rates/?amount=100&from=USD&to=JPY"],
  ["forex", "exchange-rates/"],
  ["currency converter", "exchange-rates/"],
  // Formats and downloads.
  ["parquet", "archives/"],
  ["sha256", "archives/"],
  ["bulk download", "archives/"],
  ["json schema", "docs/api/"],
  ["swagger", "api/openapi.json"],
  ["atom feed", "api/news.atom"],
  ["data dump", "archives/"],
  // Endpoints and what they answer.
  ["candles", "docs/api/coin-ohlc/"],
  ["ohlcv", "docs/api/coin-ohlc/"],
  ["trending", "docs/api/trending/"],
  ["top gainers", "movers/"],
  ["market cap", "docs/api/coins/#field-data[].market_cap"],
  ["mcap", "docs/api/coins/#field-data[].market_cap"],
  ["all-time high", "docs/api/coins/#field-data[].ath"],
  ["circulating supply", "docs/api/coins/#field-data[].circulating_supply"],
  ["price_low", "docs/api/coins/#field-data[].price_low"],
  ["limit", "docs/api/coins/#parameter-limit"],
  ["offset", "docs/api/coins/#parameter-offset"],
  ["pagination", "docs/api/"],
  ["sparkline", "docs/api/sparklines/"],
  ["tvl", "defi/"],
  ["fear and greed", "fear-greed/"],
  ["sentiment", "fear-greed/"],
  ["contract address", "docs/api/contract/"],
  ["historical price at time", "docs/api/coin-at/"],
  ["news", "news/"],
  ["dominance", "global/"],
  // Errors.
  ["404", "docs/errors/#not_found"],
  ["invalid_parameter", "docs/errors/#invalid_parameter"],
  ["unavailable", "docs/errors/#unavailable"],
  // Recipes.
  ["google sheets", "docs/use/"],
  ["excel", "docs/use/"],
  ["home assistant", "docs/use/home-assistant/"],
  ["beancount", "docs/use/"],
  ["duckdb", "docs/use/"],
  ["coingecko", "docs/coingecko/"],
  // Exchanges.
  ["kraken", "exchanges/?search=Kraken"],
  ["binnance", "exchanges/?search=Binance"],
  // Reading about the data, and running a site.
  ["how is the price calculated", "docs/methodology/"],
  ["license", "docs/sources/"],
  ["commercial use", "docs/sources/"],
  ["self host", "docs/fork/"],
  ["cloudflare", "docs/hosts/"],
  ["uptime", "status/"],
  ["changelog", "docs/changelog/"],
  ["attribution", "docs/sources/"],
  ["mcp", "docs/mcp/"],
  ["python", "docs/"],
  ["backtest", "archives/"],
];
