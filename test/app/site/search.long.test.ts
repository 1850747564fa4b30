import { gzipSync } from "node:zlib";
import MiniSearch from "minisearch";
import { beforeAll, describe, expect, it } from "vitest";
import { renderSite } from "../../../build/app/site/render-site.ts";
import { documented } from "../../../build/crypto/api/registry.ts";
import { LISTED_COINS } from "../../../build/crypto/demo/coin-universe.ts";
import { FIAT_CODES, fiatUsd } from "../../../build/crypto/demo/fiat-rates.ts";
import { buildApi } from "../../../build/crypto/render/market-api.ts";
import { hosts } from "../../../build/kit/hosts/registry.ts";
import { listAllDocuments } from "../../../build/kit/render/documents/api-index.ts";
import { createIndex, findGroups } from "../../../public/js/search-index.js";
import { collect } from "../../fixtures/collect.ts";
import { AS_OF_MS, makeCoin, makeExchange, makeMarket, makeWorld } from "../../fixtures/market.ts";
import { readUsualPages } from "../../fixtures/pages.ts";

/**
 * What people type who have not read the site, and what they look for: the start of a path that the
 * results have to contain. The coins are those of the demo market.
 */
type Query = readonly [text: string, path: string];

/** Of a newcomer who found almost nothing with the first search of this site. */
const NEWCOMER: readonly Query[] = [
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
  ["price of bitcoin on 1 september 2026", "coins/btc/?on=2026-09-01"],
  ["no trades in 24 hours", "docs/methodology/"],
];

const OTHERS: readonly Query[] = [
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
  ["fear and greed 2026-09-01", "docs/api/day-prices/?date=2026-09-01"],
  ["prices of all coins 2026-09-01", "docs/api/day-prices/?date=2026-09-01"],
  ["exchange rates 2026-09-01", "docs/api/day-prices/?date=2026-09-01"],
  ["market cap 2026-09-01", "docs/api/day-prices/?date=2026-09-01"],
  ["usd to chf 2026-09-01", "exchange-rates/?amount=1&from=USD&to=CHF"],
  // Currencies.
  ["swiss franc", "exchange-rates/?amount=100&from=USD&to=CHF"],
  ["gbp", "exchange-rates/?amount=100&from=USD&to=GBP"],
  ["japanese yen", "exchange-rates/?amount=100&from=USD&to=JPY"],
  ["forex", "exchange-rates/"],
  ["currency converter", "exchange-rates/"],
  ["usd to chf", "exchange-rates/?amount=1&from=USD&to=CHF"],
  ["100 eth in eur", "exchange-rates/?amount=100&from=eth&to=EUR"],
  ["btc/usd", "exchange-rates/?amount=1&from=btc&to=USD"],
  // How fresh the data is.
  ["websocket", "docs/quick-start/#fresh"],
  ["streaming", "docs/quick-start/#fresh"],
  ["real time", "docs/quick-start/#fresh"],
  ["how often updated", "docs/quick-start/#fresh"],
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
  ["excluded ticker", "docs/methodology/"],
  ["why is a price missing", "docs/methodology/"],
  ["python", "docs/"],
  ["backtest", "archives/"],
];

interface Entry {
  kind: string;
  title: string;
  path: string;
}
interface Group {
  heading: string;
  entries: Entry[];
}
type Searchable = Record<"coins", unknown[]> & Record<string, unknown[]>;
type Rows = Record<"coins", string[][]> & Record<string, string[][]>;

/** What a browser loads for the search of 1,000 coins, compressed. */
const MAX_BYTES = 60_000;

/** An address of 64 digits, as on most chains besides Ethereum. */
const ADDRESS = "27394fb092d2eccd56123c74f36e4c1f926001ceada9ca97ea622b25f41e5eb2";

const NONE: Rows = { coins: [], pages: [], fields: [], currencies: [] };
const COINS = [
  ["Bitcoin", "BTC", "bitcoin", "coins/btc/"],
  ["Wrapped Bitcoin", "WBTC", "wrapped-bitcoin", "coins/wbtc/"],
  ["USD Coin", "USDC", "usd-coin", "coins/usdc/"],
  ["Solana", "SOL", "solana", "coins/sol/"],
  ["Solv BTC", "SOLVBTC", "solv-btc", "coins/solvbtc/"],
  ["Parasol", "SOL", "parasol", "coins/parasol/"],
  ["BITCOIN", "BITCOIN", "harrypotterobamasonic10inu", "coins/harrypotterobamasonic10inu/"],
  ["NEAR Protocol", "NEAR", "near", "coins/near/"],
  ["Exchange Art", "EXA", "exa", "coins/exa/"],
  ["Market Maker", "MM", "mm", "coins/mm/"],
  ["Allora", "ALLO", "allora", "coins/allo/"],
  ["Wasabi", "WAS", "wasabi", "coins/was/"],
  ["The Sandbox", "SAND", "the-sandbox", "coins/sand/"],
  ...Array.from({ length: 20 }, (_, at) => [`Zed ${at}`, `Z${at}`, `zed-${at}`, `coins/z${at}/`]),
];

function find(rows: Searchable, text: string): Group[] {
  return findGroups(createIndex(MiniSearch, rows), text, AS_OF_MS);
}
function listTitles(rows: Searchable, text: string): string[] {
  return find(rows, text).flatMap(({ entries }) => entries.map(({ title }) => title));
}

describe("the search", () => {
  const rows = {
    ...NONE,
    coins: COINS,
    pages: [["Solving errors", "docs/errors/", "", "All error codes", "trouble"]],
    fields: [["market_cap", "docs/api/coins/#field-market_cap", "Field of Coins", "Price times supply"]],
    currencies: [["Swiss Franc", "exchange-rates/?to=CHF", "CHF"]],
  };

  it("lists coins by market cap, one with this symbol, name or id before the others", () => {
    expect(listTitles(rows, "sol")).toEqual(["Solana", "Parasol", "Solv BTC", "Solving errors"]);
    expect(listTitles(rows, " BTC ")).toEqual(["Bitcoin", "Solv BTC"]);
    expect(listTitles(rows, "wrapped-bitcoin")).toEqual(["Wrapped Bitcoin"]);
    expect(listTitles(rows, "bit")).toEqual(["Bitcoin", "Wrapped Bitcoin", "BITCOIN"]);
  });

  it.each(["bitconi", "bitcoim", "bitcin", "biitcoin", "Bitcoim"])(
    "finds Bitcoin by %s, which has one typing error",
    (text) => {
      expect(listTitles(rows, text)[0]).toBe("Bitcoin");
    },
  );

  it("finds nothing for two typing errors, for an empty text and for an unknown one", () => {
    for (const text of ["botcion", "", "   ", "no such thing"]) expect([text, find(rows, text)]).toEqual([text, []]);
  });

  it("finds other words for the same thing, and all words before any word", () => {
    expect(listTitles(rows, "mcap")).toEqual(["market_cap"]);
    expect(listTitles(rows, "trouble")).toEqual(["Solving errors"]);
    expect(listTitles(rows, "how do i show chf")).toEqual(["Swiss Franc"]);
    expect(listTitles(rows, "error codes")).toEqual(["Solving errors"]);
    expect(listTitles(rows, "solana chf")).toEqual(expect.arrayContaining(["Solana", "Swiss Franc"]));
  });

  it.each([
    ["bitcoin price", "Bitcoin"],
    ["price btc", "Bitcoin"],
    ["price of bitcoin", "Bitcoin"],
    ["what is bitcoin's price", "Bitcoin"],
    ["btc ath", "Bitcoin"],
    ["btc all-time high", "Bitcoin"],
    ["btc market cap", "Bitcoin"],
    ["bitcoin chart", "Bitcoin"],
    ["bitconi price", "Bitcoin"],
    ["btc total supply", "Bitcoin"],
    ["circulating supply of btc", "Bitcoin"],
    ["wrapped bitcoin price history", "Wrapped Bitcoin"],
    ["sandbox price", "The Sandbox"],
  ])("lists for %s the coin before pages and fields that have all words", (text, coin) => {
    const others = [
      ["Bitcoin dominance chart", "global/", "", "History of the price and market cap of bitcoin, btc ath"],
      ["Supply", "docs/", "", "The total supply and circulating supply, such as of btc"],
      ["Prices", "docs/", "", "The price chart of a sandbox, wrapped bitcoin price history"],
    ];
    expect(listTitles({ ...rows, pages: others }, text)[0]).toBe(coin);
  });

  it("lists documentation first for words that name no coin, or a coin and more than a fact", () => {
    const pages = [
      ["Exchange rates", "exchange-rates/"],
      ["Price history", "docs/api/coin-history/"],
      ["Market cap", "global/"],
      ["Bitcoin dominance", "global/bitcoin-dominance/"],
    ] as const;
    for (const [title] of pages)
      expect(listTitles({ ...rows, pages: pages.map((page) => [...page]) }, title.toLowerCase())[0]).toBe(title);
  });

  it.each([
    ["solusdc", "exchange-rates/?amount=1&from=sol&to=usdc"],
    ["0x32c9df49148858493d89c0ef038d0e49fd0af667", "ids/?search=0x32c9df49148858493d89c0ef038d0e49fd0af667"],
    ["0x2::sui_module_of_a_long_name::SUI", "ids/?search=0x2%3A%3Asui_module_of_a_long_name%3A%3ASUI"],
    [`0x${ADDRESS}::coin::COIN`, `ids/?search=0x${ADDRESS}%3A%3Acoin%3A%3ACOIN`],
    [`ibc/${ADDRESS.toUpperCase()}`, `ids/?search=ibc%2F${ADDRESS.toUpperCase()}`],
    [`factory/osmo1${ADDRESS}/coin`, `ids/?search=factory%2Fosmo1${ADDRESS}%2Fcoin`],
  ])("leads from %s, which is in no entry, to the page that knows it", (text, path) => {
    expect(find(rows, text).flatMap(({ entries }) => entries.map((entry) => entry.path))).toEqual([path]);
  });

  it.each([
    ["harrypotterobamasonic10inu", "coins/harrypotterobamasonic10inu/"],
    ["price_change_percentage_24h", "docs/api/coins/#field-data[].price_change_percentage_24h"],
    ["/api/coins/bitcoin/history/30d.json", "coins/btc/"],
  ])("finds %s, which has the form of an address or a path", (text, path) => {
    const fields = [["price_change_percentage_24h", "docs/api/coins/#field-data[].price_change_percentage_24h"]];
    expect(find({ ...rows, fields }, text)[0]?.entries[0]?.path).toBe(path);
  });

  it("shows results in groups of at most five", () => {
    const groups = find(rows, "zed");
    expect(groups.map(({ heading, entries }) => [heading, entries.length])).toEqual([["Coins", 5]]);
  });

  it.each<Query>([
    ["2026-09-01 btc", "coins/btc/?on=2026-09-01#price-on"],
    ["btc 1 Sep 2026", "coins/btc/?on=2026-09-01#price-on"],
    ["Bitcoin, September 1, 2026", "coins/btc/?on=2026-09-01#price-on"],
    ["1.9.2026 sol", "coins/sol/?on=2026-09-01#price-on"],
    ["price of bitcoin on 1 september 2026", "coins/btc/?on=2026-09-01#price-on"],
    ["How much was 1 sol worth on September 1st, 2026?", "coins/sol/?on=2026-09-01#price-on"],
    ["price of wrapped bitcoin on 1st of September 2026", "coins/wbtc/?on=2026-09-01#price-on"],
    ["chf price on 2026-09-01", "docs/api/day-prices/?date=2026-09-01#try"],
    ["sol yesterday", "coins/sol/?on=2026-11-19#price-on"],
    ["solan 2026-09-01", "coins/sol/?on=2026-09-01#price-on"],
    ["usd coin 2026-09-01", "coins/usdc/?on=2026-09-01#price-on"],
    ["sol in chf on 2026-09-01", "coins/sol/?on=2026-09-01#price-on"],
    ["history of wrapped bitcoin 2026-09-01", "coins/wbtc/?on=2026-09-01#price-on"],
    ...[
      "fear and greed 2026-09-01",
      "prices of all coins 2026-09-01",
      "all prices on 2026-09-01",
      "exchange rates 2026-09-01",
      "2026-09-01 exchange rates",
      "market cap 2026-09-01",
      "usd to chf 2026-09-01",
      "what was the price of pepe on 2026-09-01",
    ].map((text): Query => [text, "docs/api/day-prices/?date=2026-09-01#try"]),
    ["2026-09-01", "docs/api/day-prices/?date=2026-09-01#try"],
  ])("leads from %s to the price of that day", (text, path) => {
    expect(find(rows, text)[0]?.entries.map((entry) => entry.path)).toEqual([path]);
  });

  it.each([
    ["usd to chf 2026-09-01", "exchange-rates/?amount=1&from=USD&to=CHF"],
    ["sol in chf on 1 September 2026", "exchange-rates/?amount=1&from=sol&to=CHF"],
    ["2026-09-01: error codes", "docs/errors/"],
  ])("finds for %s, after the price of that day, what it finds without the day", (text, path) => {
    expect(find(rows, text)[1]?.entries[0]?.path).toBe(path);
  });

  it.each([
    ["bitcoin to usd", "1 BTC in USD", "?amount=1&from=btc&to=USD"],
    ["2 solana in chf", "2 SOL in CHF", "?amount=2&from=sol&to=CHF"],
    ["usd to wrapped", undefined, ""],
    ["BTC-USDC", "1 BTC in USDC", "?amount=1&from=btc&to=usdc"],
    ["btc usd", "1 BTC in USD", "?amount=1&from=btc&to=USD"],
    ["sol_btc", "1 SOL in BTC", "?amount=1&from=sol&to=btc"],
    ["exa/usd", "1 EXA in USD", "?amount=1&from=exchange-art&to=USD"],
  ])("understands %s as a conversion of the largest coin with this name", (text, title, query) => {
    // Its symbol belongs to another coin, so its page is named by its id.
    const coins = COINS.map((coin) => (coin[1] === "EXA" ? [...coin.slice(0, 3), "coins/exchange-art/"] : coin));
    const pair = find({ ...rows, coins }, text).find(({ heading }) => heading === "Converter")?.entries[0];
    expect([pair?.title, pair?.path ?? ""]).toEqual([title, query && `exchange-rates/${query}`]);
  });

  it("offers no conversion of unknown codes, nor of one code", () => {
    for (const text of ["usd to xxx", "chf to chf", "eth chf", "how to chf", "sol chf", "solve usd"])
      expect([text, find(rows, text).map(({ heading }) => heading)]).not.toEqual([
        text,
        expect.arrayContaining(["Converter"]),
      ]);
    expect(find(rows, "sol to chf")[0]?.entries[0]?.path).toBe("exchange-rates/?amount=1&from=sol&to=CHF");
  });

  it.each(["2026-12-01 btc", "2026-02-30 btc", "btc 2026-13-01", "2026-00-12 btc", "btc 3 Mai 2026", "sol 3 2026"])(
    "knows no price on %s",
    (text) => {
      expect(find(rows, text).map(({ heading }) => heading)).not.toContain("Price of a day");
    },
  );
});

describe("search.json", () => {
  let rows: Rows;
  let pages: ReadonlyMap<string, string>;
  let files: ReadonlyMap<string, string | Uint8Array>;
  beforeAll(async () => {
    ({ pages, files } = await readUsualPages());
    rows = JSON.parse(String(files.get("search.json")));
  });

  it("leads to pages and places that exist, each once", () => {
    const entries = Object.entries(rows).flatMap(([kind, list]) =>
      list.map((row) => row[kind === "coins" ? 3 : 1] ?? ""),
    );
    const lost = entries.filter((path) => {
      const [page = "", anchor] = path.replace(/\?[^#]*/, "").split("#");
      if (anchor === undefined) return !pages.has(`${page}index.html`) && !files.has(page);
      return !pages.get(`${page}index.html`)?.includes(` id="${anchor}"`);
    });
    expect(lost).toEqual([]);
    expect(entries.filter((path, at) => entries.indexOf(path) !== at)).toEqual([]);
    expect(rows["pages"]?.map(([title]) => title)).toEqual(expect.arrayContaining(["Home", "Market", "Errors"]));
    const coinPages = [...pages.keys()].filter((path) => /^coins\/[^/]+\/index\.html$/.test(path));
    expect(rows["coins"]?.length).toBe(coinPages.length);
  });
});

describe("the search of a site", () => {
  let files: ReadonlyMap<string, string | Uint8Array>;
  let index: ReturnType<typeof createIndex>;
  beforeAll(async () => {
    const rates = Object.fromEntries(FIAT_CODES.map((code) => [code, 1 / fiatUsd(code, AS_OF_MS)]));
    const exchangeRates = { ...makeMarket().exchangeRates!, rates };
    const named = ["Kraken", "Binance"].map((name) => makeExchange(name.toLowerCase(), { name }));
    const coins = LISTED_COINS.slice(0, 60).map(({ id, symbol, name }, at) =>
      makeCoin(id, symbol, { name, key: symbol.toLowerCase(), rank: at + 1 }),
    );
    const world = makeWorld({ coins, exchangeRates, exchanges: named });
    const documents = listAllDocuments(buildApi(documented), world);
    const artifacts = await collect(
      renderSite({ endpoints: documented, documents, world, hosts, options: { repository: null } }),
    );
    files = new Map(artifacts.map(({ path, body }) => [path, body]));
    index = createIndex(MiniSearch, JSON.parse(String(files.get("search.json"))));
  });

  const isFound = ([text, path]: Query) =>
    findGroups(index, text, AS_OF_MS).some(({ entries }: Group) =>
      entries.some((entry) => entry.path.startsWith(path)),
    );

  it("finds what a newcomer looked for", () => {
    expect(NEWCOMER.filter((query) => !isFound(query))).toEqual([]);
  });

  it.each<Query>([
    ["bitcoin price", "coins/btc/"],
    ["btc price", "coins/btc/"],
    ["price btc", "coins/btc/"],
    ["price of bitcoin", "coins/btc/"],
    ["btc ath", "coins/btc/"],
    ["btc market cap", "coins/btc/"],
    ["bitcoin chart", "coins/btc/"],
    ["ethereum price", "coins/eth/"],
    ["price endpoint", "docs/api/"],
    ["exchange rates", "docs/api/exchange-rates/"],
    ["history", "archives/"],
    ["bitcoin dominance", "global/bitcoin-dominance/"],
    ["market cap", "docs/api/global/"],
    ["live prices", "docs/api/live/"],
  ])("opens with Enter for %s the page %s", (text, path) => {
    expect(findGroups(index, text, AS_OF_MS)[0]?.entries[0]?.path).toBe(path);
  });

  it("finds the endpoint of day prices first, with a day too", () => {
    const [, pages] = findGroups(index, "day prices 2026-09-01", AS_OF_MS);
    expect(pages?.entries[0]?.path).toMatch(/^docs\/api\/day-prices\//);
  });

  it("finds all but three of sixty other queries", () => {
    expect(OTHERS.length).toBeGreaterThanOrEqual(60);
    const missing = OTHERS.filter((query) => !isFound(query));
    expect(missing.length, JSON.stringify(missing)).toBeLessThanOrEqual(3);
  });

  it("loads at most 60 kB for 1,000 coins", () => {
    // Names and ids that do not compress better than real ones.
    const more = LISTED_COINS.slice(60).map(({ name, symbol, id }) => [
      name,
      symbol,
      id,
      `coins/${symbol.toLowerCase()}/`,
    ]);
    const rows = JSON.parse(String(files.get("search.json")));
    const perCoin = gzipSync(JSON.stringify(more)).length / more.length;
    // Pages share their parts differently, so a script exists in some forms: a browser loads one.
    const scripts = new Map<string, number>();
    for (const [path, body] of files) {
      const [name] = /^(?:js\/search-[a-z]+|vendor\/minisearch)(?=[-.])/.exec(path) ?? [];
      if (name !== undefined) scripts.set(name, Math.max(scripts.get(name) ?? 0, gzipSync(body).length));
    }
    const bytes = [...scripts.values()].reduce((sum, length) => sum + length, 0);
    const rest = gzipSync(JSON.stringify(rows)).length;
    expect(Math.round(bytes + rest + perCoin * (1000 - rows.coins.length))).toBeLessThanOrEqual(MAX_BYTES);
    expect([...scripts.keys()]).toEqual(["vendor/minisearch", "js/search-index", "js/search-list"]);
  });
});
