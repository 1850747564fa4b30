import { usdMoney } from "../public/js/answer-field.js";
import { EXCHANGES } from "../public/js/exchange-view.js";
import { formatCount } from "../public/js/format.js";
import { html, jsonScript } from "../public/js/html.js";
import { rootOf } from "./components/link.js";
import { hasScores, scorecardTable } from "./components/scorecard.js";
import { tableSection } from "./components/table.js";
import { takeData } from "./components/take-data.js";

export const data = {
  layout: "base.11ty.js",
  permalink: "exchanges/index.html",
  title: "Exchanges",
  description: "Crypto exchanges by volume, with trust score, pairs, coins, status and terms.",
  styles: ["table.css", "docs.css", "data.css"],
  scripts: ["exchanges.js"],
  money: true,
  freshnessOf: ({ exchanges }) => exchanges?.freshness,
};

export function render({ page, shared }) {
  const { exchanges, site, api } = shared.data;
  const root = rootOf(page.url, site.baseUrl);
  const hasDetail = api.endpoints.some(({ id }) => id === "exchange");
  return String(html`
<h1 id="exchanges">Exchanges</h1>
${exchanges === null ? html`<p class="lead">No source has answered yet.</p>` : content(exchanges, hasDetail, root)}
`);
}

/** Rows of the page; the script loads the others. */
const PAGE_LENGTH = 50;
/** Ages that differ by less are one age to a reader. */
const SAME_AGE_MS = 10 * 60_000;

function content({ data: rows, polled, sources, volumeUsd, pairs, archives, credits }, hasDetail, root) {
  const total = rows.length;
  const polledCount = Object.keys(polled).length;
  const largestShare = Math.max(...rows.map(({ volume_share_percentage: share }) => share ?? 0));
  const facts = { polled, sources, largestShare };
  const used = rows.filter(({ id, status }) => polled[id] !== undefined && status === "ok").length;
  const troubled = rows.filter(({ status }) => status !== "ok").length;
  return html`<p class="lead">Prices come from ${formatCount(polledCount)} exchanges polled on every build.
They have a trust score: click one to see its pairs. The others are listed with the volume that a reference source
reports.
<span class="in-usd">Volumes are converted from
USD at the current rate.</span></p>
<section class="cards figures" aria-label="Key figures">
<article class="card"><h2 class="card-title">24h volume</h2><p class="figure">${usdMoney(volumeUsd)}</p>
<p class="note">of all listed exchanges</p></article>
<article class="card"><h2 class="card-title">Polled</h2><p class="figure">${polledCount} <span class="of">of
${formatCount(total)}</span></p><p class="note">${used === polledCount ? "all of them current" : `${used} of them current`}</p></article>
<article class="card"><h2 class="card-title">Pairs</h2><p class="figure">${formatCount(pairs)}</p>
<p class="note">with identified coins</p></article>
<article class="card"><h2 class="card-title">Stale</h2><p class="figure">${troubled}</p>
<p class="note">${troubled === 0 ? "all exchanges responded" : "stale or no response"}</p></article>
</section>
<section aria-label="List of exchanges">
${tableSection(EXCHANGES, { root, data: rows, facts, labelledBy: "exchanges", pageLength: PAGE_LENGTH, without: haveOneAge(rows) ? ["observed"] : [] })}
<script type="application/json" id="page-facts">${jsonScript(facts)}</script>
<p class="note after-table">Trust rates the reliability of an exchange's own numbers from 0 to 1
(<a href="${root}docs/methodology/#price">its effect on prices</a>). Pairs and coins count only identified and priced
ones. An exchange is stale when we reuse an earlier response, when its prices are frozen,
or when most of its prices disagree with other exchanges.</p></section>
${scores(
  rows.filter(({ id }) => polled[id] !== undefined),
  root,
)}
${takeData(
  {
    answers: [["api/exchanges.json", "All exchanges"]],
    docs: [
      ["docs/api/exchanges/", "Fields"],
      ...(hasDetail ? [["docs/api/exchange/", "Fields of one exchange"]] : []),
      ["status/", "Status of each source"],
    ],
    archives,
    credits: credits.filter(({ id }) => polled[id] === undefined),
  },
  root,
)}`;
}

/** Whether a column of ages would say the same in each row. */
function haveOneAge(rows) {
  const times = rows.map(({ last_updated: time }) => (time === null ? 0 : Date.parse(time)));
  return Math.max(...times) - Math.min(...times) < SAME_AGE_MS;
}

/** Nothing on the first day of a site. */
function scores(polled, root) {
  if (!polled.some(hasScores)) return "";
  return html`<section aria-labelledby="scores"><h2 id="scores">Last 30 days</h2>
<p class="before-table">How often each polled exchange answered, how far its prices were from the published ones, how many
of its pairs published prices used, and how often most of its tickers were frozen. The numbers do not change the
<a href="${root}docs/methodology/#price">trust</a>.</p>
${scorecardTable(polled)}
<p class="note after-table">1 bp is 0.01 %. The distance is a median of days, with the median of the pairs in each
build.</p></section>`;
}
