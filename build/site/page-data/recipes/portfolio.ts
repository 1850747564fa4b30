import type { Recipe } from "./recipe.ts";

const ghostfolio: Recipe = {
  id: "ghostfolio",
  name: "Ghostfolio",
  homepage: "https://ghostfol.io/",
  gives: "The current price of a coin for an asset with manual market data",
  where:
    "Admin control, Market data: create an asset profile with the data source `MANUAL` and the currency `USD`, open it and fill in its scraper configuration.",
  snippets: [
    {
      id: "scraper",
      title: "Scraper configuration",
      language: "json",
      text: `{
  "url": "{site}/api/coins/btc.json",
  "selector": "$.data.current_price",
  "mode": "lazy",
  "locale": "en-US"
}`,
      reads: [{ how: "jsonpath", url: "url", at: "selector", finds: "price" }],
    },
  ],
  notes: [
    "Ghostfolio evaluates the selector as JSONPath only if the host sends `application/json`. Older versions accept no `charset` after it.",
    "A coin without a known price has `null`, in which Ghostfolio finds no number.",
    "It ignores exponents: set a price below 0.000001 by hand.",
  ],
};

const portfolioPerformance: Recipe = {
  id: "portfolio-performance",
  name: "Portfolio Performance",
  homepage: "https://www.portfolio-performance.info/",
  gives: "All daily closes of a coin",
  where: "Edit the security, tab Historical quotes: choose the provider JSON and fill in three fields.",
  snippets: [
    {
      id: "usd",
      title: "Closes in US dollars",
      language: "settings",
      text: `Feed URL: {site}/api/coins/btc/history/all.json
Path to Date: $.data.prices[*][0]
Path to Close: $.data.prices[*][1]`,
      reads: [
        { how: "jsonpath", url: "Feed URL", at: "Path to Date", finds: "days" },
        { how: "jsonpath", url: "Feed URL", at: "Path to Close", finds: "closes" },
      ],
    },
  ],
  notes: [
    "`{TICKER}` works instead of `btc` if the security's ticker is in lower case: file names are.",
    "A day has the time of its start in UTC and the price of its end. Older points may be from another source, which `meta` names.",
    "For euros, the feed URL begins with `/api/in/eur/` instead of `/api/`, on sites with that currency.",
  ],
};

const wealthfolio: Recipe = {
  id: "wealthfolio",
  name: "Wealthfolio",
  homepage: "https://wealthfolio.app/",
  gives: "Current and daily prices of coins as a custom provider",
  where: "Settings, Market data: add a custom provider with a URL and JSON paths for the latest price and for history.",
  snippets: [
    {
      id: "latest",
      title: "Latest price",
      language: "settings",
      text: `URL: {site}/api/coins/{SYMBOL}.json
Price path: $.data.current_price`,
      reads: [{ how: "jsonpath", url: "URL", at: "Price path", finds: "price" }],
    },
    {
      id: "history",
      title: "History",
      language: "settings",
      text: `URL: {site}/api/coins/{SYMBOL}/history/1y.json
Price path: $.data.prices[*][1]
Date path: $.data.prices[*][0]`,
      reads: [
        { how: "jsonpath", url: "URL", at: "Date path", finds: "days" },
        { how: "jsonpath", url: "URL", at: "Price path", finds: "closes" },
      ],
    },
  ],
  notes: [
    "The symbol of the asset is the coin's symbol in lower case, such as `btc`, and its currency is `USD`.",
    "For euros, both URLs have `/api/in/eur/` instead of `/api/`, on sites with that currency, and the asset's currency is `EUR`.",
    "`all.json` instead of `1y.json` gives every day that the site knows.",
  ],
};

export const PORTFOLIO: readonly Recipe[] = [ghostfolio, portfolioPerformance, wealthfolio];
