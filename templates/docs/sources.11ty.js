import { html } from "../../public/js/html.js";
import { externalLink, rootOf } from "../components/link.js";

export const data = {
  layout: "base.11ty.js",
  permalink: "docs/sources/index.html",
  group: "Data quality",
  title: "Sources and licences",
  description: "All data sources with homepage, terms, required credit and the data this build took from them.",
  styles: ["docs.css"],
};

/** Evaluated and rejected. */
const REFUSED = [
  ["CoinMarketCap's keyless API", "its terms do not allow passing the data on"],
  ["open.er-api.com", "its terms do not allow passing the data on"],
];

const REDISTRIBUTION = { open: "open", attribution: "with credit", restricted: "restricted" };

export function render({ page, shared }) {
  const { sources, site } = shared.data;
  const root = rootOf(page.url, site.baseUrl);
  return String(html`
<h1>Sources and licences</h1>
<p class="lead">Every response names its sources in <code>meta.sources</code>. This page lists their terms and required credits.</p>
<section aria-labelledby="what"><h2 id="what">Permitted use</h2>
<div class="cards thirds">
<article class="card"><h3>Computed data</h3><p>is released as ${externalLink("https://creativecommons.org/publicdomain/zero/1.0/", "CC0 1.0")}: aggregated prices, their evidence, market caps, ranks, series.</p></article>
<article class="card"><h3>Source data</h3><p>keeps the terms of its source and is not CC0. If you republish it, add the credit below. Values of <em>restricted</em> sources may only be republished as their terms allow.</p></article>
<article class="card"><h3>The program</h3><p>is under the MIT licence${site.repository !== null && html`: ${externalLink(site.repository, "source code")}`}.</p></article>
</div>
<p class="note after-table">Headlines are titles and links only; the articles belong to their publishers. Nothing here is financial advice, and no source endorses this site.</p></section>
${sources.map(group)}
<section aria-labelledby="not-used"><h2 id="not-used">Rejected sources</h2>
<dl class="limits">${REFUSED.map(([name, reason]) => html`<div><dt>${name}</dt><dd>${reason}</dd></div>`)}</dl></section>
<section aria-labelledby="own-choice"><h2 id="own-choice">Source selection</h2>
<p class="text">To select sources in your own copy, add their ids to <code>sourcesOff</code> or <code>sourcesOn</code> in <code>build/config.ts</code>. <code>--open-only</code> (or <code>openOnly</code> in the settings) excludes restricted sources and their data from earlier builds. Such a site lacks some data, such as images and links; <code>missing</code> in <a href="${root}api/status.json">api/status.json</a> lists it. Data already published on a data branch stays there until you delete the branch. See also <a href="${root}status/#sources">source status</a> and <a href="${root}docs/methodology/">methodology</a>.</p></section>
`);
}

function group({ id, title, sources }) {
  return html`<section aria-labelledby="${id}"><div class="section-head"><h2 id="${id}">${title}</h2><span class="note">${sources.length} ${sources.length === 1 ? "source" : "sources"}</span></div>
<div class="table-scroll" tabindex="0" role="region" aria-labelledby="${id}"><table class="status-table"><thead><tr><th scope="col">Source</th><th scope="col">Id</th><th scope="col">Data</th><th scope="col">Licence or terms</th><th scope="col">Redistribution</th><th scope="col">Credit</th></tr></thead>
<tbody>${sources.map(
    (
      source,
    ) => html`<tr><th scope="row">${externalLink(source.url, source.name)}</th><td><code>${source.id}</code></td><td class="prose">${source.gives.length === 0 ? html`<span class="unknown">–</span>` : source.gives.join(", ")}</td><td class="prose">${externalLink(source.terms_url, source.license)}</td><td>${REDISTRIBUTION[source.redistribution]}</td><td class="prose">${source.attribution ?? html`<span class="unknown">none required</span>`}</td></tr>
`,
  )}</tbody></table></div></section>`;
}
