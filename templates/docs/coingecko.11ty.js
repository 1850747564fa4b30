import { html } from "../../public/js/html.js";
import { codeBlock } from "../components/code.js";
import { codeTabs } from "../components/code-tabs.js";
import { rootOf } from "../components/link.js";
import { addressOf } from "../components/snippets.js";

export const data = {
  layout: "base.11ty.js",
  permalink: "docs/coingecko/index.html",
  group: "API",
  title: "CoinGecko-compatible API",
  description: "The same data in the form of CoinGecko's API: base URL, paths, parameters and every difference.",
  styles: ["docs.css"],
};

/**
 * What the declaration of a path does not say: what its file has, what the handler adds, and
 * CoinGecko's parameters that change nothing.
 */
export const REMARKS = {
  "/simple/price": {
    file: html`all coins by id, in the currencies that the site is built for`,
    handler: html`coins by <code>ids</code>, <code>names</code> or <code>symbols</code>;
<code>vs_currencies</code>: every currency with a rate; unknown ones are left out`,
    noEffect: html`other <code>include_</code> parameters: market cap, 24-hour volume and change, and
<code>last_updated_at</code> are always included`,
  },
  "/simple/supported_vs_currencies": { file: html`all currencies with a rate`, handler: html`the same` },
  "/coins/list": {
    file: html`all coins, by market cap`,
    handler: html`the same; contract addresses are absent`,
  },
  "/coins/markets": {
    file: html`the first 100 coins; the others in <code>coins/markets/page/2.json</code> and so on`,
    handler: html`any page, order, currency and selection`,
    noEffect: html`<code>price_change_percentage</code>: changes over 1h, 24h, 7d, 30d and 1y are always included, those
over 14d and 200d are <code>null</code>; <code>locale</code>; <code>include_rehypothecated</code>`,
  },
  "/coins/{id}": {
    file: html`the 100 largest coins`,
    handler: html`every coin`,
    noEffect: html`all others`,
  },
  "/coins/{id}/market_chart": {
    file: html`the 100 largest coins: days of the last year and hours of the last 7 days, for all values of
<code>days</code>`,
    handler: html`every coin, by <code>days</code>: points of 5 minutes for 1 day, hours up to 90 days, days beyond`,
  },
  "/coins/{id}/market_chart/range": {
    file: html`the same file as <code>market_chart</code>`,
    handler: html`the points between <code>from</code> and <code>to</code>, with the same steps`,
  },
  "/coins/{id}/ohlc": { handler: html`candles of 30 minutes (<code>days=1</code>), 4 hours and 4 days` },
  "/coins/{id}/history": { handler: html`the values at 00:00 UTC of a day` },
  "/exchange_rates": { file: html`Bitcoin, ether and fiat currencies`, handler: html`the same` },
  "/global": { file: html`sums over the coins of this API`, handler: html`the same` },
  "/search/trending": { file: html`the largest gains in 24 hours`, handler: html`the same` },
  "/search": { handler: html`coins only, at most 25` },
};

const list = (...items) => html`<ul>${items.map((item) => html`<li>${item}</li>`)}</ul>`;

/** What differs from CoinGecko, by subject: `[id, heading, text]`. */
const DIFFERENCES = [
  [
    "coins",
    "Coins and ids",
    list(
      html`A coin is listed while exchanges price it in the current build. A coin whose price is older, or copied from a
reference list, is absent until its next own price.`,
      html`Ids are CoinGecko's. Symbols are in lower case everywhere. <code>simple/price</code> has what you name coins by
as keys: <code>ids</code>, <code>names</code> as in <code>coins/list</code>, or lower-case <code>symbols</code>. With
<code>include_tokens=all</code> and in the file, keys are ids.`,
      html`Names of coins are English, and names of currencies are their codes.`,
    ),
  ],
  [
    "values",
    "Prices and other values",
    list(
      html`Prices, volumes, market caps, ranks and changes are results of this project. A market cap is its price × a
circulating supply. A change without an own past price uses a reference's.`,
      html`Every number is in the currency of the path. The handler also answers <code>vs_currency</code>, with the numbers
that the path of that currency has.`,
      html`Maps by currency, such as <code>current_price</code> of <code>coins/{id}</code>, have every currency that the site
is built for. Those of <code>coins/{id}/history</code> have the currency of the path alone.`,
      html`<code>global</code>: the change of the market cap is that of the coins at today's supplies.`,
      html`<code>search/trending</code>: the largest gains, because searches are not counted. Without NFTs and categories.
<code>data.price</code> is in the currency of the path; market caps and volumes are numbers as text without a currency
sign.`,
      html`Sparklines have 42 prices in 4-hour steps; unknown and copied ones are left out.`,
    ),
  ],
  [
    "charts",
    "Charts and candles",
    list(
      html`As at CoinGecko, a point has the price at its time: the point at 00:00 UTC is the close of the day before, and
the last point is the newest price. This project's own <a href="../api/coin-history/"><code>/history</code></a> labels a
day by its start: the same close is one day earlier there.`,
      html`Points of 5 minutes: for coins beyond the 100 largest, only those of builds. Hours older than 30 days: for the
100 largest coins; others have days.`,
      html`Points copied from lists whose terms forbid republishing are left out.`,
      html`An hour without a market cap or volume of its own has the volume of its day, and the market cap of its price at
the supply of its day; on the running day, those of the nearest build. Where neither is known, they are
<code>null</code>.`,
      html`Candles of 30 minutes are made from the prices that builds observed and, of the 100 largest coins, from prices
every 5 minutes. For other coins, a site with few builds has few candles. Candles of 4 hours and 4 days
exist for the 250 largest coins, while the site is built with candles.`,
      html`Each candle has the time of its end. Candles of 4 days begin at multiples of 4 days since 1970, and the last one
ends with the last closed day.`,
      html`<code>history</code> has no <code>market_data</code> on a day without a price.`,
    ),
  ],
  [
    "errors",
    "Errors and limits",
    list(
      html`The form is that of this project's <a href="../errors/">errors</a>: <code>{"error": {"code": …, "message": …,
"status": …}}</code>.`,
      html`All other paths return 404, such as tickers, contracts, exchanges, derivatives, NFTs, categories and on-chain
data.`,
      html`API keys are ignored. This project has no rate limit.`,
    ),
  ],
];

export function render({ page, shared }) {
  const { api, builtFor, site } = shared.data;
  const root = rootOf(page.url, site.baseUrl);
  const endpoints = api.endpoints.filter(({ tag }) => tag === "compat");
  const currencies = endpoints[0]?.parameters.find(({ name }) => name === "currency")?.values ?? [];
  const base = html`${addressOf(site)}/compat/coingecko/usd/api/v3`;
  return String(html`
<h1>CoinGecko-compatible API</h1>
<p class="lead">Keep the program that you have: change its base URL, and it reads this site instead of CoinGecko's API.
You need no key. The numbers are this site's own.</p>
${builtFor.map(aboutHost)}
<p class="text">The <strong>handler</strong> is the program that answers queries from the files, at
<a href="${root}docs/hosts/">some hosts</a>. Plain files have one response for each path, whatever the query. This project
is not affiliated with CoinGecko.</p>
${
  endpoints.length === 0
    ? html`<p class="text">This site is built without these files.</p>`
    : html`<section aria-labelledby="base"><h2 id="base">Base URL</h2>
<p class="before-table">The currency is a part of the URL:
${currencies.map((code, at) => html`${at > 0 && ", "}<code>${code}</code>`)}.</p>
${codeBlock("base-address", base, "Base URL")}
${codeTabs("use", [
  [
    "typescript",
    "@coingecko/coingecko-typescript",
    html`import Coingecko from "@coingecko/coingecko-typescript";

const client = new Coingecko({
  baseURL: "${base}",
  demoAPIKey: "none",
});
const rows = await client.coins.markets.get({ vs_currency: "usd" });`,
  ],
  [
    "python",
    "pycoingecko",
    html`from pycoingecko import CoinGeckoAPI

cg = CoinGeckoAPI()
cg.api_base_url = "${base}/"
print(cg.get_price(ids="bitcoin", vs_currencies="usd"))`,
  ],
  [
    "api-v3",
    "coingecko-api-v3",
    html`import { CoinGeckoClient } from "coingecko-api-v3";

const client = new CoinGeckoClient();
client.baseURL = "${base}";
const rows = await client.coinMarket({ vs_currency: "usd" });`,
  ],
])}
<p class="note"><code>coingecko-api-v3</code> follows no redirects. It cannot read GitHub Pages, which redirects each path
to its folder.</p></section>
<section class="article" aria-labelledby="empty"><h2 id="empty">Always null or empty</h2>
<p>These fields are present, so that typed clients read the responses, but they have no value:</p>
${list(
  html`Copied values, because the terms of their sources forbid republishing: images, supplies, 24-hour range, all-time
high and low, links, categories, genesis date.`,
  html`Fields that this project does not compute: ROI, sentiment, 24-hour change of a market cap; in
<code>coins/markets</code>, changes over 14 and 200 days; in <code>coins/{id}</code>, changes over 14, 60 and 200 days;
in <code>global</code>, ICOs and the change of the volume.`,
  html`In <code>coins/{id}</code>, all but market data: description, categories, links, images, platforms, tickers and
community data are empty, <code>null</code> or absent.`,
)}</section>
<section aria-labelledby="paths"><h2 id="paths">Paths</h2>
<div class="table-scroll" tabindex="0" role="group" aria-labelledby="paths"><table class="fields"><thead><tr>
<th scope="col">Path</th><th scope="col">Plain files</th><th scope="col">With handler</th></tr></thead>
<tbody>${endpoints.map((endpoint) => pathRow(endpoint, root))}</tbody></table></div></section>
<section aria-labelledby="parameters"><h2 id="parameters">Parameters</h2>
<p class="before-table"><code>vs_currency</code> can be any currency with a rate. Charts and candles need past rates:
there it is <code>usd</code>, <code>btc</code>, <code>eth</code> or a currency of
<a href="${root}docs/api/exchange-rates-history/"><code>exchange-rates/history</code></a>. The handler refuses (400) a
parameter that it cannot apply and that would change the meaning of the response, and a value that is not allowed.</p>
<div class="table-scroll" tabindex="0" role="group" aria-labelledby="parameters"><table class="fields"><thead><tr>
<th scope="col">Path</th><th scope="col">Supported</th><th scope="col">Refused</th><th scope="col">No effect</th></tr></thead>
<tbody>${endpoints.map((endpoint) => parameterRow(endpoint, root))}</tbody></table></div></section>`
}
${DIFFERENCES.map(
  ([id, heading, text]) => html`<section class="article" aria-labelledby="${id}"><h2 id="${id}">${heading}</h2>
${text}</section>`,
)}
`);
}

const shorten = (path) => path.replace(/^.*\/api\/v3/, "");

function pathRow({ id, path, file }, root) {
  const short = shorten(path);
  const remarks = REMARKS[short];
  return html`<tr><th scope="row"><a href="${root}docs/api/${id}/"><code>${short}</code></a></th>
<td>${file === null ? "404" : (remarks?.file ?? "✓")}</td><td>${remarks?.handler ?? "✓"}</td></tr>`;
}

function parameterRow({ id, path, parameters }, root) {
  const short = shorten(path);
  const noEffect = REMARKS[short]?.noEffect;
  const queries = parameters.filter((parameter) => parameter.in === "query");
  if (queries.length === 0 && noEffect === undefined) return null;
  const name = (parameter) => renderParameter(parameter, `${root}docs/api/${id}/`);
  return html`<tr><th scope="row"><code>${short}</code></th>
<td>${orDash(queries.filter(({ refused }) => !refused).map(name))}</td>
<td>${orDash(queries.filter(({ refused }) => refused).map(name))}</td><td>${noEffect ?? "–"}</td></tr>`;
}

const orDash = (items) => (items.length === 0 ? "–" : items);

/** Up to as many values stay in the line of their parameter. */
const SHORT = 3;

/** With the values that it can have, if they are few. */
function renderParameter({ name, required, values }, page) {
  return html`<p${values.length <= SHORT && html` class="keep"`}><a href="${page}#parameter-${name}"><code>${name}</code></a>${
    required && " (required)"
  }${values.length > 0 && html`: <span class="note">${values.join(", ")}</span>`}</p>`;
}

/** What a client can expect of a host by its level. */
const BY_LEVEL = {
  L0: html`a host of files by their names: it ignores every query, and its response to a path without
<code>.json</code>, as clients request it, depends on the server`,
  L1: html`a host of plain files: it ignores <code>page</code>, <code>vs_currency</code> and every other parameter`,
  L2: html`a host that answers the pages of <code>coins/markets</code>, but no other <code>vs_currency</code> than that of
the path, and nothing that needs the handler`,
  L3: html`a host with the handler: all paths and parameters below work`,
};

function aboutHost({ name, level }) {
  return html`<p class="text"><strong>This site is built for ${name}</strong>, ${BY_LEVEL[level]}.</p>`;
}
