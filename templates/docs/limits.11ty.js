import { html } from "../components/html.js";
import { rootOf } from "../components/link.js";

export const data = {
  layout: "base.11ty.js",
  permalink: "docs/limits/index.html",
  group: "Run your own",
  title: "Size and limits",
  description:
    "How large a site, its memory and its data branch become in a year, and how often each upstream is asked, against the limits that hold.",
  styles: ["docs.css"],
};

export function render({ page, shared }) {
  const { limits } = shared.data;
  const root = rootOf(page.url, shared.data.site.baseUrl);
  if (limits === null)
    return String(html`<h1>Size and limits</h1><p class="lead">This site was built without its settings.</p>`);
  const { coins, buildsPerDay, host, siteLimit, branchLimit, rows, yearsLeft, requests, backfill } = limits;
  return String(html`
<h1>Size and limits</h1>
<p class="lead">What this site comes to with ${coins} coins and ${buildsPerDay} builds a day, on ${host}. A formula over measured bytes per point, as if every coin had everything: an upper bound, not a promise.</p>
<section aria-labelledby="size"><h2 id="size">Size over time</h2>
<p class="before-table">Samples are kept for three days, hours for 45 days and in archives for the months of the settings: these parts stop growing. Days and headlines are kept for ever${yearsLeft !== null && html`, and fill what ${host} takes after ${yearsLeft} years; a build that is too large stops and says what to lower`}. The data branch keeps seven commits, whatever came before.</p>
<div class="table-scroll" tabindex="0" role="region" aria-labelledby="size"><table><thead><tr><th scope="col">After</th><th scope="col" class="number">Published site</th><th scope="col" class="number">State in it</th><th scope="col" class="number">Data branch</th></tr></thead>
<tbody>${rows.map(({ after, site, state, branch }) => html`<tr><th scope="row">${after}</th><td class="number keep">${site}</td><td class="number keep">${state}</td><td class="number keep">${branch}</td></tr>`)}
<tr><th scope="row">Limit</th><td class="number keep">${siteLimit ?? "none"}</td><td class="number keep">as the site</td><td class="number keep">${branchLimit}</td></tr></tbody></table></div></section>
<section aria-labelledby="requests"><h2 id="requests">Requests to each upstream</h2>
<p class="before-table">Requests for current data, when all goes well. Missing history adds at most ${backfill.perBuild} a build (${backfill.perDay} a day) over all hosts together, until nothing is missing. How long requests to one host wait for each other, and why, is in the declaration of <a href="${root}docs/sources/">each source</a>.</p>
<div class="table-scroll" tabindex="0" role="region" aria-labelledby="requests"><table><thead><tr><th scope="col">Source</th><th scope="col" class="number">A build</th><th scope="col" class="number">A day</th><th scope="col" class="number">At our pace, a day has room for</th><th scope="col">Limit</th></tr></thead>
<tbody>${requests.map(({ name, perBuild, perDay, paceAllows, reason }) => html`<tr><th scope="row">${name}</th><td class="number keep">${perBuild}</td><td class="number keep">${perDay}</td><td class="number keep">${paceAllows ?? "any"}</td><td class="prose">${reason}</td></tr>`)}</tbody></table></div></section>
`);
}
