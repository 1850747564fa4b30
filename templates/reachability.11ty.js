import { formatCount, formatPercent } from "../public/js/format.js";
import { html } from "../public/js/html.js";
import { age } from "../public/js/moment.js";
import { crumbs } from "./components/crumbs.js";
import { errorText } from "./components/error-text.js";
import { rootOf } from "./components/link.js";
import { verdict } from "./components/verdict.js";

export const data = {
  layout: "base.11ty.js",
  permalink: "status/reachability/index.html",
  title: "How often sources answer",
  description:
    "How often each source answered in the builds of the last day, week and month, with its last response and its last error.",
  styles: ["docs.css", "data.css"],
  scripts: ["verdict.js"],
};

const KINDS = {
  exchange: "Exchange",
  coins: "Coin list",
  defi: "DeFi",
  index: "Index",
  "exchange-rates": "Exchange rates",
  news: "News",
};

/** No answer at all, in a record of less than a day or more. */
const NONE = { young: "none so far", full: "none in 30 days" };

export function render({ page, shared }) {
  const { answer, site, status } = shared.data;
  const root = rootOf(page.url, site.baseUrl);
  const found = answer("reachability");
  return String(html`
${crumbs(root, ["status/", "Status"], "Reachability")}
<h1 id="reachability">How often sources answer</h1>
<p class="lead">See which sources fail, and how often each one answered in the last 24 hours, 7 days and 30 days.${
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
          .map((one) => describeAbsence(one, found.data)),
        validUntil: site.freshness.expires_at,
      })}${table(found.data.toSorted(compareRows), status.generated_at)}`
}
<p class="note after-table">The share of builds with at least one usable response, rounded down: 100% means every build.
Some sources are requested only when their data can have changed, or when another source fails.
Builds without a request do not count. <a href="${root}docs/api/reachability/">Fields of the
response</a>.</p>
`);
}

function describeAbsence({ name, absent_builds, last_success, last_error }, rows) {
  return html`${name}: ${countBuilds(absent_builds)}${
    last_success === null ? `, ${NONE[isYoung(rows) ? "young" : "full"]}` : html`, the last one ${age(last_success)}`
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

/** Whether the last day has all builds of the record: longer periods would repeat it. */
function isYoung(rows) {
  return (
    rows.some(({ requested }) => requested.month > 0) && rows.every(({ requested: { day, month } }) => day === month)
  );
}

function table(rows, now) {
  const young = isYoung(rows);
  const most = Math.max(...rows.map(({ requested }) => requested.month));
  return html`${
    young &&
    html`<p class="note before-table">The record of this site has ${formatCount(most)} ${most === 1 ? "build" : "builds"} so far,
all of the last 24 hours.</p>`
  }<div class="table-scroll" tabindex="0" role="region" aria-labelledby="reachability">
<table class="numbers reachability"><thead><tr><th scope="col" class="text">Source</th>
<th scope="col">24 hours</th>${young ? "" : html`<th scope="col" class="optional tablet">7 days</th><th scope="col">30 days</th>`}
<th scope="col" class="text optional tablet">Last answer</th><th scope="col" class="text optional tablet">Last error</th>
</tr></thead>
<tbody>${rows.map((one) => row(one, now, young))}</tbody></table></div>`;
}

/**
 * The verdict quotes the errors of sources that are absent. On phones, which have no room for their
 * columns, the last answer stands below the name, and errors are in the verdict and in the JSON.
 */
function row(
  { name, kind, answered_share, requested, absent_builds, last_success, last_error, last_error_at },
  now,
  young,
) {
  const cell = (span) => share(answered_share[span], requested[span]);
  const last =
    last_success === null
      ? html`<span class="unknown">${NONE[young ? "young" : "full"]}</span>`
      : age(last_success, now);
  return html`<tr${absent_builds > 0 && html` class="troubled"`}><th scope="row" class="text">${name}${absent_builds > 0 && html` <span class="state state-down"><span aria-hidden="true">✕</span> No answer</span>`}<span class="sub">${KINDS[kind]}</span><span
class="sub phone">Last answer: ${last}</span></th>
<td>${cell("day")}</td>${young ? "" : html`<td class="optional tablet">${cell("week")}</td><td>${cell("month")}</td>`}<td class="text optional tablet">${
    last
  }${absent_builds > 0 && html`<p class="note">${countBuilds(absent_builds)}</p>`}</td><td class="text optional tablet">${
    last_error === null
      ? html`<span class="unknown">none</span>`
      : html`${absent_builds > 0 ? html`<a href="#verdict">Error above</a>, ` : errorText(last_error)}${age(last_error_at, now)}`
  }</td></tr>
`;
}

function share(value, builds) {
  if (value === null) return html`<span class="unknown">not requested</span>`;
  const percent = formatPercent(Math.floor(value * 1000) / 10, { decimals: value === 0 || value === 1 ? 0 : 1 });
  const answered = formatCount(Math.round(value * builds));
  return html`${percent}<span class="sub">${answered} of ${formatCount(builds)} ${builds === 1 ? "build" : "builds"}</span>`;
}
