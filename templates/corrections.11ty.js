import { coinPath } from "../public/js/coin-name.js";
import { capitalise, formatCount, formatExact, formatPercent, formatTime, NONE } from "../public/js/format.js";
import { html } from "../public/js/html.js";
import { isLong, showAllButton } from "../public/js/show-all-view.js";
import { crumbs } from "./components/crumbs.js";
import { rootOf } from "./components/link.js";

export const data = {
  layout: "base.11ty.js",
  permalink: "status/corrections/index.html",
  title: "Corrections",
  description: "Every published closed value that a later build changed, with the reason.",
  styles: ["table.css", "docs.css"],
  // Entries of the feeds link to rows of closed groups.
  scripts: ["show-all.js", "open-target.js"],
};

/** Groups are shown until there are so many entries. The JSON has 1,000, the archives have more. */
const SHOWN = 100;

/** Their values are of whole days. */
const DAILY = new Set(["days", "day-candles", "exchange-rates", "fixings", "fear-greed"]);

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
  const { answer, coins, site } = shared.data;
  const root = rootOf(page.url, site.baseUrl);
  const rows = answer("corrections")?.data ?? [];
  const groups = listGroups(rows);
  const shown = groups.reduce((sum, own) => sum + own.length, 0);
  const names = new Map(
    coins.map(({ id, name, path }) => [id, { name, link: html`<a href="${root}${coinPath({ path })}">${name}</a>` }]),
  );
  return String(html`
${crumbs(root, ["status/", "Status"], "Corrections")}
<h1 id="corrections">Corrections</h1>
<p class="lead">See which published values changed later, by how much, and why. A row about several values has the
largest change, a row about one value has the old and the new one. To hear of each correction, subscribe.</p>
<ul class="feeds" aria-label="Feeds"><li><a class="button" href="${root}api/corrections.rss">RSS</a></li>
<li><a class="button" href="${root}api/corrections.atom">Atom</a></li>
<li><a class="button" href="${root}api/corrections.feed.json">JSON Feed</a></li></ul>
<section aria-labelledby="newest"><h2 id="newest">Newest corrections</h2>${
    rows.length === 0
      ? html`<p>No published value has been corrected yet.</p>`
      : groups.map((own, at) => group(own, at === 0, names))
  }
<p class="note">A gap that is filled later is no correction, because no value was published.
${shown < rows.length && html`The page shows the newest ${formatCount(shown)} of ${formatCount(rows.length)} entries.`}
The <a href="${root}api/corrections.json">JSON</a> has all of these with all
<a href="${root}docs/api/corrections/">fields</a>, money in USD. The <a href="${root}archives/">archives</a> have the entries of each
year. See also <a href="${root}docs/policy/#corrections">how corrections are made</a>.</p></section>
`);
}

/** Entries of one build, dataset and reason, in the order of the answer. None is shown in part. */
function listGroups(rows) {
  const groups = new Map();
  for (const [at, row] of rows.entries()) {
    const key = `${row.time}\n${row.dataset}\n${row.reason}`;
    if (at >= SHOWN && !groups.has(key)) continue;
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups.values()];
}

/** The newest group shows what a correction is; the values of the others are one click away. */
function group(rows, isNewest, names) {
  const [{ id: first, time: changed, dataset, reason }] = rows;
  const id = `from-${first}`;
  const values = rows.reduce((sum, { count }) => sum + count, 0);
  const coins = new Set(rows.map(({ coin }) => coin)).size;
  const isMany = rows.every(({ count }) => count > 1);
  const sizes = rows.flatMap(({ largest_change_percentage: largest }) => largest ?? []);
  const size = [
    `${formatCount(values)} ${values === 1 ? "value" : "values"}`,
    coins > 1 && `of ${formatCount(coins)} coins`,
    sizes.length > 0 && `by ${upTo(Math.max(...sizes))}`,
  ];
  return html`<details class="dataset correction"${isNewest && html` open`}><summary><strong>${
    DATASETS[dataset] ?? dataset
  }</strong> <span class="note">${time(changed)}: ${size.filter(Boolean).join(" ")}. ${capitalise(reason)}</span></summary>
<div class="table-scroll${isLong(rows.length) && " short"}" id="${id}" tabindex="0" role="group" aria-label="${
    DATASETS[dataset] ?? dataset
  }, ${formatTime(changed)}"><table class="status-table"><thead><tr>
<th scope="col">Coin</th>${!isMany && html`<th scope="col">Field</th>`}<th scope="col">${
    DAILY.has(dataset) ? "Days" : "Time"
  }</th>${
    isMany
      ? html`<th scope="col">Values</th><th scope="col" class="number">Change</th>`
      : html`<th scope="col" class="number">Old</th><th scope="col" class="number">New</th><th scope="col" class="number">Change</th>`
  }</tr></thead>
<tbody>${
    isMany ? sortBySize(rows).map((one) => manyRow(one, names)) : sortByCoin(rows, names).map((one) => row(one, names))
  }</tbody></table></div>
${showAllButton({ id, rows: rows.length, noun: "entries" })}</details>
`;
}

function sortByCoin(rows, names) {
  const nameOf = ({ coin }) => names.get(coin)?.name ?? coin ?? "";
  return rows.toSorted((a, b) => nameOf(a).localeCompare(nameOf(b), "en"));
}

/** Largest first. Unknown sizes come last, those of more values first. */
function sortBySize(rows) {
  const sizeOf = ({ largest_change_percentage: largest, count }) => largest ?? -1 / count;
  return rows.toSorted((a, b) => sizeOf(b) - sizeOf(a));
}

/** A row of a table whose rows are all of several values. */
function manyRow({ id, dataset, coin, field, from, to, count, largest_change_percentage: largest }, names) {
  return html`<tr id="${id}">${coinCell(coin, names)}<td data-label="">${span(dataset, from, to)}</td>
<td data-label="">${field !== null && `${field}, `}${formatCount(count)} values</td>
<td class="number beside">${upTo(largest)}</td></tr>
`;
}

/** `names`: the listed coins by id. */
function row({ id, dataset, coin, field, from, to, count, old, new: now, largest_change_percentage: largest }, names) {
  const values =
    count > 1
      ? html`<td colspan="2" data-label="Changed">${formatCount(count)} values</td>
<td class="number beside">${upTo(largest)}</td>`
      : html`<td class="number">${value(old)}</td><td class="number">${value(now)}</td>
<td class="number beside">${percent(largest !== null && now < old ? -largest : largest, { signed: true })}</td>`;
  return html`<tr id="${id}">${coinCell(coin, names)}
<td>${field ?? html`<span class="unknown">several</span>`}</td><td>${
    count > 1 ? span(dataset, from, to) : moment(dataset, from)
  }</td>${values}</tr>
`;
}

function coinCell(coin, names) {
  return html`<th scope="row">${
    names.get(coin)?.link ?? coin ?? html`<span class="unknown">several or none</span>`
  }</th>`;
}

function span(dataset, from, to) {
  return html`${moment(dataset, from)} to ${moment(dataset, to)}`;
}

function moment(dataset, iso) {
  return DAILY.has(dataset) ? date(iso) : time(iso);
}

function time(iso) {
  return html`<time datetime="${iso}">${formatTime(iso)}</time>`;
}

function date(iso) {
  return html`<time datetime="${iso}">${iso.slice(0, 10)}</time>`;
}

function upTo(known) {
  return html`${known !== null && "up to "}${percent(known)}`;
}

/** Small changes keep a digit that is not 0. */
function percent(known, options) {
  if (known === null) return html`<span class="unknown">${NONE}</span>`;
  return formatPercent(known, { ...options, decimals: Math.abs(known) < 0.01 ? 4 : 2 });
}

/** Checksums are long: their beginning is enough to compare. */
function value(known) {
  if (known === null) return html`<span class="unknown">${NONE}</span>`;
  return typeof known === "string" ? html`<code>${known.slice(0, 12)}…</code>` : formatExact(known);
}
