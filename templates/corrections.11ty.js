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

/** The page shows groups until it has so many entries. */
const SHOWN = 100;

export function render({ page, shared }) {
  const { answer, coins, correctedDatasets, site } = shared.data;
  const root = rootOf(page.url, site.baseUrl);
  const rows = answer("corrections")?.data ?? [];
  const groups = listGroups(rows, correctedDatasets);
  const shown = groups.reduce((sum, own) => sum + own.length, 0);
  const names = new Map(
    coins.map(({ id, name, path }) => [id, { name, link: html`<a href="${root}${coinPath({ path })}">${name}</a>` }]),
  );
  return String(html`
${crumbs(root, ["status/", "Status"], "Corrections")}
<h1 id="corrections">Corrections</h1>
<p class="lead">See which published values changed later, by how much, and why. To hear of each correction, subscribe.</p>
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
${
  rows.length > 0 &&
  html`The <a href="${root}api/corrections.json">JSON</a> has ${formatCount(rows.length)} with all
<a href="${root}docs/api/corrections/">fields</a>.`
} The <a href="${root}archives/">archives</a> have the entries of each
year. See also <a href="${root}docs/policy/#corrections">how corrections are made</a>.</p></section>
`);
}

/**
 * Entries of one build, dataset and reason, with the facts of their dataset, in the order of the
 * answer. None is shown in part.
 */
function listGroups(rows, datasets) {
  const groups = new Map();
  for (const [at, row] of rows.entries()) {
    const key = `${row.time}\n${row.dataset}\n${row.reason}`;
    if (at >= SHOWN && !groups.has(key)) continue;
    // A log of another version may have others.
    const about = datasets[row.dataset] ?? { title: row.dataset };
    groups.set(key, [...(groups.get(key) ?? []), { ...row, about }]);
  }
  return [...groups.values()];
}

/** The newest group shows what a correction is; the values of the others are one click away. */
function group(rows, isNewest, names) {
  const [{ id: first, time: changed, about, reason }] = rows;
  const id = `from-${first}`;
  const { title, unit } = about;
  const values = rows.reduce((sum, { count }) => sum + count, 0);
  const coins = new Set(rows.map(({ coin }) => coin)).size;
  const sizes = rows.map(({ largest_change_percentage: largest }) => largest);
  const size = [
    `${formatCount(values)} ${values === 1 ? "value" : "values"}`,
    coins > 1 && `of ${formatCount(coins)} coins`,
    !sizes.includes(null) && `by ${values > 1 ? upTo(Math.max(...sizes)) : percent(sizes[0])}`,
  ];
  // Ranges have no single old and new value.
  const hasValues = rows.some(({ count }) => count === 1);
  const inUnit = unit === undefined ? "" : ` (${unit})`;
  return html`<details class="dataset correction"${isNewest && html` open`}><summary><strong>${title}</strong>
<span class="note">Corrected ${time(changed)}: ${size.filter(Boolean).join(" ")}. ${capitalise(reason)}.</span></summary>
<div class="table-scroll${isLong(rows.length) && " short"}" id="${id}" tabindex="0" role="group" aria-label="${title},
${formatTime(changed)}"><table class="status-table"><thead><tr><th scope="col">Coin</th><th scope="col">Values</th>${
    hasValues && html`<th scope="col" class="number">Old${inUnit}</th><th scope="col" class="number">New${inUnit}</th>`
  }<th scope="col" class="number">${hasValues ? "Change" : "Largest change"}</th></tr></thead>
<tbody>${rows.toSorted(bySize).map((one) => row(one, names, hasValues))}</tbody></table></div>
${showAllButton({ id, rows: rows.length, noun: "entries" })}</details>
`;
}

/** The largest change first, unknown ones last. */
function bySize(a, b) {
  const sizeOf = ({ largest_change_percentage: largest }) => largest ?? -1;
  return sizeOf(b) - sizeOf(a) || b.count - a.count;
}

/** `names`: the listed coins by id. */
function row(one, names, hasValues) {
  const { id, coin, count, old, new: now, largest_change_percentage: largest } = one;
  return html`<tr id="${id}">${coinCell(coin, names)}<td data-label="">${describeValues(one)}</td>${
    hasValues &&
    html`<td class="number" data-label="Old">${value(old)}</td>
<td class="number" data-label="New">${value(now)}</td>`
  }<td class="number beside">${count > 1 ? upTo(largest) : signed(largest, now < old)}</td></tr>
`;
}

/** `price, 13 values, 2026-11-15 to 2026-11-27`, or `open, 2026-11-03 16:00 UTC`. */
function describeValues({ about, field, from, to, count }) {
  const moment = about.isHourly ? time : date;
  const what = [field ?? "several fields", count > 1 && `${formatCount(count)} values`];
  return html`${what.filter(Boolean).join(", ")}, <span class="keep">${moment(from)}${
    to !== from && html` to ${moment(to)}`
  }</span>`;
}

function coinCell(coin, names) {
  return html`<th scope="row">${
    names.get(coin)?.link ?? coin ?? html`<span class="unknown">several or none</span>`
  }</th>`;
}

function time(iso) {
  return html`<time datetime="${iso}">${formatTime(iso)}</time>`;
}

function date(iso) {
  return html`<time datetime="${iso}">${iso.slice(0, 10)}</time>`;
}

/** Smaller changes are not written out: they would be all zeros. */
const SMALLEST = 0.0001;

function upTo(known) {
  return known === null || known < SMALLEST ? percent(known) : `up to ${percent(known)}`;
}

function signed(known, isLower) {
  return percent(known !== null && isLower ? -known : known, { signed: true });
}

/** All have four decimals, because most are small. */
function percent(known, options) {
  if (known === null) return html`<span class="unknown">${NONE}</span>`;
  if (Math.abs(known) < SMALLEST) return `less than ${SMALLEST}%`;
  return formatPercent(known, { ...options, decimals: 4 });
}

/** Checksums are long: their beginning is enough to compare. */
function value(known) {
  if (known === null) return html`<span class="unknown">${NONE}</span>`;
  return typeof known === "string" ? html`<code>${known.slice(0, 12)}…</code>` : formatExact(known);
}
