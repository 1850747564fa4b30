import { badge } from "../../public/js/badge.js";
import { html } from "../../public/js/html.js";
import { rootOf } from "../components/link.js";

export const data = {
  layout: "base.11ty.js",
  permalink: "docs/limits/index.html",
  group: "Your own copy",
  order: 5,
  title: "Size and limits",
  description:
    "Size of a site, its state and its data branch over time, and requests to each upstream, with their limits.",
  styles: ["docs.css"],
};

export function render({ page, shared }) {
  const { limits } = shared.data;
  const root = rootOf(page.url, shared.data.site.baseUrl);
  if (limits === null)
    return String(
      html`<h1>Size and limits</h1><p class="lead">Not available: this site was built without its settings.</p>`,
    );
  const { coins, buildsPerDay, host, sizes } = limits;
  return String(html`
<h1>Size and limits</h1>
<p class="lead">See whether a site fits its host, today and in five years, and how many requests it sends to each source.
The numbers are for ${coins} coins and ${buildsPerDay} builds a day on ${host}.</p>
<p class="text"><code>npm run doctor</code> estimates the size for your settings.</p>
${renderGrowth(limits, root)}
${sizes !== null && renderSizes(sizes, limits, root)}
${renderTraffic(limits)}
${renderRequests(limits, root)}
${renderCandleRequests(limits)}
${renderBackfill(limits)}
`);
}

function renderGrowth({ host, siteLimit, branchLimit, rows, fullOn }, root) {
  return html`<section aria-labelledby="size"><h2 id="size">Size over time</h2>
<p class="before-table">Today's sizes are those of this build. Each later day adds at most as much as a day can have. The first
month also has ten earlier years of hours, as if a manual backfill added them.</p>
<div class="table-scroll" tabindex="0" role="group" aria-labelledby="size"><table class="numbers host-table"><thead><tr>
<th scope="col" class="text">After</th><th scope="col">Published site</th>
<th scope="col">Required files only</th><th scope="col">Data branch</th></tr></thead>
<tbody>${rows.map(
    ({ after, site, core, branch }) => html`<tr><th scope="row" class="text keep">${after}</th>
<td>${site}</td><td>${core}</td><td>${branch}</td></tr>`,
  )}
<tr><th scope="row" class="text">Limit</th><td>${siteLimit ?? "none"}</td><td>${siteLimit ?? "none"}</td>
<td>${branchLimit}</td></tr></tbody></table></div>
${describeLeftOut(rows.map(({ after, leftOut }) => [after, leftOut]))}
<ul class="claims"><li><strong>Optional files</strong> are the parts of the site that it works without, such as other currencies
and archives as Parquet. They fill at most 95 % of a host's size limit; those of the lowest rank are left out first.${
    fullOn !== null &&
    html` With all of them, the site would exceed the limit of ${host} on ${fullOn}. A build whose
other files are too large stops with a list of settings to lower.`
  }</li>
<li><strong>The data branch</strong> is the branch <code>data</code> of the repository. It keeps seven commits of the state,
from which builds continue.</li>
<li><strong>Stops growing:</strong> samples are kept for 3 days, hourly values for 45 days, and archives
of hours for the months of <code>archiveMonths</code>.</li>
<li><strong>Keeps growing:</strong> daily values, headlines and the hours of the largest coins.</li>
<li><strong>Memory of a build:</strong> 0.9 GB for 1,000 coins, 1.3 GB for 10,000 on Node 24 (<a href="${root}docs/bench/#sizes">benchmarks</a>).
Node 20 takes 0.1 to 0.2 GB less. On Node 24, <code>NODE_OPTIONS=--max-semi-space-size=16</code> saves 0.1 GB, and the build is as fast.</li></ul></section>`;
}

/** What does not fit. `parts`: names with what is left out there, if anything. */
function describeLeftOut(parts) {
  const some = parts.filter(([, leftOut]) => leftOut);
  if (some.length === 0) return "";
  return html`<p class="note after-table">Left out:</p>
<ul class="claims">${some.map(([name, leftOut]) => html`<li><strong>${name}</strong>: ${leftOut}</li>`)}</ul>`;
}

function renderTraffic({ restored }) {
  return html`<section aria-labelledby="traffic"><h2 id="traffic">Traffic of builds</h2>
<p class="text">A build of the publishing workflow continues from the published site.
It reads the list of documents from there, at most ${restored.cached}, or ${restored.perDay} a day.
The documents and the complete archives come from a cache of GitHub, or from the branch <code>data</code>. Without both,
a build reads up to ${restored.uncached} from the site.</p></section>`;
}

function renderRequests({ requests, backfill, candleRequests, denseCoins }, root) {
  return html`<section aria-labelledby="requests"><h2 id="requests">Requests to each upstream</h2>
<p class="before-table">Requests for current data, without retries.</p>
<details class="dataset"><summary>All ${requests.length} sources</summary>
<p class="note">“Per build” is a first build; a source with 0 requests is only used while others fail. “Pace” is what the interval
between two requests allows. It is declared with <a href="${root}docs/sources/">each source</a>.</p>
<div class="table-scroll" tabindex="0" role="group" aria-labelledby="requests"><table><thead><tr>
<th scope="col">Source</th><th scope="col" class="number">Per build</th><th scope="col" class="number">Per day</th>
<th scope="col" class="number">Pace, per day</th><th scope="col">Limit</th></tr></thead>
<tbody>${requests.map(
    ({ name, perBuild, perDay, paceAllows, reason }) => html`<tr><th scope="row">${name}</th>
<td class="number keep">${perBuild}</td><td class="number keep">${perDay}</td>
<td class="number keep">${paceAllows ?? "any"}</td><td class="prose">${reason}</td></tr>`,
  )}</tbody></table></div></details>
<ul class="claims"><li><strong>CoinGecko:</strong> later builds ask for the first page, for one of the others in turn, and for one of totals,
exchanges and coin pages.</li>
<li><strong>Missing history</strong> adds at most ${backfill.perBuild} requests a build (${backfill.perDay} a day) over all
hosts.</li>
<li><strong>Highs and lows</strong> of closed days add at most ${candleRequests} a day: one for each of the largest coins and
each of its first two exchanges, spread over the builds.</li>
<li><strong>Prices between two builds</strong> add one request a build for each of the ${denseCoins} largest coins.</li></ul>
</section>`;
}

function renderCandleRequests({ candles, candleRequests, denseCoins }) {
  return html`<section aria-labelledby="candle-requests"><h2 id="candle-requests">Requests for candles</h2>
<p class="before-table">The largest numbers of requests to each exchange, besides the backfill. Prices between builds: one
request for each of the ${denseCoins} largest coins, to the first exchange with room. Highs and lows: one request for
each coin, exchange and closed day, at most ${candleRequests} a day over all.</p>
<details class="dataset"><summary>All ${candles.length} exchanges</summary>
<p class="note">“Per minute” is what the interval between two requests allows.</p>
<div class="table-scroll" tabindex="0" role="group" aria-labelledby="candle-requests"><table><thead><tr>
<th scope="col">Exchange</th><th scope="col" class="number">Prices, per build</th>
<th scope="col" class="number">Highs and lows, per day</th><th scope="col" class="number">Both, per day</th>
<th scope="col" class="number">Per minute</th><th scope="col">Limit</th></tr></thead>
<tbody>${candles.map(
    ({ name, dense, ranges, perDay, perMinute, reason }) => html`<tr><th scope="row">${name}</th>
<td class="number keep">${dense}</td><td class="number keep">${ranges}</td><td class="number keep">${perDay}</td>
<td class="number keep">${perMinute}</td><td class="prose">${reason}</td></tr>`,
  )}</tbody></table></div></details>
</section>`;
}

function renderBackfill({ fullRun }) {
  return html`<section aria-labelledby="backfill"><h2 id="backfill">A manual backfill</h2>
<p class="before-table">The workflow <code>backfill.yml</code> runs in ${fullRun.parts} parts, each with an IP address of its own.
A coin's hours are requested from its next exchange only where the first one lacks them.</p>
<details class="dataset"><summary>All ${fullRun.rows.length} exchanges</summary>
<p class="note">The requests are those for ten years of hours of the ${fullRun.coins} largest coins, if one exchange has
all of them.</p>
<div class="table-scroll" tabindex="0" role="group" aria-labelledby="backfill"><table><thead><tr>
<th scope="col">Exchange</th><th scope="col" class="number">Requests</th><th scope="col" class="number">Per part</th>
<th scope="col" class="number">Per minute at most</th><th scope="col" class="number">Minutes per part</th>
<th scope="col">Limit</th></tr></thead>
<tbody>${fullRun.rows.map(
    ({ name, requests: all, perPart, perMinute, minutes, reason }) => html`<tr><th scope="row">${name}</th>
<td class="number keep">${all}</td><td class="number keep">${perPart}</td><td class="number keep">${perMinute}</td>
<td class="number keep">${minutes}</td><td class="prose">${reason}</td></tr>`,
  )}</tbody></table></div></details>
</section>`;
}

/** A word and a sign for each verdict about a host. */
const FITS = {
  all: ["ok", "✓", "Fits"],
  part: ["stale", "!", "Fits in part"],
  // The free plan of the host cannot publish all builds.
  fewer: ["stale", "!", "Fewer builds"],
  unlikely: ["down", "✕", "Too large"],
};

function renderSizes({ trees, hosts }, { host, buildsPerDay }, root) {
  const isWhole = trees.every(({ leftOut }) => !leftOut);
  return html`<section aria-labelledby="trees"><h2 id="trees">Files of this site</h2>
<p class="before-table">Counted in this build for ${host}, with copies under other names. ${
    isWhole && "All optional files fit."
  }</p>
<div class="table-scroll" tabindex="0" role="group" aria-labelledby="trees"><table class="numbers"><thead><tr>
<th scope="col" class="text">Part</th><th scope="col">Files</th><th scope="col">Size</th>
<th scope="col" class="optional tablet">Share of the size</th></tr></thead>
<tbody>${trees.map(
    ({ title, files, bytes, share }) => html`<tr><th scope="row" class="text">${title}</th>
<td>${files}</td><td>${bytes}</td><td class="optional tablet">${share}</td></tr>`,
  )}</tbody></table></div>
${describeLeftOut(trees.map(({ title, leftOut }) => [title, leftOut]))}
<p class="note after-table">Cloudflare needs fewer files: an edge function computes the responses about one coin in other currencies
and in CoinGecko's form, except those of closed days and years.</p></section>
<section aria-labelledby="host-limits"><h2 id="host-limits">Limits of each host</h2>
<p class="before-table">See whether this site fits each host, and until when. To stay below a limit, lower
<code>coins</code>, <code>archiveMonths</code>, <code>currencies</code> or <code>trees</code> in
<code>build/settings.ts</code>. <code>npm run doctor</code> warns 180 days before.</p>
<div class="table-scroll" tabindex="0" role="group" aria-labelledby="host-limits"><table class="status-table"><thead><tr>
<th scope="col">Host</th><th scope="col">This site</th><th scope="col">Limit</th>
<th scope="col">Deployments</th><th scope="col">Explanation</th></tr></thead>
<tbody>${hosts.map(
    (
      one,
    ) => html`<tr><th scope="row"><a href="${root}docs/hosts/#${one.id}">${one.name}</a></th><td class="beside">${one.fit === null ? html`<span class="unknown">–</span>` : badge(...FITS[one.fit])}</td>
<td class="keep">${one.limits.join(", ") || "no limit"}</td>
<td>${one.maxDeployments === null ? "each build" : `${one.maxDeployments} a month, free plan`}</td><td class="prose" data-label="">${describeFit(one)}</td></tr>`,
  )}</tbody></table></div>
${describeLeftOut(hosts.map(({ name, leftOut }) => [name, leftOut.join(" ")]))}
<ul class="claims"><li><strong>Estimated</strong> hosts are not hosts of this build. The estimate is of a site with all history of each coin, as
<code>npm run doctor</code> with <code>--site-host</code> makes it before a first build.</li>
<li><strong>Fits in part:</strong> without some of the optional files, which a build leaves out.</li>
<li><strong>Fewer builds:</strong> the files fit, but the free plan takes fewer deployments than ${buildsPerDay} builds a day. The
workflow then publishes as often as the plan allows: see <a href="${root}docs/hosts/">hosts</a>.</li>
<li><strong>Cloudflare's free plan</strong> allows a computed response 10 ms of CPU and 50 requests for files. A test in its
runtime, with 1,000 coins on a machine that parses 350 MB of JSON a second, measures medians of 1 to 4 ms. The first response of
a new worker reads the lists and takes 2 to 6 ms, a chart of hours in CoinGecko's form and another currency 9 ms. On a machine of
half that speed the times double, and Cloudflare may refuse such a first chart. These times contain 1 ms that the runtime takes
for any request. The largest tested request reads 23 files. A worker takes 30 ms to start, before its first request; 1 second is
allowed.</li></ul></section>`;
}

function describeFit({ id, used, estimate, forecast, limits }) {
  if (limits.length === 0) return used === null ? "" : `${used}.`;
  if (used === null && estimate === null)
    return html`Not measured in this build; <code>npm run doctor -- --site-host ${id}</code> estimates it.`;
  if (used === null) return `About ${estimate.size}${estimate.isWhole ? "" : " without optional files"} (estimated).`;
  if (forecast.length === 0) return `${used}. No limit is reached within ten years.`;
  return html`${used}. Limit reached:${forecast.map(
    ({ what, date, soon }, at) => html`${at > 0 && ";"} ${what} on ${soon ? html`<strong>${date}</strong>` : date}`,
  )}.`;
}
