import { ARCHIVES, nameAndStep } from "../public/js/archive-view.js";
import { formatBytes, formatCount, plural } from "../public/js/format.js";
import { html, jsonScript } from "../public/js/html.js";
import { tableHead } from "../public/js/table-columns.js";
import { sentence } from "./components/code.js";
import { codeTabs } from "./components/code-tabs.js";
import { rootOf } from "./components/link.js";
import { addressOf } from "./components/snippets.js";

export const data = {
  layout: "base.11ty.js",
  permalink: "archives/index.html",
  title: "Archives",
  description:
    "Complete datasets as compressed CSV and Parquet: hourly and daily prices, DeFi, indices, rates and news, with checksums, columns and known gaps.",
  words: "csv parquet bulk download data dump checksum sha256 historical backtest",
  styles: ["docs.css"],
  scripts: ["archives.js"],
  headExtra: ({ archives }) =>
    archives.total > 0 && html`<script type="application/ld+json">${jsonScript(archives.metadata)}</script>`,
};

export function render({ page, shared }) {
  const { archives, home, site } = shared.data;
  const root = rootOf(page.url, site.baseUrl);
  return String(html`
<h1>Archives</h1>
<p class="lead">Download all data as gzip-compressed CSV, whole datasets also as Parquet:
${formatCount(archives.total)} ${archives.total === 1 ? "file" : "files"}, ${formatCount(archives.rows)} rows,
${formatBytes(archives.bytes)}. Or query them with <a href="${root}data/sql/">SQL in the browser</a> or
<a href="${root}docs/outgrown/">your own engine</a>.</p>
<p class="text">The file of a finished period does not change. Every file has a checksum and a list of its gaps.</p>
${
  archives.total === 0
    ? html`<p>No archives yet: no source has answered.</p>`
    : html`${contents(archives, root)}${browse(archives, root)}${use(archives.shown[0], home.counts.coins > 0, site)}`
}
<section aria-labelledby="programs"><h2 id="programs">Machine-readable lists</h2><ul class="plain-links">
<li><a href="${root}api/data/archives.json">api/data/archives.json</a>: this list, with columns, checksums and gaps</li>
<li><a href="${root}docs/api/data-archives/">Fields of this list</a></li>
<li><a href="${root}api/manifest.json">api/manifest.json</a>: checksums of all files of the site</li></ul></section>
`);
}

function browse({ datasets, shown, total }, root) {
  return html`<section aria-labelledby="files"><h2 id="files">All files</h2>
<form class="filters" data-archive-filters data-archive-root="${root}">
<div><label for="filter-dataset">Dataset</label><select id="filter-dataset" data-filter="dataset"><option
value="">all</option>${datasets.map(
    ({ id, files }) => html`<option value="${id}">${id}
(${formatCount(files)})</option>`,
  )}</select></div>
<div><label for="filter-name">File name</label><input id="filter-name" data-filter="name" type="search"
placeholder="e.g. eth" autocomplete="off" spellcheck="false"></div>
<div><label for="filter-from">From</label><input id="filter-from" data-filter="from" type="date"></div>
<div><label for="filter-to">To</label><input id="filter-to" data-filter="to" type="date"></div>
</form>
<p class="note filter-status" data-archive-status aria-live="polite">${formatCount(shown.length)} of
${formatCount(total)} files</p>
<div class="table-scroll" tabindex="0" role="group" aria-labelledby="files"><table class="${ARCHIVES.name}"><thead>
${tableHead(ARCHIVES)}</thead>
<tbody data-archive-rows>${shown.map((archive) => ARCHIVES.render(archive, { root }))}</tbody></table></div>
<p class="more"><button type="button" class="button" data-archive-more hidden>Show more</button></p>
<noscript><p class="note">${
    total > shown.length && `The other ${formatCount(total - shown.length)} files are in ${ARCHIVES.answer}.`
  }</p></noscript></section>`;
}

function use({ filename, url }, hasCoins, site) {
  const address = addressOf(site);
  const file = html`${address}/api/<span data-archive-url>${url}</span>`;
  const name = html`<span data-archive-name>${filename}</span>`;
  const list = [
    ["curl", "curl", html`curl -fsS -o '${name}' ${file} &amp;&amp; curl -fsS ${file}.sha256 | sha256sum -c`],
    [
      "python",
      "Python (pandas)",
      html`import pandas as pd

data = pd.read_csv("${file}", compression="gzip")`,
    ],
    ["r", "R", html`data &lt;- read.csv(gzcon(url("${file}", "rb"), text = TRUE))`],
    ["duckdb", "DuckDB", html`SELECT * FROM read_csv('${file}', compression = 'gzip') LIMIT 10;`],
    [
      "excel",
      "Excel (Power Query)",
      html`= Table.PromoteHeaders(Csv.Document(Binary.Decompress(Web.Contents("${file}"), Compression.GZip),
[Delimiter = ",", Encoding = 65001]))`,
    ],
    hasCoins && ["sheets", "Spreadsheets (latest prices)", html`=IMPORTDATA("${address}/api/coins.csv")`],
  ].filter(Boolean);
  return html`<section aria-labelledby="use"><h2 id="use">Code for a file</h2>
<p class="before-table">Examples for <code>${name}</code>. Press “Code” beside another file to choose it.</p>
${codeTabs("take", list)}</section>`;
}

/** Each dataset closed: what it is, and inside its newest file and its columns. */
function contents({ datasets }, root) {
  return html`<section aria-labelledby="datasets"><h2 id="datasets">Datasets</h2>
<p class="before-table">Open one for its newest file and its columns.</p>
${datasets.map((dataset) => describe(dataset, root))}</section>`;
}

function describe({ id, description, columns, sameAs, newest, files, rows, bytes }, root) {
  return html`<details class="dataset"><summary>${id} <span class="note">${plural(files, "file")},
${plural(rows, "row")}, ${formatBytes(bytes)}</span><span class="sub">${sentence(description)}</span></summary>
<dl class="limits"><div><dt>${files === 1 ? "File" : "Newest file"}</dt><dd>${nameAndStep(newest, { root })}</dd></div>${
    files > 1 &&
    html`<div><dt>Other files</dt><dd><a href="#files" data-archive-dataset="${id}">All ${formatCount(files)} files of
this dataset</a></dd></div>`
  }</dl>
${
  sameAs === id ? columnTable(id, columns) : html`<p class="note">It has the columns of <code>${sameAs}</code>.</p>`
}</details>`;
}

function columnTable(id, columns) {
  return html`<div class="table-scroll" tabindex="0" role="group" aria-label="Columns of ${id}"><table class="fields"><thead><tr>
<th scope="col">Column</th><th scope="col">Type</th><th scope="col">Unit</th><th scope="col">Meaning</th></tr></thead>
<tbody>${columns.map(
    ({ name, type, unit, description }) => html`<tr><th scope="row"><code>${name}</code></th>
<td>${type}</td><td>${unit ?? ""}</td><td class="prose">${description}</td></tr>`,
  )}</tbody></table></div>`;
}
