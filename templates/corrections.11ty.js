import { formatCount, formatExact, formatTime, NONE } from "../public/js/format.js";
import { html } from "../public/js/html.js";
import { crumbs } from "./components/crumbs.js";
import { rootOf } from "./components/link.js";

export const data = {
  layout: "base.11ty.js",
  permalink: "status/corrections/index.html",
  title: "Corrections",
  description:
    "Every published closed value that a later build changed, with the old value, the new one and the reason.",
  styles: ["docs.css"],
};

/** The page shows the newest; the JSON has 1,000, and the archives have more. */
const SHOWN = 100;

const DATASETS = {
  hours: "Hourly prices",
  days: "Daily prices",
  "hour-candles": "Hourly candles",
  "day-candles": "Daily candles",
  "exchange-rates": "Exchange rates",
  fixings: "Central bank fixings",
  global: "Global market",
  "fear-greed": "Fear & Greed",
  archives: "Archives",
};

export function render({ page, shared }) {
  const { answer, site } = shared.data;
  const root = rootOf(page.url, site.baseUrl);
  const rows = answer("corrections")?.data ?? [];
  return String(html`
${crumbs(root, ["status/", "Status"], "Corrections")}
<h1 id="corrections">Corrections</h1>
<p class="lead">See which published values changed later, with the old value, the new one and the reason.
To hear of each correction, subscribe.</p>
<ul class="feeds" aria-label="Feeds"><li><a class="button" href="${root}api/corrections.rss">RSS</a></li>
<li><a class="button" href="${root}api/corrections.atom">Atom</a></li>
<li><a class="button" href="${root}api/corrections.json">JSON</a></li></ul>
${rows.length === 0 ? html`<p>No published value has been corrected yet.</p>` : table(rows.slice(0, SHOWN))}
<p class="note after-table">A gap that is filled later is no correction, because no value was published.
${rows.length > SHOWN && html`The table shows the newest ${SHOWN} of ${formatCount(rows.length)} entries.`}
The <a href="${root}archives/">archives</a> have the entries of each year.
<a href="${root}docs/policy/#corrections">How corrections are made</a>.
<a href="${root}docs/api/corrections/">Fields of the response</a>.</p>
`);
}

function table(rows) {
  return html`<div class="table-scroll" tabindex="0" role="region" aria-labelledby="corrections">
<table class="status-table"><thead><tr><th scope="col">Changed</th><th scope="col">Data</th><th scope="col">Coin</th>
<th scope="col">Field</th><th scope="col">Time of the value</th><th scope="col" class="number">Old</th>
<th scope="col" class="number">New</th><th scope="col">Reason</th></tr></thead>
<tbody>${rows.map(row)}</tbody></table></div>`;
}

function row({ id, time: changed, dataset, coin, field, from, to, count, old, new: now, reason }) {
  const isRange = count > 1;
  return html`<tr id="${id}"><th scope="row">${time(changed)}</th><td>${DATASETS[dataset] ?? dataset}</td>
<td>${coin ?? html`<span class="unknown">${NONE}</span>`}</td><td>${field ?? html`<span class="unknown">several</span>`}</td>
<td>${time(from)}${isRange && html` to ${time(to)}<p class="note">${formatCount(count)} values</p>`}</td>
<td class="number">${show(old)}</td><td class="number">${show(now)}</td><td class="prose">${reason}</td></tr>
`;
}

function time(iso) {
  return html`<time datetime="${iso}">${formatTime(iso)}</time>`;
}

/** Checksums are long: their beginning is enough to compare. */
function show(value) {
  if (value === null) return html`<span class="unknown">${NONE}</span>`;
  return typeof value === "string" ? html`<code>${value.slice(0, 12)}…</code>` : formatExact(value);
}
