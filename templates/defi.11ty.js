import { usdMoney } from "../public/js/answer-field.js";
import { categoryName } from "../public/js/category-name.js";
import { summariseChange } from "../public/js/chart-summary.js";
import { formatLevel } from "../public/js/chart-ticks.js";
import { formatCount, formatMoney } from "../public/js/format.js";
import { html, jsonScript } from "../public/js/html.js";
import { change, money, share } from "../public/js/number.js";
import { PROTOCOLS } from "../public/js/protocol-view.js";
import { dayChart } from "./components/day-chart.js";
import { rootOf } from "./components/link.js";
import { tableSection } from "./components/table.js";
import { takeData } from "./components/take-data.js";

export const data = {
  layout: "base.11ty.js",
  permalink: "defi/index.html",
  title: "DeFi",
  description:
    "Total value locked in decentralised finance (DeFi) over time, with all protocols, chains and categories.",
  styles: ["table.css", "chart.css", "data.css", "vendor/uplot.css"],
  scripts: ["defi.js"],
  money: true,
  freshnessOf: ({ defi }) => defi?.freshness,
};

export function render({ page, shared }) {
  const { defi, site } = shared.data;
  const root = rootOf(page.url, site.baseUrl);
  return String(html`
<h1>DeFi</h1>
${
  defi === null
    ? html`<p class="lead">${site.endpoints.find(({ id }) => id === "defi-overview").absence}</p>`
    : content(defi, root)
}
`);
}

function content(defi, root) {
  const { data: overview, archives, credits } = defi;
  return html`<p class="lead">See the total value locked (TVL) in decentralised finance over time, and by protocol, chain and category. <span class="in-usd">Amounts are converted at the current rate.
Changes and the chart are in USD.</span></p>
${headline(overview)}
${tvlChart(defi, root)}
${protocols(defi, root)}
${chains(defi, root)}
${categories(overview)}
${takeData(
  {
    answers: [
      ["api/defi/overview.json", "Overview"],
      ...(defi.protocols.length > 0 ? [["api/defi/protocols/limit/all.json", "All protocols"]] : []),
      ...(defi.chains.length > 0 ? [["api/defi/chains.json", "All chains"]] : []),
    ],
    docs: [
      ["docs/api/defi-overview/", "Fields of the overview"],
      ["docs/api/defi-protocols/", "Fields of a protocol"],
      ["docs/api/defi-chains/", "Fields of a chain"],
    ],
    archives,
    credits,
  },
  root,
)}`;
}

function headline(overview) {
  return html`<section class="cards figures" aria-label="Key figures">
<article class="card"><h2 class="card-title">TVL</h2>
<p class="figure">${usdMoney(overview.total_tvl_usd)}</p><p class="note">${change(overview.tvl_change_percentage_24h)}
in 24h</p></article>
<article class="card"><h2 class="card-title">7-day change</h2>
<p class="figure">${change(overview.tvl_change_percentage_7d)}</p>
<p class="note">${change(overview.tvl_change_percentage_30d)} in 30 days</p></article>
<article class="card"><h2 class="card-title">24h DEX volume</h2>
<p class="figure">${usdMoney(overview.dex_volume_24h_usd)}</p>
<p class="note">${change(overview.dex_volume_change_percentage_24h)} vs. previous day</p></article>
<article class="card"><h2 class="card-title">Protocols</h2>
<p class="figure">${formatCount(overview.protocols_count)}</p><p class="note">on ${formatCount(overview.chains_count)}
chains</p></article>
</section>`;
}

function tvlChart({ data: { history, tvl_change_percentage_30d: change30d }, archives }, root) {
  return html`<script type="application/json" id="page-facts">${jsonScript({ change30d })}</script>
${dayChart(
  {
    heading: "TVL over time",
    name: "total value locked in DeFi",
    unit: "in USD",
    history,
    answer: "api/defi/overview.json",
    archive: archives.find(({ filename }) => filename.startsWith("defi-tvl")),
    format: formatMoney,
    cell: money,
    head: "TVL",
    level: formatLevel,
    summarise: (columns) => summariseChange(columns, formatMoney, change30d),
  },
  root,
)}`;
}

function protocols({ data: overview, protocols: rows, pageLength, chainNames }, root) {
  const total = overview.protocols_count;
  if (rows.length === 0) return "";
  const options = {
    category: overview.categories.map(({ name, protocols: count }) => [name, `${categoryName(name)}, ${count}`]),
    chain: chainNames.map((name) => [name, name]),
  };
  return html`<section aria-labelledby="protocols"><h2 id="protocols">Protocols</h2>
${tableSection(PROTOCOLS, { root, data: rows, total, pageLength, options })}</section>`;
}

/** Rows of a list that are shown before the others. */
const FIRST_ROWS = 10;

/** Shows and hides the rows after the first ones (data.css). */
function moreRows(rows) {
  return (
    rows.length > FIRST_ROWS && html`<details class="more-rows"><summary>All ${rows.length} rows</summary></details>`
  );
}

function chains({ chains: rows, data: { chains_count: total } }, root) {
  if (rows.length === 0) return "";
  const largest = Math.max(...rows.map(({ tvl_share_percentage: part }) => part));
  return html`<section aria-labelledby="chains"><div class="section-head"><h2 id="chains">Chains</h2>
${rows.length < total && html`<a href="${root}api/defi/chains.json">All ${formatCount(total)} as JSON</a>`}</div>
<div class="table-scroll" tabindex="0" role="group" aria-label="Table of chains"><table class="numbers listing">
<thead><tr><th scope="col" class="rank">#</th><th scope="col" class="text">Chain</th><th scope="col">TVL</th>
<th scope="col">Share</th><th scope="col" class="optional tablet">Protocols</th></tr></thead>
<tbody>${rows.map(
    ({
      rank,
      name,
      token_symbol: symbol,
      tvl,
      tvl_share_percentage: part,
      protocols: count,
    }) => html`<tr><td class="rank">${rank}</td><th scope="row" class="text">${name}${
      symbol !== null &&
      html`
<span class="coin-symbol">${symbol}</span>`
    }</th><td class="price">${usdMoney(tvl)}</td><td>${share(part, largest)}</td>
<td class="optional tablet">${formatCount(count)}</td></tr>
`,
  )}</tbody></table></div>${moreRows(rows)}</section>`;
}

function categories({ categories: rows }) {
  if (rows.length === 0) return "";
  const largest = Math.max(...rows.map(({ share_percentage: part }) => part));
  return html`<section aria-labelledby="categories"><h2 id="categories">Categories</h2>
<div class="table-scroll" tabindex="0" role="group" aria-label="Table of categories">
<table class="numbers listing"><thead><tr><th scope="col" class="text">Category</th><th scope="col">TVL</th>
<th scope="col">Share</th><th scope="col">Protocols</th></tr></thead>
<tbody>${rows.map(
    ({
      name,
      tvl_usd: tvl,
      share_percentage: part,
      protocols: count,
    }) => html`<tr><th scope="row" class="text">${categoryName(name)}</th><td class="price">${usdMoney(tvl)}</td>
<td>${share(part, largest)}</td><td>${formatCount(count)}</td></tr>
`,
  )}</tbody></table></div>${moreRows(rows)}
<p class="note after-table">Shares refer to the sum over all protocols. This sum is larger than the total above,
because money that several protocols use is counted in each of them; the total counts it once.</p></section>`;
}
