import type { Recipe } from "./recipe.ts";

const googleSheets: Recipe = {
  id: "google-sheets",
  name: "Google Sheets",
  homepage: "https://support.google.com/docs/answer/3093335",
  gives: "All coins as a table, or one price in a cell",
  where: "Paste into a cell; a table needs free cells to its right and below.",
  snippets: [
    {
      id: "table",
      title: "All coins",
      language: "sheet",
      text: `=IMPORTDATA("{site}/api/coins.csv")`,
      reads: [{ how: "csv", columns: ["id", "symbol", "name", "current_price"] }],
    },
    {
      id: "price",
      title: "One price",
      language: "sheet",
      text: `=QUERY(IMPORTDATA("{site}/api/coins.csv"), "select Col5 where Col1 = 'bitcoin'", 0)`,
      reads: [{ how: "csv", columns: ["id", "current_price"] }],
    },
    {
      id: "currencies",
      title: "Prices in the main currencies",
      language: "sheet",
      tree: "price",
      text: `=IMPORTDATA("{site}/api/price.csv")`,
      reads: [{ how: "csv", columns: ["id", "usd", "eur", "btc"] }],
    },
  ],
  notes: [
    "A sheet allows about 50 external calls: import the table once, and look values up in it.",
    "Sheets refreshes imports about once an hour. Numbers have a decimal point: with another locale, set the sheet's to United States.",
    "An unknown value is an empty cell.",
  ],
};

const excel: Recipe = {
  id: "excel",
  name: "Excel",
  homepage: "https://learn.microsoft.com/en-us/powerquery-m/csv-document",
  gives: "All coins as a table that refreshes",
  where: "Data, Get data, From other sources, Blank query, Advanced editor.",
  snippets: [
    {
      id: "query",
      title: "Power Query",
      language: "m",
      text: `let
  Source = Csv.Document(Web.Contents("{site}/api/coins.csv"), [Delimiter = ",", Encoding = 65001, QuoteStyle = QuoteStyle.Csv]),
  Coins = Table.PromoteHeaders(Source),
  Typed = Table.TransformColumnTypes(Coins, {{"market_cap_rank", type number}, {"current_price", type number}, {"market_cap", type number}}, "en-US")
in
  Typed`,
      reads: [{ how: "csv", columns: ["market_cap_rank", "current_price", "market_cap"] }],
    },
  ],
  notes: ["`en-US` reads numbers with a decimal point in every locale. An unknown value is an empty cell."],
};

const hledger: Recipe = {
  id: "hledger",
  name: "hledger and ledger",
  homepage: "https://hledger.org/",
  gives: "Daily closes of a coin as price directives",
  where: "Run the command beside your journal, and add the second line to the journal.",
  snippets: [
    {
      id: "fetch",
      title: "Download",
      language: "shell",
      tree: "prices",
      text: "curl -fsS -o btc.ledger {site}/api/data/prices/btc/usd.ledger",
      reads: [{ how: "lines", format: "ledger" }],
    },
    { id: "include", title: "Journal", language: "text", tree: "prices", text: "include btc.ledger", reads: [] },
  ],
  notes: [
    "The commodities are `BTC` and `USD`, as in `P 2026-01-01 BTC 87000 USD`. Then `hledger balance --value=end,USD` reports in dollars.",
    "Files exist for the 100 largest coins at most, in US dollars and the site's first other currency (`eur.ledger` by default). They change once a day, after midnight UTC.",
  ],
};

const beancount: Recipe = {
  id: "beancount",
  name: "Beancount",
  homepage: "https://beancount.github.io/",
  gives: "Daily closes of a coin as price directives",
  where: "Run the command beside your ledger, and add the second line to the ledger.",
  snippets: [
    {
      id: "fetch",
      title: "Download",
      language: "shell",
      tree: "prices",
      text: "curl -fsS -o btc.beancount {site}/api/data/prices/btc/usd.beancount",
      reads: [{ how: "lines", format: "beancount" }],
    },
    { id: "include", title: "Ledger", language: "text", tree: "prices", text: `include "btc.beancount"`, reads: [] },
  ],
  notes: [
    "The commodities are `BTC` and `USD`, as in `2026-01-01 price BTC 87000 USD`.",
    "Files exist for the 100 largest coins at most, in US dollars and the site's first other currency (`eur.beancount` by default). They change once a day, after midnight UTC.",
  ],
};

export const TABLES: readonly Recipe[] = [googleSheets, excel, hledger, beancount];
