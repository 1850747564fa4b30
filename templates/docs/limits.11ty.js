import { html } from "../../public/js/html.js";
import { rootOf } from "../components/link.js";

export const data = {
  layout: "base.11ty.js",
  permalink: "docs/limits/index.html",
  group: "Your own copy",
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
  const { coins, buildsPerDay, host, siteLimit, branchLimit, rows, yearsLeft, requests, backfill } = limits;
  return String(html`
<h1>Size and limits</h1>
<p class="lead">Estimate for ${coins} coins and ${buildsPerDay} builds a day on ${host}: an upper bound from measured bytes per point, as if every coin had all data.</p>
<section aria-labelledby="size"><h2 id="size">Size over time</h2>
<p class="before-table">Samples are kept for 3 days, hourly values for 45 days and in archives for the configured months: these parts stop growing. Daily values and headlines are kept without a time limit${yearsLeft !== null && html` and reach the limit of ${host} after ${yearsLeft} years; a build that is too large stops with a list of settings to lower`}. The data branch keeps seven commits.</p>
<div class="table-scroll" tabindex="0" role="region" aria-labelledby="size"><table><thead><tr><th scope="col">After</th><th scope="col" class="number">Published site</th><th scope="col" class="number">State in it</th><th scope="col" class="number">Data branch</th></tr></thead>
<tbody>${rows.map(({ after, site, state, branch }) => html`<tr><th scope="row">${after}</th><td class="number keep">${site}</td><td class="number keep">${state}</td><td class="number keep">${branch}</td></tr>`)}
<tr><th scope="row">Limit</th><td class="number keep">${siteLimit ?? "none"}</td><td class="number keep">as the site</td><td class="number keep">${branchLimit}</td></tr></tbody></table></div></section>
<section aria-labelledby="requests"><h2 id="requests">Requests to each upstream</h2>
<p class="before-table">Requests for current data without retries. Backfilling missing history adds at most ${backfill.perBuild} a build (${backfill.perDay} a day) over all hosts. The interval between requests to a host is declared with <a href="${root}docs/sources/">each source</a>.</p>
<div class="table-scroll" tabindex="0" role="region" aria-labelledby="requests"><table><thead><tr><th scope="col">Source</th><th scope="col" class="number">Per build</th><th scope="col" class="number">Per day</th><th scope="col" class="number">Maximum per day at our pace</th><th scope="col">Limit</th></tr></thead>
<tbody>${requests.map(({ name, perBuild, perDay, paceAllows, reason }) => html`<tr><th scope="row">${name}</th><td class="number keep">${perBuild}</td><td class="number keep">${perDay}</td><td class="number keep">${paceAllows ?? "any"}</td><td class="prose">${reason}</td></tr>`)}</tbody></table></div></section>
`);
}
