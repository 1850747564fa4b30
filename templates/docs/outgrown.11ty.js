import { html } from "../../public/js/html.js";
import { codeBlock, sentence } from "../components/code.js";
import { externalLink, rootOf } from "../components/link.js";
import { fillIn } from "../components/snippets.js";

export const data = {
  layout: "base.11ty.js",
  permalink: "docs/outgrown/index.html",
  group: "API",
  title: "Outgrown one machine",
  description: "Commands for DuckDB, polars, pyarrow, ClickHouse and Spark on the Parquet archives of this site.",
  words: "parquet duckdb polars pyarrow arrow clickhouse spark big data warehouse analytics",
  styles: ["docs.css"],
};

export function render({ page, shared }) {
  const { site, outgrown } = shared.data;
  const root = rootOf(page.url, site.baseUrl);
  return String(html`
<h1>Outgrown one machine</h1>
<p class="lead">Use your own query engine on the <a href="${root}archives/">Parquet archives</a>. Engines read parts of
the files by HTTP ranges, or copies in your own storage.</p>
<section class="article" aria-labelledby="coin"><h2 id="coin">One coin</h2>
<p>One coin needs no engine. These are one request each; the sizes are those of the demo market:</p>
<ul class="claims"><li><a href="${root}docs/api/coin-history/">api/coins/btc/history/all.json</a>: ten years of days
in 320 kB.</li>
<li><code>api/data/download/history-btc.csv.gz</code>: the same in 85 kB.</li>
<li><a href="${root}docs/api/coin-hours/">api/coins/btc/hours/2025.json</a>: a year of hours in 120 kB.</li></ul>
<p>From a Parquet file, polars reads one coin's year of hours in three requests and 0.3 MB: the size of the file, its
end, and one group of rows. A file has at most 1,300,000 rows: from 149 coins on, a year of hours has two files by month,
of three requests each. A coin's year of days takes three requests and 0.6 MB.</p></section>
<section class="article" aria-labelledby="form"><h2 id="form">Form of the files</h2>
<ul class="claims"><li>Archives of prices are sorted by coin, then by time.</li>
<li>Groups have at most 25,000 rows and hold whole coins. In files that were published earlier, groups have up to 100,000
rows, and a coin may lie in two.</li>
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
  return html`<section aria-labelledby="${id}"><h2 id="${id}">${name}</h2>
<p class="before-table">${externalLink(homepage, `About ${name}`)}.
${!tested && "These commands are not tested. "}${sentence(where)}</p>
${snippets.map(
  (snippet) => html`<h3>${snippet.title}</h3>
${codeBlock(`${id}-${snippet.id}`, fillIn(snippet.text, site), `${name}: ${snippet.title}`, snippet.language)}`,
)}
<ul class="claims">${notes.map((note) => html`<li>${sentence(note)}</li>`)}</ul></section>`;
}
