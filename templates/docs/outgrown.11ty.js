import { html } from "../../public/js/html.js";
import { codeBlock, sentence } from "../components/code.js";
import { endpointLink, externalLink, rootOf } from "../components/link.js";
import { fillIn } from "../components/snippets.js";

export const data = {
  layout: "base.11ty.js",
  permalink: "docs/outgrown/index.html",
  group: "API",
  title: "DuckDB, polars and Spark",
  description: "Commands for DuckDB, polars, pyarrow, ClickHouse and Spark on the Parquet archives of this site.",
  words:
    "parquet duckdb polars pyarrow arrow clickhouse spark big data warehouse analytics outgrown one machine engine",
  styles: ["docs.css"],
};

/** How engines read the files, by whether a host answers ranges. */
const RANGES = {
  true: "answers HTTP ranges: engines read only the parts of a file that they need",
  false: "ignores HTTP ranges: engines download whole files, so copy them first",
  null: "may ignore HTTP ranges: engines then download whole files",
};

/** What one coin takes, on the demo market: question, file, requests and size. */
const ONE_COIN = [
  ["All days, as JSON", "api/coins/btc/history/all.json", "1", "320 kB"],
  ["All days, as CSV", "api/data/download/history-btc.csv.gz", "1", "85 kB"],
  ["A year of hours, as JSON", "api/coins/btc/hours/2025.json", "1", "120 kB"],
  ["A year of days, with polars", "api/data/download/daily-2025.parquet", "3", "0.6 MB"],
  ["A year of hours, with polars", "api/data/download/hours-2025.parquet", "3", "0.3 MB"],
];

export function render({ page, shared }) {
  const { api, archives, builtFor, site, outgrown } = shared.data;
  const root = rootOf(page.url, site.baseUrl);
  return String(html`
<h1>DuckDB, polars and Spark</h1>
<p class="lead">Use your own query engine on the <a href="${root}archives/">Parquet archives</a>, over HTTP or from copies
in your own storage.</p>
${builtFor.map(
  ({ name, ranges }) =>
    html`<p class="text"><strong>This site is built for ${name}</strong>, which ${RANGES[ranges]}.</p>`,
)}
<section aria-labelledby="coin"><h2 id="coin">One coin</h2>
<p class="before-table">One coin needs no engine: the API has its <a href="${root}docs/api/coin-history/">days</a> and
${endpointLink(root, api.endpoints, "coin-hours", "hours")}. The sizes are those of the demo market, with ten years of days.</p>
<div class="table-scroll" tabindex="0" role="group" aria-labelledby="coin"><table><thead><tr>
<th scope="col">What you want</th><th scope="col">File</th><th scope="col" class="number">Requests</th>
<th scope="col" class="number">Size</th></tr></thead>
<tbody>${ONE_COIN.map(
    ([question, file, requests, size]) => html`<tr><th scope="row">${question}</th><td><code>${file}</code></td>
<td class="number">${requests}</td><td class="number keep">${size}</td></tr>`,
  )}</tbody></table></div>
<p class="note after-table">The three requests to a Parquet file read its size, its end, and one group of rows. With about
143 coins or more, a year of hours is two files by id: all hours of a coin are in one of them.</p></section>
<section class="article" aria-labelledby="form"><h2 id="form">Datasets and files</h2>
<ul><li><code>daily</code> has the days of every coin, a file for each year. <code>hourly</code> has the hours of every
coin, a file for each of the last months. <code>hours</code> has the hours of the largest coins, by year.</li>
${
  archives.total > 0 &&
  html`<li>The archives page lists all <a href="${root}archives/#datasets">datasets</a> and their
columns.</li>`
}
<li>Prices are sorted by coin, then by time. Groups of at most 25,000 rows hold whole coins. Older files may have groups of
up to 100,000 rows, and a coin may lie in two.</li>
<li>Each group states the least and the greatest value of each column, so that engines skip the others.</li>
<li>Names of files stay, and the file of a finished period does not change.</li></ul></section>
${outgrown.hasParquet ? outgrown.engines.map((engine) => section(engine, site)) : withoutParquet(root)}
`);
}

function withoutParquet(root) {
  return html`<p>This site has no Parquet files. To publish them, name <code>parquet</code> in <code>trees</code> of
<code>build/settings.ts</code>, or leave <code>trees</code> at its default. A host with too little room leaves them out
first: <a href="${root}docs/limits/">Size and limits</a>.</p>`;
}

function section({ id, name, homepage, tested, where, snippets, notes }, site) {
  return html`<section class="article" aria-labelledby="${id}"><div class="section-head"><h2 id="${id}">${name}</h2>
<span class="level">${tested ? "tested" : "not tested"}</span></div>
<p>${sentence(where)} ${externalLink(homepage, `Website of ${name}`)}</p>
${snippets.map(
  (snippet) => html`<h3>${snippet.title}</h3>
${codeBlock(`${id}-${snippet.id}`, fillIn(snippet.text, site), `${name}: ${snippet.title}`, snippet.language)}`,
)}
<ul>${notes.map((note) => html`<li>${sentence(note)}</li>`)}</ul></section>`;
}
