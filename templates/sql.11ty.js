import { formatBytes, formatCount, plural } from "../public/js/format.js";
import { html, jsonScript } from "../public/js/html.js";
import { resultTable } from "../public/js/sql-view.js";
import { sentence } from "./components/code.js";
import { rootOf } from "./components/link.js";
import { FIRST, listExamples } from "./components/sql-examples.js";

export const data = {
  layout: "base.11ty.js",
  permalink: "data/sql/index.html",
  title: "SQL in the browser",
  description: "Query the archives with SQL in the browser: results as table, chart and CSV. Nothing to install.",
  words: "sql query select duckdb database analytics parquet",
  styles: ["table.css", "docs.css", "chart.css", "vendor/uplot.css", "sql.css"],
  scripts: ["sql.js"],
};

export function render({ page, shared }) {
  const { answer, sql, site } = shared.data;
  const root = rootOf(page.url, site.baseUrl);
  const names = new Set(sql.tables.map(({ name }) => name));
  const examples = listExamples(sql.year).filter(({ table }) => names.has(table));
  return String(html`
<h1>SQL in the browser</h1>
<p class="lead">Query the <a href="${root}archives/">archives</a> of this site. The query runs on your device
and reads only the columns that it needs.</p>
${
  examples.length === 0
    ? html`<p>This site has no Parquet files to query. All data is in the <a href="${root}archives/">archives</a>.</p>`
    : html`${queryBox(examples, sql.tables, { root, rows: listFirstRows(examples[0], answer) })}${tableList(sql.tables)}${notes(root)}`
}
`);
}

/** The result of the first example from the same build, `[]` if the site has no such table. */
function listFirstRows({ table }, answer) {
  const coins = table === "coins" ? (answer("coins")?.data ?? []) : [];
  return coins
    .toSorted((a, b) => a.market_cap_rank - b.market_cap_rank)
    .slice(0, FIRST.rows)
    .map((coin) => FIRST.columns.map((name) => coin[name]));
}

function queryBox(examples, tables, { root, rows }) {
  const [{ sql: first }] = examples;
  const facts = tables.map(({ name, columns, files }) => ({
    name,
    columns: columns.map((column) => ({ name: column.name, type: column.type })),
    files,
  }));
  return html`<section aria-labelledby="query"><h2 id="query" class="visually-hidden">Query</h2>
<form class="sql" data-sql data-root="${root}" data-vendor="${root}vendor/uplot.js">
<label class="field"><span>Example</span><select name="example">${examples.map(
    ({ title, sql }) => html`<option value="${sql}">${title}</option>`,
  )}</select></label>
<label class="field"><span>Query</span><textarea name="query" rows="${first.split("\n").length}" spellcheck="false"
autocapitalize="off" autocomplete="off" aria-describedby="sql-status">${first}</textarea></label>
<div class="sql-actions"><button type="submit" class="button primary" name="run">Run</button>
<button type="button" class="button" name="stop" hidden>Stop</button>
<span class="note sql-keys" aria-hidden="true">Ctrl + Enter</span>
<a href="#tables">${formatCount(tables.length)} tables and their columns</a></div>
<p class="sql-status" id="sql-status" role="status" data-sql-status>${
    rows.length > 0 && "Result stored by the last build. "
  }Run loads the engine (50 kB) and the columns that the query needs.</p>
</form>
<noscript><p class="note">Running a query here needs JavaScript. Without it, run the same SQL in
<a href="${root}docs/use/duckdb/">DuckDB</a>, with the URL of a Parquet file in place of the name of a table.
${rows.length > 0 && html`Below is the result of “${examples[0].title}”.`}</p></noscript>
<section class="sql-result" aria-labelledby="result" data-sql-result${rows.length === 0 && html` hidden`}><div
class="section-head"><h2 id="result">Result</h2><div class="sql-actions"><span class="note"
data-sql-count>${plural(rows.length, "row")}</span><button type="button" class="button"
data-sql-csv>Download CSV</button></div></div>
<div class="sql-chart" data-sql-chart hidden></div>
<div class="table-scroll tall" tabindex="0" role="group" aria-labelledby="result"><table class="numbers"
data-sql-table>${rows.length > 0 && resultTable(FIRST.columns, rows)}</table></div></section>
<script type="application/json" id="page-facts">${jsonScript({ tables: facts })}</script></section>`;
}

function tableList(tables) {
  return html`<section aria-labelledby="tables"><h2 id="tables">Tables</h2>
${tables.map(
  ({ name, description, columns, files }) => html`<details class="dataset"><summary><strong>${name}</strong>
<span class="note">${plural(sum(files, "rows"), "row")}, ${formatBytes(sum(files, "bytes"))}</span>
<span class="sql-columns">${columns.map(({ name: column }) => column).join(", ")}</span></summary>
<p>${sentence(description)}</p>
<div class="table-scroll" tabindex="0" role="group" aria-label="Columns of ${name}"><table class="fields"><thead><tr>
<th scope="col">Column</th><th scope="col">Type</th><th scope="col">Unit</th><th scope="col">Meaning</th></tr></thead>
<tbody>${columns.map(
    (column) => html`<tr><th scope="row"><code>${column.name}</code></th><td>${column.type}</td>
<td>${column.unit ?? ""}</td><td class="prose">${column.description}</td></tr>`,
  )}</tbody></table></div></details>`,
)}</section>`;
}

function notes(root) {
  return html`<section class="article" aria-labelledby="notes"><h2 id="notes">Notes</h2>
<ul class="claims"><li>Days and times are strings in UTC, such as <code>'2026-11-20'</code> and
<code>'2026-11-20T09:00:00Z'</code>.</li>
<li>Supported: joins, subqueries, <code>WITH</code>, <code>GROUP BY</code>, <code>UNION</code>, and functions of numbers,
strings and dates. Not supported: window functions such as <code>LAG</code>.</li>
<li>Filter rows before a join, as the example “Ether in bitcoin” does. A filter after the join is slow, because it
reads every pair of rows.</li>
<li>If the first column is a day, a month or a time, the result is also drawn as a chart.</li>
<li>For more rows than a browser can hold, read the same files with
<a href="${root}docs/use/duckdb/">DuckDB</a>.</li></ul></section>`;
}

const sum = (files, field) => files.reduce((total, file) => total + file[field], 0);
