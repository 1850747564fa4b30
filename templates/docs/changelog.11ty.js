import { html } from "../../public/js/html.js";
import { sentence } from "../components/code.js";
import { rootOf } from "../components/link.js";

export const data = {
  layout: "base.11ty.js",
  permalink: "docs/changelog/index.html",
  group: "API",
  title: "Changelog",
  description: "What changed in each version of the API, what will be removed, and the compatibility guarantees.",
  styles: ["docs.css"],
};

/** API versions, newest first, without changes of pages. Code is between backticks. */
export const VERSIONS = [
  {
    version: "1.1",
    date: "2026-11-22",
    summary: "Stricter checks of prices and identities; correct expiry times in every response.",
    changes: {
      added: [
        "`live` and `live/{symbol}`: prices that are a minute old, on sites with a live tier. " +
          "`npm run build -- --live` reads the exchanges alone, each minute between two builds, and replaces " +
          "`live.json`, which caches keep for 15 seconds. There are units of systemd and a container for it, and " +
          "`npm run publish -- --live` uploads it to a bucket in one request.",
        "Pages: long pages of the documentation list their sections beside the text, and rules that few readers need " +
          "are closed until a link leads to them. The page of queries shows a result before any engine is loaded.",
        "A build for a host that cannot hold so many coins is refused before it reads anything, and says how many fit.",
        "Order books that say “a currency, not a coin”, “never traded” or “no trades in 24 hours”, where the reason " +
          "was “never traded, or not a coin”.",
        "Search: “usd to chf” and “100 eth in eur” lead to the converter, and “websocket” to how to poll. The CSV of " +
          "a chart says how much of its period is known.",
        "Status feeds: `status.rss`, `status.atom` and `status.feed.json` report outages of sources and refused " +
          "builds. The changelog has an Atom feed too.",
        "Exchanges Bitvavo (books in euro), WhiteBIT (also in hryvnia), Bitso (in pesos and reais), BitMart and " +
          "Bithumb (in won, of which only the volume counts), all off by default, because their terms have not been " +
          "read: `sourcesOn` in `config.ts` switches them on.",
        "Host `s3`: publish to any store with S3’s interface, such as Amazon S3, Cloudflare R2, Backblaze B2 and " +
          "MinIO. The workflow uploads there and to `cloudfront`; on your own machine use `npm run publish`. Its " +
          "option `--dry-run` shows the requests and the monthly price first. It replaces `cloudfront-upload.mjs`.",
        "Exchanges: `answered_share_30d`, `median_deviation_bp_30d`, `included_share_30d` and " +
          "`stalled_share_30d` say how reliable each polled exchange was in the last 30 days. They are null on the " +
          "first day of a site.",
        "`history/1h` and `history/24h`: a price every five minutes for the 100 largest coins, however often the " +
          "site is built. Prices between two builds come from an exchange's candles, scaled to our prices; " +
          "`meta.origins` names the exchange.",
        "`exchange-rates/history/{code}`: the past rates of one currency, a tenth of the size of the whole file.",
        "`corrections`: see which final values changed after they were published, with the old value, the new one " +
          "and the reason. Also as RSS, Atom and JSON Feed (`corrections.rss`), and as a yearly archive. Beyond " +
          "10,000 entries a year, entries are summed up by month, kind of data and reason.",
        "`coins/{symbol}/ohlc`: hourly candles for 30 days and daily candles for the whole history of the 250 " +
          "largest coins, also below `in/{currency}/`. `meta.origins` names the exchanges behind highs and lows. A " +
          "candle is final two days after its UTC day (`meta.provisional_from`).",
        "`coins/{symbol}/ohlc?period=all`: days before a site began have highs and lows too, as far back as the " +
          "hours are filled.",
        "CoinGecko's form: `coins/{id}/ohlc`, candles of 30 minutes, 4 hours or 4 days, on hosts with the handler.",
        "`coins/{symbol}/hours/{year}`: every hourly price of a year for the 100 largest coins, also in other " +
          "currencies, kept without a time limit. `meta.final` and `meta.revision` say whether the year is over and " +
          "whether it changed since. Years before the site began are filled from exchanges' candles.",
        "Archives: `hours-{year}.csv.gz` and `.parquet` have the hourly prices of the 250 largest coins in the last " +
          "complete year. Set `archiveMonths` to keep more years.",
        "Verification: `npm run verify -- --prices SITE` and `verifyPrice` of `client.js` recompute prices from the " +
          "published evidence alone. The evidence therefore has `venues` (trust, mean price, counted volume), and " +
          "its pairs have `quality` and `freshness`.",
        "`api/attestation.json`, where the repository has attestations: GitHub's signed statement of the workflow " +
          "and commit that the manifest is from. `npm run verify -- SITE` compares its hash with the manifest. The " +
          "variable `SITE_ATTESTATION` of a copy switches it off; mirrors have none.",
        "Status and coins: `methodology_version`, the version of the rules that compute prices. Methodology " +
          "1.0.0: the first version with a number; it moves no price. The policy page says what changes it.",
        "Pages show amounts in every currency with an exchange rate, such as CHF, GBP or JPY. Where the site has no " +
          "files in a currency, the page converts the amounts and says so.",
        "Link previews are PNG, which networks show: one of the site, and one for each of the 100 largest coins, " +
          "without numbers that change. The SVG beside each coin page (`og.svg`) is gone.",
        "Parquet archives have groups of at most 25,000 rows that hold whole coins: an engine reads a coin's year of " +
          "hours in three requests and less than 1 MB. Published files stay as they are. The page “Outgrown one " +
          "machine” has commands for DuckDB, polars, pyarrow, ClickHouse and Spark.",
        "SQL in the browser: `/data/sql/` queries the Parquet archives, with the results as table, chart and CSV.",
        "Coin pages: press a button to recompute the price in your browser.",
        "Coin pages: the statistics stand beside the chart, and prices near one unit have four decimals.",
        "Pages of exchanges: search, filter, sort and download all pairs. Each unused pair has its reason.",
        "Global charts: each page shows today's value of all five series.",
        "`ids` and `ids.csv`: what each coin is called elsewhere (CoinGecko, CoinPaprika, CoinLore, every " +
          "exchange, every chain), with the day of the first use. `contracts/{chain}` finds a coin by its contract; " +
          "with the handler `contracts/{chain}/{address}` does.",
        "Coins and prices: `price_low` and `price_high`, an interval meant to hold 95 % of fair exchange prices; " +
          "null for reference prices, stale prices and prices of one exchange.",
        "`client.js`: `priceAt(coin, time)` and `pricesAt([[coin, time], …])` give past prices on any host; each " +
          "file is read once.",
        "`prices/{date}` and `prices/months/{month}`: the prices of all coins at the end of a UTC day, and of " +
          "all days of a month. `?symbols=` picks coins, and `in/{currency}/prices/{date}` converts them, on hosts " +
          "with the handler and in `client.js`.",
        "`coins/{symbol}/at?time=`: the newest known price of a coin at or before a time, with its resolution and " +
          "age, also below `in/{currency}/`. Of the 100 largest coins it also reads the hours that are kept for " +
          "good. Hosts with the handler and `client.js` answer it.",
        "`reachability`: how often each source answered in the builds of the last day, week and month, with its " +
          "last answer and its last error.",
        "Mirror: a site may have a copy on a second host. `client.js` reads it if the site fails, and the OpenAPI " +
          "document names it.",
        "The package: `npm pack` and an install of its file give the command `open-crypto-data`, with settings " +
          "from `crypto-data.config.ts`.",
        "`npm run mcp -- --site ADDRESS`: a server of the Model Context Protocol, which answers programs about " +
          "any published site.",
        "Markdown of every page of the documentation: `index.md` beside its `index.html`. `llms.txt` names all of " +
          "them.",
        "`client.js`: currencies, several addresses of one site, and types (`client.d.ts`).",
        "`in/{currency}/…`: coins, details, histories, global, trending, sparklines and `coins.csv` in other " +
          "currencies, by default EUR and BTC.",
        "`price/{symbol}`, `price` and `price.csv`: current prices in every currency of the exchange rates, and " +
          "in BTC and ETH.",
        "`meta.currency` of answers with amounts of money, and `meta.sparkline_7d` of a coin: the times of its " +
          "sparkline.",
        "The setting `paidHosts` names the hosts on which a site has a paid plan. For others, a build that " +
          "exceeds the free plan is refused before it is published, such as 100 MB on Vercel.",
        "Status: `trees_left_out`, the optional files that a site lacks because of its host's limits.",
        "Size and limits: the site over time with what a host has room for, and what is left out. Optional files " +
          "fill at most 95 % of a host's size limit (950 MB on GitHub Pages).",
        "Size and limits: the files and bytes of each optional tree, and the limits of each host.",
        "Status: `redistribution` of each source (`open`, `attribution`, `unclear` or `restricted`; `unclear` " +
          "until somebody says otherwise), and `missing`, the fields that a build without restricted sources lacks.",
        "Status: `terms` of each source (address, what they say in our words, derived works, and who says so), " +
          "`kind` of each source, `license` of the site, and `endpoints_left_out`, which have no data because of " +
          "terms.",
        "`unavailable` also says “not included in this build: terms”: sites built with `--open-only` have no DeFi " +
          "data, because its only source forbids republishing.",
        "`exchange-rates/history`: the European Central Bank's fixings of every banking day since 1999.",
        "`exchanges/{id}`: one polled exchange with all of its order books, also those that no price includes, " +
          "with the reason.",
        "OpenAPI: an example for every response, and schemas of the text responses, so that generated clients " +
          "read them.",
        "Archives: `formats`, the files with the same rows. Each archive of a whole dataset also exists as " +
          "Parquet, `data/download/{name}.parquet`.",
        "Daily closes of the 100 largest coins in USD and every configured fiat currency, as CSV and for ledger, " +
          "hledger and Beancount: `data/prices/{key}/{currency}.csv`, `.ledger` and `.beancount`.",
        "CoinGecko's form: `simple/price` answers every currency with a rate in one request, and `vs_currency` of " +
          "lists and charts may be any of them. `names`, `include_tokens`, `precision` and `sparkline`; hourly " +
          "charts up to 90 days; market caps and volumes of hours whose day is known.",
        "`sparklines`: `meta.restricted` names the values that are copies of lists whose terms restrict republishing.",
        "News feeds: each feed contains its own URL.",
        "`data/catalog.sql`, where a site has Parquet files: one view per dataset for DuckDB, over all its files.",
        "`ids`: `code_units`, and `ids.csv`: `units`, the units of a coin in one unit of an exchange’s code, 1,000 for " +
          "`1000SATS`.",
        "Coins: `provisional`, true while only a fallback reference lists the coin and its id may change.",
        "Coins: `circulating_supply_as_of`, the time of the supply that the market cap is computed from.",
        "Status: `identity_changes`, the paths that now mean another coin, with the ids of both coins.",
        "`coins/{id}.json` for the 250 largest coins on hosts without the handler: `coins/bitcoin.json` is " +
          "Bitcoin everywhere.",
      ],
      changed: [
        "`coins/{symbol}/hours/{year}` of the running year ends with the last closed UTC day, so that its file changes " +
          "once a day. `history/30d` has the hours of today.",
        "Prices that the backfill fills have eight digits instead of twelve: venues give no more, and an hour takes a " +
          "third less. Prices that are already filled stay as they are.",
        "Builds: reading all sources takes less than 30 seconds, even if one of them responds slowly. A source that " +
          "does not respond gets no further requests in that build.",
        "`ids`: a code is left out while its price or name contradicts the coin, and when its exchange no longer lists " +
          "it. The day of first use stays if a code or contract is absent for a while. `meta.sources` names the lists " +
          "and the exchanges.",
        "`npm run verify -- --prices SITE` compares the list of coins with every coin, and the evidence with the " +
          "pages of the exchanges; one wrong coin no longer hides the findings of the others. It and `verifyPrice` of " +
          "`client.js` refuse a quality or a freshness that the methodology does not have, a method or a distance of " +
          "the exchanges that does not follow from them, and a price outside of its interval. `verifyPrice` also refuses " +
          "a response about another coin and one by another version of the methodology.",
        "Optional files: a site without candles, hours or daily prices has none of them in other currencies either. " +
          "Before, such a site failed its own verification.",
        "Identity: a code without a name passes to another coin of the same ticker when its price matches that coin " +
          "exactly and no longer the coin it meant before. Methodology 1.0.1: this corrects coins that an exchange " +
          "was wrongly assigned to.",
        "Queries: while a site is being written, or when its `routes.json` cannot be read, a request with parameters " +
          "returns 503. Before, it returned the response without them.",
        "Cloudflare Workers and Pages: responses about one coin in other currencies and in CoinGecko's form are " +
          "computed, not stored, except those of closed days and years. The bytes are the same. Each counts as a " +
          "request of your Workers plan. Fewer files change with a build.",
        "Cloudflare Workers and Pages: a computed response reads each file once, and a worker keeps the files " +
          "that most responses need.",
        "Index and OpenAPI: the `tag` of an endpoint says what it is for: `prices`, `history`, `market`, `defi`, " +
          "`ids`, `downloads`, `service`, `currencies` or `compat`. `archives`, `news` and `fiat` are gone.",
        "Histories: a day that was filled from a chart gets the price of its last hour once an exchange's candles are " +
          "read.",
        "CoinGecko's form: a point of `market_chart` and `history?date=` is the price at its time, as CoinGecko " +
          "documents: at 00:00 UTC the close of the day before. Until now it was the close of the day that began " +
          "then. `/coins/{symbol}/history` still labels hours and days by their start. A day without a price has no " +
          "`market_data`.",
        "CoinGecko's form: a parameter that is not supported and would change the meaning (`category`, an unknown " +
          "`order`, `interval=5m`, `status=inactive`) is refused; ids, names and symbols do not add up, the first " +
          "of them counts; a symbol means its largest coin.",
        "`meta.expires_at` is the time when the next value is due plus one cadence of the build or of the source. " +
          "A response that has already expired when it is built is `stale`.",
        "`exchange-rates`: a first rate that one origin alone states is `stale` until the exchanges' Bitcoin " +
          "books or a second day confirm it; a rate that contradicts the books is left out.",
        "`ath` and `atl` are null where our own prices, other lists or the coin's worth make the list's number " +
          "implausible.",
        "`ath` and `atl` are at least as far as every point of the coin's histories; they are null where a point " +
          "passes the list's number by more than half.",
        "`7d` and `30d` of a history hold closed hours only, as `1y` and `all` hold closed days: their files " +
          "change once an hour. The current price is in `coins/{symbol}` and `price/{symbol}`. `meta.sources` names " +
          "the sources of filled points, `meta.stale` is true once a closed hour is overdue. The same goes for " +
          "`sparklines/{key}`.",
        "`price/{symbol}` is made from `coins/{symbol}` and `exchange-rates`: `meta.sources` are those of both. " +
          "Its amounts follow from published numbers, also in `price` and `price.csv`.",
        "`interval` of a history is the median distance between its points: `5m`, `10m`, `15m`, `30m`, `1h`, " +
          "`2h`, `6h` or `1d`.",
        "Archives, index, OpenAPI, data package: `license` follows from the terms of the sources that went in. It " +
          "is CC0 alone only where all of them are open, and names the terms of restricted sources.",
        "Coinbase, OKX, Kraken, Bybit, Upbit and DefiLlama count as `restricted`: their terms are reported to " +
          "forbid republishing. `--open-only` reads none of them, and removes their values and the prices computed " +
          "with them from its state.",
        "`price_evidence.tickers[].price_usd` may be `null`, `top_pairs` and the tickers of `exchanges/{id}` may be " +
          'empty: a site may publish weights without order books (`evidence: "computed"`).',
        "The European Central Bank's rates: every place says how they are changed here: each is a rate against " +
          "the US dollar, and a day without a rate has the last one before it.",
        "If a text is both the id of one coin and the symbol of another, the better-ranked coin gets it: " +
          "`bitcoin` is Bitcoin. The coin with the symbol BITCOIN has its id as path.",
        "Prices: two reference lists that agree no longer replace the price of three or more exchanges. A coin " +
          "that only lists price has no price (`null`) or its last one (`stale`) while two lists are apart. A list " +
          "that is more than 3 % off the exchanges gives no prices.",
        "`meta.stale` is also true where one kind of the data behind a response is more than a day overdue, " +
          "although another kind is new. `global` was not stale with old totals and new prices.",
        "`defi/chains`: `protocols` also counts the protocols that DefiLlama lists under another name of the " +
          "chain (Binance for BSC, Optimism for OP Mainnet, xDai for Gnosis).",
        "Archives: a column of `coins-latest`, `exchanges-latest`, `defi-protocols-latest` and " +
          "`defi-chains-latest` has the same description and value as the field of the JSON. Symbols of protocols " +
          "and chains are upper-case, and a chain's share is 0 where no chain has a value.",
        "CSV: values of decimal columns always have a decimal point (`12000.0`), and integer columns never have " +
          "one, so that programs infer the right types. Complete archives stay as they are.",
        "`fully_diluted_valuation` is `current_price` × `total_supply` for every coin, or × `max_supply` where no " +
          "total is known. Before, it was × `max_supply` for aggregated prices and the source's number for others, " +
          "so it changed with the source of the price.",
        "`total_volume` of a coin: each exchange counts up to 10 times the median of the coin's exchanges, as it " +
          "does in the price. `volume_24h_usd` of an exchange is the sum of the same volumes. An exchange that " +
          "states more than twice its listed volume has the listed one, and `statistics_source` says so.",
        "`trending`: a coin whose change rounds to 0.00 % is neither a gainer nor a loser.",
        "`search` lists exact matches of symbol, name or id first, the largest coin first.",
        "`same_symbol` lists every coin that claims the symbol or the id.",
        "nginx and CloudFront: files of coins in any case (`coins/BTC.json`). A query of thousands of blanks or " +
          "letters is an error.",
        "nginx, Caddy and CloudFront: `404.json`, the body of an error, has the status 404. A part of a file that " +
          "does not exist (416) is not cached.",
        "Sparklines use the key in its path for a coin that shares its symbol with a better-ranked coin.",
        "News archives: the columns `id`, `title` and `url` have the descriptions of the same fields of `news`.",
        "Archives: the files of a complete period are not written again while its rows are the same. A lost " +
          "Parquet file whose rows are no longer known is left out; before, it was made again from the CSV.",
        "`--restore-from` with several places: the first one must answer, because the others may be older.",
        "Hosts with the handler: a currency without an exchange rate has no answers in CoinGecko's form either, " +
          "`ping` included, and the error says that the rate is missing, also for a known coin.",
        "Size and limits: one estimate for `doctor`, this page and the texts of the settings. It starts with the " +
          "files of the build and adds what each day adds. The page also reserves room for pages and files that are " +
          "not written yet, so it names more than `doctor`.",
        "A coin whose row is damaged in the list of CoinPaprika or CoinLore keeps its name and its symbol, " +
          "without the row's numbers, for up to three cadences. Until now this held for CoinGecko's list alone.",
        "Status: the warning about a refused list of DeFi names the number that the list contradicts.",
        "`routes.json`: `derived` says which answers are made from others, in place of `quoted` and `compat`. " +
          "`client.js` and the handler read it: a copy of an older version on a newer site, or the reverse, " +
          "computes no answers in other currencies or in CoinGecko's form. The programs of a site always fit it.",
        "OpenAPI: `404.json`, the body of an error, is no operation any more, and the licence of several terms " +
          "has an identifier.",
      ],
      deprecated: [
        "`reachability`: `answered` is now `answered_share`, because it is a share and `requested` beside it is a " +
          "count. `answered` has the same value until 2027-02-22. Announced on 2026-11-24.",
        "Hourly archives: from 2027-02-22 on, sites keep those of 2 months instead of 12, unless their operator " +
          "sets `archiveMonths`. Announced on 2026-11-24.",
      ],
      removed: [
        "The headers `Deprecation` and `Sunset`: no response ever had them. This page announces each removal, and " +
          "the schemas mark a field as `deprecated`.",
        "`build --confined` and `npm run build:confined`. The container has a read-only file system and its own user.",
        "Files with a name that must be escaped: `coins/%24anrx.json`, its histories, its sparkline and its " +
          "archive `history-%24anrx.csv.gz`. Use the coin's `path`, which contains its id. This affects symbols " +
          "with characters other than letters, digits, `_` and `-` (also dots), and the symbols `con`, `prn`, " +
          "`aux`, `nul`, `com0` to `com9`, `lpt0` to `lpt9`, `index`, `search`, `limit`, `list`, `markets` and " +
          "`404`.",
        "The page `docs/openapi/`. Each page of the API reference runs requests; the document stays at " +
          "`api/openapi.json`.",
        "Search files with a name that must be escaped or has a dot (`coins/search/%24.json`). The handler " +
          "computes them.",
      ],
    },
  },
  {
    version: "1.0",
    date: "2026-11-20",
    summary: "The first version of the API.",
    changes: {
      added: [
        "Coins: lists and search (`coins`), details with price evidence (`coins/{symbol}`), history over six periods " +
          "(`coins/{symbol}/history`) and `sparklines`.",
        "The market: `global`, movers (`trending`), `exchanges` and the Fear & Greed Index (`fear-greed`).",
        "DeFi: `defi/overview`, `defi/protocols` and `defi/chains`.",
        "`news` as JSON, RSS, Atom and JSON Feed. `exchange-rates` with the US dollar as base.",
        "CSV archives with checksums, columns and known gaps: their list (`data/archives`) and the files " +
          "(`data/download/{filename}`). `coins.csv` for spreadsheets.",
        "`index.json`, `status.json`, `manifest.json`, OpenAPI 3.1 and a JSON Schema for every response.",
        "`client.js` and the service worker, which answer all queries on static hosts.",
      ],
    },
  },
];

export const KINDS = { added: "Added", changed: "Changed", deprecated: "Deprecated", removed: "Removed" };

export function render({ page, shared }) {
  const root = rootOf(page.url, shared.data.site.baseUrl);
  return String(html`
<h1>Changelog</h1>
<p class="lead">See what changed in the API and what will be removed. Subscribe to the <a href="feed.atom">Atom feed</a>
to be told.</p>
<p class="text">Every response states its version in <code>meta.schema_version</code>. What you can rely on:
<a href="#promise">compatibility</a>.</p>
${VERSIONS.map(entry)}
<section class="article" aria-labelledby="promise"><h2 id="promise">Compatibility</h2>
<dl class="limits"><div><dt>Same major version</dt><dd>No field is removed, changes its meaning, unit or type,
or becomes nullable; no file is renamed. New fields, endpoints, files and error messages may appear at any time:
ignore unknown ones.</dd></div>
<div><dt>Removal</dt><dd>A changed or removed field, endpoint or path is announced here at least 90 days before.
Until then it stays as it is. The JSON Schemas and OpenAPI mark a field that will be removed as
<code>deprecated</code>.</dd></div>
<div><dt>New major version</dt><dd>Breaking changes, after their announcement. This guarantee starts with version 1.1:
1.0 was a preview.</dd></div>
<div><dt>Data</dt><dd>Coins, exchanges and sources may change at any time without a new version.
Corrections of the <a href="${root}docs/methodology/">methodology</a> change numbers, not their format.</dd></div>
<div><dt>Archives</dt><dd>A complete file only changes for a repair. Its <code>revision</code> then increases and
<code>superseded</code> lists the old checksum. A default that keeps archives for a shorter time is announced here at
least 90 days before it deletes the first file.</dd></div></dl>
<p>To detect changes, compare <a href="${root}api/openapi.json">OpenAPI 3.1</a> with an earlier copy.</p></section>
`);
}

/** What may break a program comes first. */
const ORDER = ["deprecated", "removed", "added", "changed"];
/** Entries shown; the others of a kind are collapsed. */
const SHOWN = 12;

function entry({ version, date, summary, changes }) {
  const id = `v${version}`;
  return html`<section class="article" aria-labelledby="${id}"><div class="section-head">
<h2 id="${id}">${version}</h2><time class="note" datetime="${date}">${date}</time></div>
<p>${summary}</p>
${ORDER.filter((kind) => changes[kind] !== undefined).map((kind) => renderKind(KINDS[kind], changes[kind]))}</section>`;
}

function renderKind(title, texts) {
  const rest = texts.slice(SHOWN);
  const list = (own) => html`<ul class="claims">${own.map((text) => html`<li>${renderChange(text)}</li>`)}</ul>`;
  return html`<h3>${title}</h3>${list(texts.slice(0, SHOWN))}${
    rest.length > 0 && html`<details class="dataset"><summary>${rest.length} more</summary>${list(rest)}</details>`
  }`;
}

/** The place of a change, before its first colon, stands out. */
function renderChange(text) {
  const [, place, rest] = /^([^:.]{2,70}): (.+)$/s.exec(text) ?? [];
  return place === undefined ? sentence(text) : html`<strong>${sentence(place)}</strong>: ${sentence(rest)}`;
}
