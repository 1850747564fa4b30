import { html } from "../components/html.js";
import { externalLink, rootOf } from "../components/link.js";

export const data = {
  layout: "base.11ty.js",
  permalink: "docs/sources/index.html",
  group: "Check it",
  title: "Sources and licences",
  description:
    "Where every number comes from: each source with its homepage, its terms, the credit that it asks for, and what this build took from it.",
  styles: ["docs.css"],
};

/** Looked at and not used. */
const REFUSED = [
  ["CoinMarketCap's keyless API", "its terms do not allow passing the data on"],
  ["open.er-api.com", "its terms do not allow passing the data on"],
];

/** What the terms of a source say. */
const REDISTRIBUTION = { open: "open", attribution: "with credit", restricted: "restricted" };

export function render({ page, shared }) {
  const { sources, site } = shared.data;
  const root = rootOf(page.url, site.baseUrl);
  return String(html`
<h1>Sources and licences</h1>
<p class="lead">Every answer names its sources in <code>meta.sources</code>. Here is what each of them is, under which terms it gives its data, and the words it wants to see beside it.</p>
<section aria-labelledby="what"><h2 id="what">What you may do with it</h2>
<div class="cards thirds">
<article class="card"><h3>What the project computes</h3><p>is released as ${externalLink("https://creativecommons.org/publicdomain/zero/1.0/", "CC0 1.0")}: aggregated prices, their evidence, market caps, ranks, series.</p></article>
<article class="card"><h3>What a source gives</h3><p>keeps the terms of that source and is not CC0. If you publish it again, credit it in the words below. Values of a source that is <em>restricted</em> may only be published as its terms allow you.</p></article>
<article class="card"><h3>The program</h3><p>is under the MIT licence${site.repository !== null && html`: ${externalLink(site.repository, "source code")}`}.</p></article>
</div>
<p class="note after-table">Headlines are titles and links alone; the articles belong to their publishers. Nothing here is financial advice, and no source endorses this site.</p></section>
${sources.map(group)}
<section aria-labelledby="not-used"><h2 id="not-used">Looked at and not used</h2>
<dl class="limits">${REFUSED.map(([name, reason]) => html`<div><dt>${name}</dt><dd>${reason}</dd></div>`)}</dl></section>
<section aria-labelledby="own-choice"><h2 id="own-choice">Choosing for yourself</h2>
<p class="text">The operator of a copy decides which sources it reads: their ids below go into <code>sourcesOff</code> or <code>sourcesOn</code> of <code>build/config.ts</code>. <code>--open-only</code>, or <code>openOnly</code> there, builds without the restricted sources: without their answers, and without what earlier builds remember of them. Such a site lacks what only they have, such as images and links; <code>missing</code> in <a href="${root}api/status.json">api/status.json</a> lists it. What was published before on a data branch stays there until you delete that branch. Which of them answered last, and how old their answers are: <a href="${root}status/#sources">status</a>. How prices are made of them: <a href="${root}docs/methodology/">methodology</a>.</p></section>
`);
}

function group({ id, title, sources }) {
  return html`<section aria-labelledby="${id}"><div class="section-head"><h2 id="${id}">${title}</h2><span class="note">${sources.length} ${sources.length === 1 ? "source" : "sources"}</span></div>
<div class="table-scroll" tabindex="0" role="region" aria-labelledby="${id}"><table class="status-table"><thead><tr><th scope="col">Source</th><th scope="col">Id</th><th scope="col">What it gives</th><th scope="col">Licence or terms</th><th scope="col">Publishing again</th><th scope="col">Credit</th></tr></thead>
<tbody>${sources.map(
    (
      source,
    ) => html`<tr><th scope="row">${externalLink(source.url, source.name)}</th><td><code>${source.id}</code></td><td class="prose">${source.gives.length === 0 ? html`<span class="unknown">–</span>` : source.gives.join(", ")}</td><td class="prose">${externalLink(source.terms_url, source.license)}</td><td>${REDISTRIBUTION[source.redistribution]}</td><td class="prose">${source.attribution ?? html`<span class="unknown">none asked for</span>`}</td></tr>
`,
  )}</tbody></table></div></section>`;
}
