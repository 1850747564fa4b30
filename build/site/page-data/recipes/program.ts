import type { Read, Recipe } from "./recipe.ts";

/** The base address of CoinGecko's API here. Its currency is USD. */
const COINGECKO = "{site}/compat/coingecko/usd/api/v3";
const PRICE: Read = {
  how: "client",
  path: "/simple/price?ids=bitcoin&vs_currencies=usd",
  at: "bitcoin.usd",
  redirects: "followed",
};
const COINGECKO_NOTES = [
  "The currency is a part of the base address. No key is needed, and there is no rate limit of this project.",
  "Without the handler a host ignores queries: the answer then holds all coins, and `page` and `per_page` have no effect.",
];

const shell: Recipe = {
  id: "shell",
  name: "Shell",
  homepage: "https://jqlang.org/",
  gives: "Prices in a terminal or a script",
  where: "Paste into a terminal with curl and jq.",
  snippets: [
    {
      id: "price",
      title: "One price",
      language: "shell",
      text: "curl -fsS {site}/api/coins/btc.json | jq .data.current_price",
      reads: [],
    },
    {
      id: "table",
      title: "The ten largest coins",
      language: "shell",
      text: `curl -fsS {site}/api/coins/limit/10.json | jq -r '.data[] | [.symbol, .current_price] | @tsv'`,
      reads: [],
    },
  ],
  notes: [
    "An unknown value is `null`. Until `meta.expires_at` a further request gets the same answer.",
    "`-f` makes curl fail on errors.",
  ],
};

const pandas: Recipe = {
  id: "pandas",
  name: "pandas",
  homepage: "https://pandas.pydata.org/",
  gives: "Coins and daily closes as data frames",
  where: "Paste into a script or a notebook.",
  snippets: [
    {
      id: "coins",
      title: "All coins",
      language: "python",
      text: `import pandas as pd

coins = pd.read_csv("{site}/api/coins.csv", index_col="id")
print(coins.loc["bitcoin", "current_price"])`,
      reads: [{ how: "csv", columns: ["id", "current_price"] }],
    },
    {
      id: "closes",
      title: "Daily closes",
      language: "python",
      tree: "prices",
      text: `import pandas as pd

closes = pd.read_csv("{site}/api/data/prices/btc/usd.csv", index_col="date", parse_dates=True)["close"]
print(closes.pct_change().std())`,
      reads: [{ how: "csv", columns: ["date", "close"] }],
    },
  ],
  notes: ["An unknown value is an empty field, which pandas reads as `NaN`."],
};

const r: Recipe = {
  id: "r",
  name: "R",
  homepage: "https://www.r-project.org/",
  gives: "Coins and daily closes as data frames",
  where: "Paste into a script or the console. No package is needed.",
  snippets: [
    {
      id: "coins",
      title: "All coins",
      language: "r",
      text: `coins <- read.csv("{site}/api/coins.csv")
coins$current_price[coins$id == "bitcoin"]`,
      reads: [{ how: "csv", columns: ["id", "current_price"] }],
    },
    {
      id: "closes",
      title: "Daily closes",
      language: "r",
      tree: "prices",
      text: `closes <- read.csv("{site}/api/data/prices/btc/usd.csv", colClasses = c(date = "Date"))
plot(closes$date, closes$close, type = "l")`,
      reads: [{ how: "csv", columns: ["date", "close"] }],
    },
  ],
  notes: ["An unknown value is an empty field, which R reads as `NA`."],
};

const duckdb: Recipe = {
  id: "duckdb",
  name: "DuckDB",
  homepage: "https://duckdb.org/",
  gives: "SQL over coins and archives, without an import",
  where: "Paste into the `duckdb` shell.",
  snippets: [
    {
      id: "csv",
      title: "All coins",
      language: "sql",
      text: `SELECT id, current_price FROM '{site}/api/coins.csv' ORDER BY market_cap_rank LIMIT 10;`,
      reads: [{ how: "csv", columns: ["id", "current_price", "market_cap_rank"] }],
    },
    {
      id: "parquet",
      title: "An archive as Parquet",
      language: "sql",
      tree: "parquet",
      text: `SELECT id, current_price FROM '{site}/api/data/download/coins-latest.parquet' LIMIT 10;`,
      reads: [{ how: "parquet", columns: ["id", "current_price"] }],
    },
  ],
  notes: [
    "DuckDB loads its `httpfs` extension at the first query of a URL.",
    "All archives are listed in `api/data/archives.json`; each of a whole dataset also exists as Parquet.",
  ],
};

const typescript: Recipe = {
  id: "coingecko-typescript",
  name: "coingecko-typescript",
  homepage: "https://www.npmjs.com/package/@coingecko/coingecko-typescript",
  gives: "CoinGecko's client for Node with the data of this site",
  where: "Run `npm install @coingecko/coingecko-typescript` and paste into a module.",
  snippets: [
    {
      id: "price",
      title: "JavaScript",
      language: "javascript",
      tree: "compat",
      text: `import Coingecko from "@coingecko/coingecko-typescript";

const client = new Coingecko({ baseURL: "${COINGECKO}", demoAPIKey: "none" });
const price = await client.simple.price.get({ ids: "bitcoin", vs_currencies: "usd" });
console.log(price.bitcoin.usd);`,
      reads: [PRICE],
    },
  ],
  notes: COINGECKO_NOTES,
};

const pycoingecko: Recipe = {
  id: "pycoingecko",
  name: "pycoingecko",
  homepage: "https://pypi.org/project/pycoingecko/",
  gives: "A Python client of CoinGecko's API with the data of this site",
  where: "Run `pip install pycoingecko` and paste into a script.",
  snippets: [
    {
      id: "price",
      title: "Python",
      language: "python",
      tree: "compat",
      text: `from pycoingecko import CoinGeckoAPI

client = CoinGeckoAPI()
client.api_base_url = "${COINGECKO}/"
print(client.get_price(ids="bitcoin", vs_currencies="usd")["bitcoin"]["usd"])`,
      reads: [PRICE],
    },
  ],
  notes: ["The base address ends with a slash.", ...COINGECKO_NOTES],
};

const apiV3: Recipe = {
  id: "coingecko-api-v3",
  name: "coingecko-api-v3",
  homepage: "https://www.npmjs.com/package/coingecko-api-v3",
  gives: "A Node client of CoinGecko's API with the data of this site",
  where: "Run `npm install coingecko-api-v3` and paste into a module.",
  snippets: [
    {
      id: "price",
      title: "JavaScript",
      language: "javascript",
      tree: "compat",
      text: `import { CoinGeckoClient } from "coingecko-api-v3";

const client = new CoinGeckoClient();
client.baseURL = "${COINGECKO}";
const price = await client.simplePrice({ ids: "bitcoin", vs_currencies: "usd" });
console.log(price.bitcoin.usd);`,
      reads: [{ ...PRICE, redirects: "refused" }],
    },
  ],
  notes: [
    "It follows no redirects. GitHub Pages redirects these paths to folders, so this client needs another host: all hosts with the handler work.",
    "It requests HTTPS on the standard port only, so a local server does not work.",
    ...COINGECKO_NOTES,
  ],
};

export const PROGRAMS: readonly Recipe[] = [shell, pandas, r, duckdb, typescript, pycoingecko, apiV3];
