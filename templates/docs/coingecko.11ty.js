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
  description: "The same data in the form of CoinGecko's API: base URL, coverage and every difference.",
  styles: ["docs.css"],
};

/** What differs, and how. */
const DIFFERENCES = [
  [
    html`Currency`,
    html`The path names a currency, and every number is in it. The handler also answers each
<code>vs_currency</code> with a rate, with the numbers that the path of that currency has; it refuses any other (400).
Files have the currency of the path; hosts that read queries refuse another.
<code>simple/supported_vs_currencies</code> lists all currencies with a rate.`,
  ],
  [
    html`Coins`,
    html`Only those that this project prices from exchanges in the current build, in <code>coins/list</code>, too.
A coin whose price is held or from a reference source is absent, and present again with its next own price.
Ids are CoinGecko's; symbols are in lower case everywhere.`,
  ],
  [
    html`Files`,
    html`<code>coins/{id}</code> and charts have files for the 100 largest coins; the handler computes the others.
Lists cover all coins.`,
  ],
  [
    html`<code>simple/price</code>`,
    html`The file holds all coins in all currencies that the site is built for. The handler answers
<code>vs_currencies</code> with every currency that has a rate; unknown ones are left out.
<code>ids</code>, <code>names</code>, <code>symbols</code> with <code>include_tokens</code>, and <code>precision</code>
mean what they mean at CoinGecko. The keys of the response are always ids.
Market cap, 24-hour volume and change, and <code>last_updated_at</code> are always included, so the other
<code>include_</code> parameters change nothing.`,
  ],
  [
    html`<code>coins/list</code>`,
    html`By market cap. Without contract addresses, also with <code>include_platform</code>.
<code>status=inactive</code> is refused (400): only active coins are known.`,
  ],
  [
    html`<code>coins/markets</code>`,
    html`The file is page 1 with 100 coins; the others are <code>coins/markets/page/2.json</code> and so on.
The handler supports <code>vs_currency</code>, <code>page</code>, <code>per_page</code>, <code>ids</code>,
<code>names</code>, <code>symbols</code> with <code>include_tokens</code>, <code>order</code>, <code>precision</code> and
<code>sparkline</code> (42 prices in 4-hour steps; unknown and copied ones are left out).
<code>category</code> and an unknown <code>order</code> are refused (400), never answered with all coins.
The changes over 1h, 24h, 7d, 30d and 1y are always included, those over 14d and 200d never, whatever
<code>price_change_percentage</code> says. <code>locale</code> and <code>include_rehypothecated</code> change nothing:
names are English, and every coin with a price is in the list.`,
  ],
  [
    html`<code>coins/{id}</code>`,
    html`Market data only, with changes over 1h, 24h, 7d, 30d and 1y. Description, categories, links, images, platforms,
tickers, sparkline and community data are empty, <code>null</code> or absent, whatever the parameters say.`,
  ],
  [
    html`<code>market_chart</code>`,
    html`The file holds the days of the last year and the hours of the last 7 days,
for all values of <code>days</code>. The handler gives points of 5 minutes for 1 day (those of builds for coins beyond
the 100 largest), hours up to 90 days, and days beyond; <code>interval=daily</code> and <code>interval=hourly</code>
(up to 90 days) choose, <code>interval=5m</code> is refused (400). Hours older than 30 days exist for the 100 largest coins; for others,
and where hours are unknown, there are days.`,
  ],
  [
    html`<code>ohlc</code>`,
    html`Only the handler answers it. Candles of 30 minutes (<code>days=1</code>) are made from the prices that builds
observed and, of the 100 largest coins, from prices every 5 minutes. A site with few builds has few of the others.
Candles of 4 hours and 4 days exist for the 250 largest coins, while the site is built with candles. Each candle has
the time of its end; candles of 4 days begin at multiples of 4 days since 1970, and the last one ends with the last
closed day. <code>interval</code> is refused (400).`,
  ],
  [
    html`Times`,
    html`As at CoinGecko, a point has the price at its time: the point at 00:00 UTC is the close of the day before,
and the last point is the newest price. This project's own <a href="../api/coin-history/"><code>/history</code></a>
labels a day by its start: the same close is one day earlier there.`,
  ],
  [
    html`Points`,
    html`Points copied from lists whose terms forbid republishing are left out.
An hour without a market cap or volume of its own has the volume of its day, and the market cap of its price at the
supply of its day; on the running day, those of the nearest build. Where neither is known, they are
<code>null</code>.`,
  ],
  [
    html`<code>market_chart/range</code>`,
    html`The file equals that of <code>market_chart</code>. The handler selects by <code>from</code> and <code>to</code>
(unix seconds or ISO 8601), with the same steps: points of 5 minutes within the last day, hours up to 90 days, days
beyond.`,
  ],
  [
    html`<code>history?date=</code>, <code>search?query=</code>`,
    html`Only the handler answers; files give 404. History has the values at 00:00 UTC of the day,
the close of the day before, and no <code>market_data</code> on a day without a price.
Search finds coins only, at most 25.`,
  ],
  [html`<code>exchange_rates</code>`, html`Bitcoin, ether and fiat currencies. Names of currencies are their codes.`],
  [
    html`<code>global</code>`,
    html`Sums over the coins of this API, in US dollars and in the currency of the path.
ICOs and the change of the volume are <code>null</code>. The change of the market cap is that of the coins at today's
supplies.`,
  ],
  [
    html`<code>search/trending</code>`,
    html`The largest gains in 24 hours, because searches are not counted. Without NFTs and categories.
<code>data.price</code> is in the currency of the path; market caps and volumes are numbers as text without a currency
sign.`,
  ],
  [
    html`Always null or empty`,
    html`Copied values, because the terms of their sources forbid republishing: images, supplies, 24-hour range,
all-time high and low, links, categories, genesis date. Also fields that this project does not compute: ROI, sentiment,
24-hour change of a market cap. The fields are present for typed clients.`,
  ],
  [
    html`Computed values`,
    html`Prices, volumes, market caps, ranks and changes are results of this project.
A market cap is its price × a circulating supply; a change without an own past price uses a reference's.`,
  ],
  [
    html`Errors`,
    html`The form is that of this project's <a href="../errors/">errors</a>: <code>{"error": {"code": …, "message": …,
"status": …}}</code>.`,
  ],
  [
    html`Not available`,
    html`All other paths, such as tickers, contracts, exchanges, derivatives, NFTs, categories and on-chain data:
404. API keys are ignored; there is no rate limit of this project.`,
  ],
];

export function render({ page, shared }) {
  const { api, site } = shared.data;
  const root = rootOf(page.url, site.baseUrl);
  const endpoints = api.endpoints.filter(({ tag }) => tag === "compat");
  const currencies = endpoints[0]?.parameters.find(({ name }) => name === "currency")?.values ?? [];
  const base = html`${addressOf(site)}/compat/coingecko/usd/api/v3`;
  return String(html`
<h1>CoinGecko-compatible API</h1>
<p class="lead">Keep the program that you have: change its base URL, and it reads this site instead of CoinGecko's API.
You need no key. The numbers are this site's own.</p>
<p class="text"><strong>On a host of plain files, <code>page</code> and <code>vs_currency</code> are ignored</strong>, like
every query: each path has one response. <a href="${root}docs/hosts/">Hosts with a handler</a> support queries.
This project is not affiliated with CoinGecko.</p>
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
    html`const client = new Coingecko({ baseURL: "${base}", demoAPIKey: "none" });
const rows = await client.coins.markets.get({ vs_currency: "usd" });`,
  ],
  [
    "python",
    "pycoingecko",
    html`cg = CoinGeckoAPI()
cg.api_base_url = "${base}/"
print(cg.get_price(ids="bitcoin", vs_currencies="usd"))`,
  ],
  [
    "api-v3",
    "coingecko-api-v3",
    html`const client = new CoinGeckoClient();
client.baseURL = "${base}";
const rows = await client.coinMarket({ vs_currency: "usd" });`,
  ],
])}
<p class="note"><code>coingecko-api-v3</code> follows no redirects. It cannot read GitHub Pages, which redirects each path
to its folder.</p></section>
<section aria-labelledby="paths"><h2 id="paths">Paths</h2>
<div class="table-scroll" tabindex="0" role="region" aria-labelledby="paths"><table class="fields"><thead><tr>
<th scope="col">Path</th><th scope="col">Response</th></tr></thead>
<tbody>${endpoints.map(
        ({ id, path, title }) =>
          html`<tr><th scope="row"><code>${path.replace(
            /^.*\/api\/v3/,
            "",
          )}</code></th><td><a href="${root}docs/api/${id}/">${title}</a></td></tr>`,
      )}</tbody></table></div></section>`
}
<section aria-labelledby="differences"><h2 id="differences">Differences</h2>
<dl class="limits">${DIFFERENCES.map(([name, text]) => html`<div><dt>${name}</dt><dd>${text}</dd></div>`)}</dl>
</section>
`);
}
