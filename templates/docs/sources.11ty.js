import { html } from "../../public/js/html.js";
import { externalLink, rootOf } from "../components/link.js";

export const data = {
  layout: "base.11ty.js",
  permalink: "docs/sources/index.html",
  group: "Data quality",
  title: "Sources and licences",
  description: "All data sources with homepage, terms, required credit and the data this build took from them.",
  words: "license commercial use attribution cc0 copyright",
  styles: ["docs.css"],
};

/** Evaluated and rejected. */
const REFUSED = [
  ["CoinMarketCap's keyless API", "its terms do not allow passing the data on"],
  ["open.er-api.com", "its terms do not allow passing the data on"],
];

const CLASSES = [
  ["open", "a licence allows republishing"],
  ["attribution", "the terms allow republishing with credit"],
  ["unclear", "the terms are unread, silent or contradictory (the default)"],
  ["restricted", "the terms forbid republishing, or are reported to"],
];

const DERIVED = { allowed: "allowed", forbidden: "forbidden", silent: "not mentioned" };

export function render({ page, shared }) {
  const { sources, site } = shared.data;
  const root = rootOf(page.url, site.baseUrl);
  return String(html`
<h1>Sources and licences</h1>
<p class="lead">Check what you may do with the data: the terms of each source, and the credit that it requires. Every
response names its sources in <code>meta.sources</code>.</p>
<section aria-labelledby="what"><h2 id="what">Permitted use</h2>
<div class="cards thirds">
<article class="card"><h3>Computed data</h3><p>is ${externalLink(
    "https://creativecommons.org/publicdomain/zero/1.0/",
    "CC0 1.0",
  )} as far as the project holds rights in it: aggregated prices, market caps, ranks, series.
The terms of some sources forbid works computed from their data.</p></article>
<article class="card"><h3>Source data</h3><p>keeps the terms of its source and is not CC0: rows of order books,
supplies, rates, links. Some sources forbid republishing. If you republish values,
check the terms below and add the credit.</p></article>
<article class="card"><h3>The program</h3><p>is under the MIT licence${
    site.repository !== null &&
    html`:
${externalLink(site.repository, "source code")}`
  }.</p></article>
</div>
<p class="text">A copy of this site republishes the values of all enabled sources,
also of those whose terms forbid it or are unclear. The operator of the copy decides that and bears the risk.
<code>--open-only</code> leaves out the restricted sources.</p>
<dl class="limits">${CLASSES.map(([name, meaning]) => html`<div><dt>${name}</dt><dd>${meaning}</dd></div>`)}</dl>
<p class="note after-table">The classes come from public reports that quote the terms, collected on the days shown.
The pages with the terms were opened only where an entry says “read”. This is a reading list,
not legal advice. Headlines are titles and links only; the articles belong to their publishers.
Nothing here is financial advice, and no source endorses this site.</p></section>
${sources.map(group)}
<section aria-labelledby="not-used"><h2 id="not-used">Rejected sources</h2>
<dl class="limits">${REFUSED.map(([name, reason]) => html`<div><dt>${name}</dt><dd>${reason}</dd></div>`)}</dl>
</section>
<section aria-labelledby="own-choice"><h2 id="own-choice">Source selection</h2>
<p class="text">To select sources in your own copy, add their ids to <code>sourcesOff</code> or <code>sourcesOn</code>
in <code>build/settings.ts</code>. <code>--open-only</code> (or <code>openOnly</code> in the settings) reads no
restricted source and removes all their values, and all prices computed with them, from the state of earlier builds.
Such a site lacks some data, such as DeFi, images and links; <code>missing</code> and <code>endpoints_left_out</code> in
<a href="${root}api/status.json">api/status.json</a> list it. To publish prices without the prices and volumes of the
exchanges behind them, set <code>evidence: "computed"</code>. Delete the data branch before you switch a published site to
open sources: the branch keeps the earlier values, and a build could restore them from it. See also
<a href="${root}status/#sources">source status</a> and <a href="${root}docs/methodology/">methodology</a>.</p></section>
`);
}

function group({ id, title, sources }) {
  return html`<section aria-labelledby="${id}"><div class="section-head">
<h2 id="${id}">${title}</h2><span class="note">${sources.length}
${sources.length === 1 ? "source" : "sources"}</span></div>
<div class="table-scroll" tabindex="0" role="region" aria-labelledby="${id}"><table class="status-table"><thead><tr>
<th scope="col">Source</th><th scope="col">Republishing</th><th scope="col">What its terms say</th>
<th scope="col">Credit</th></tr></thead>
<tbody>${sources.map(
    (
      source,
    ) => html`<tr><th scope="row">${externalLink(source.url, source.name)}<p class="note"><code>${source.id}</code></p>
${source.gives.length > 0 && html`<p class="note">${source.gives.join(", ")}</p>`}</th>
<td>${source.terms.class}<p class="note">derived works: ${DERIVED[source.terms.derived]}</p></td>
<td class="prose" data-label="">${externalLink(source.terms_url, source.license)}<p>${source.terms.says}</p>
<p class="note">${ground(source.terms)}</p></td>${
      source.attribution === null
        ? html`<td><span class="unknown">none required</span></td>`
        : html`<td class="prose">${source.attribution}</td>`
    }</tr>
`,
  )}</tbody></table></div></section>`;
}

function ground({ ground: known }) {
  if (known === null) return "Its terms were not read.";
  const licence = known.licence === undefined ? "" : ` Licence: ${known.licence}.`;
  return `${known.kind === "read" ? "Read" : "Reported"} ${known.on} by ${known.by}.${licence}`;
}
