import { badge } from "../public/js/badge.js";
import { formatCount, formatPercent, formatTime } from "../public/js/format.js";
import { html } from "../public/js/html.js";
import { age } from "../public/js/moment.js";
import { bar } from "../public/js/number.js";
import { isLong, showAllButton } from "../public/js/show-all-view.js";
import { crumbs } from "./components/crumbs.js";
import { errorText } from "./components/error-text.js";
import { externalLink, rootOf } from "./components/link.js";
import { verdict } from "./components/verdict.js";

export const data = {
  layout: "base.11ty.js",
  permalink: "status/reachability/index.html",
  title: "How often sources answer",
  description:
    "How often each source answered in the builds of the last day, week and month, with its last response and its last error.",
  styles: ["table.css", "docs.css", "data.css"],
  scripts: ["verdict.js", "show-all.js"],
};

const KINDS = {
  exchange: "Exchange",
  coins: "Coin list",
  defi: "DeFi",
  index: "Index",
  "exchange-rates": "Exchange rates",
  news: "News",
};

export function render({ page, shared }) {
  const { answer, site, status } = shared.data;
  const root = rootOf(page.url, site.baseUrl);
  const found = answer("reachability");
  const record = describeRecord(status);
  const urls = new Map(status.sources.map(({ id, url }) => [id, url]));
  return String(html`
${crumbs(root, ["status/", "Status"], "Reachability")}
<h1 id="reachability">How often sources answer</h1>
<p class="lead">See which sources fail, and how often each one answered ${
    record.isWhole
      ? "in the last 24 hours, 7 days and 30 days"
      : html`since the first recorded build, ${formatTime(status.answers_since)}`
  }.${
    found !== null &&
    html`
<a href="${root}api/reachability.json">Also as JSON</a>`
  }</p>
${
  found === null
    ? html`<p>No source is switched on.</p>`
    : html`${verdict({
        title: "All sources answer",
        good: html`Each source answered the last build that requested it.`,
        problems: found.data
          .filter(({ absent_builds }) => absent_builds > 0)
          .map((source) => describeAbsence(source, record)),
        validUntil: site.freshness.expires_at,
      })}<p class="note before-table">The share of builds with at least one usable response, rounded down: 100% means every
build. Some sources are requested only when their data can have changed, or when another source fails. Builds without
a request do not count. ${record.isWhole ? "" : listLater(record)}<a href="${root}docs/api/reachability/">Fields of the response</a></p>
${table(found.data.toSorted(compareRows), { ...record, urls })}`
}
`);
}

/** `spans`: each with the day from which its shares are shown; `null`: they are. */
function describeRecord({ generated_at: now, spans }) {
  const isWhole = spans.every(({ from }) => from === null);
  return { now, spans, isWhole, period: isWhole ? "in 30 days" : "recorded" };
}

/** Cards on phones have no headings that say so. */
function listLater({ spans }) {
  const later = spans.filter(({ from }) => from !== null);
  return later.map(({ title, from }) => html`Shares of ${title} begin on ${from}. `);
}

function describeAbsence({ name, absent_builds, last_success, last_error }, { period }) {
  return html`${name}: ${countBuilds(absent_builds)}${
    last_success === null ? `, no earlier response ${period}` : html`, the last one ${age(last_success)}`
  }${last_error !== null && errorText(last_error)}`;
}

function countBuilds(count) {
  return `no answer in the last ${count === 1 ? "build" : `${formatCount(count)} builds`}`;
}

/** The rarest answers of the last month come first; sources that were not requested come last. */
function compareRows(a, b) {
  const rank = ({ answered_share: { month } }) => month ?? 2;
  return b.absent_builds - a.absent_builds || rank(a) - rank(b) || a.name.localeCompare(b.name, "en");
}

function table(rows, record) {
  const id = "reachability-rows";
  return html`<div class="table-scroll${isLong(rows.length) && " short phones"}" id="${id}" tabindex="0" role="group"
aria-labelledby="reachability"><table class="reachability"><thead><tr><th scope="col">Source</th>${record.spans.map(
    ({ title, from }) =>
      html`<th scope="col" class="number">${title}${from !== null && html`<span class="sub">from ${from}</span>`}</th>`,
  )}<th scope="col">Last answer</th><th scope="col">Last error</th></tr></thead>
<tbody>${rows.map((one) => row(one, record))}</tbody></table></div>
${showAllButton({ id, rows: rows.length, noun: "sources" })}`;
}

/** The verdict quotes the errors of sources that are absent. */
function row(source, { now, spans, period, urls }) {
  const {
    source: id,
    name,
    kind,
    answered_share,
    requested,
    absent_builds,
    last_success,
    last_error,
    last_error_at,
  } = source;
  const isAbsent = absent_builds > 0;
  return html`<tr${isAbsent && html` class="troubled"`}><th scope="row">${externalLink(urls.get(id), name)}${
    isAbsent && html` ${badge("down", "✕", "No answer")}`
  }<span class="sub">${KINDS[kind]}</span></th>
${spans.map(
  ({ id, title, from }) =>
    html`<td class="number${from !== null && " quiet"}" data-label="${title}">${
      from === null ? share(answered_share[id], requested[id]) : html`<span class="unknown">–</span>`
    }</td>`,
)}<td>${last_success === null ? html`<span class="unknown">none ${period}</span>` : age(last_success, now)}</td><td${
    last_error === null && html` class="quiet"`
  }>${
    last_error === null
      ? html`<span class="unknown">none</span>`
      : html`${isAbsent ? html`<a href="#verdict">Error above</a>, ` : errorText(last_error)}${age(last_error_at, now)}`
  }</td></tr>
`;
}

function share(value, builds) {
  if (value === null) return html`<span class="unknown">not requested</span>`;
  const percent = Math.floor(value * 1000) / 10;
  const answered = formatCount(Math.round(value * builds));
  const kind = value === 0 ? "down" : value === 1 ? "up" : "";
  const decimals = value === 0 || value === 1 ? 0 : 1;
  return html`<span class="rate ${kind}">${bar(percent)}<span>${formatPercent(percent, { decimals })}</span></span>
<span class="sub">${answered} of ${formatCount(builds)} ${builds === 1 ? "build" : "builds"}</span>`;
}
