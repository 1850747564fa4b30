import { badge } from "../../public/js/badge.js";
import { plural } from "../../public/js/format.js";
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

/** Each class with its badge and meaning. */
const CLASSES = {
  open: [
    badge("ok", "✓", "open"),
    "A licence or public-sector terms allow republishing. Add the credit where one is shown.",
  ],
  attribution: [badge("ok", "✓", "attribution"), "The terms allow republishing with credit."],
  unclear: [
    badge("off", "?", "unclear"),
    "No report of the terms was found, or they are silent or contradictory (the default). Read them, or ask the source.",
  ],
  restricted: [badge("down", "✕", "restricted"), "The terms forbid republishing, or are reported to."],
};

const DERIVED = {
  allowed: "Works computed from the data are allowed.",
  forbidden: "Works computed from the data are forbidden.",
  silent: "",
};

export function render({ page, shared }) {
  const { sources, site } = shared.data;
  const root = rootOf(page.url, site.baseUrl);
  const used = sources.flatMap((one) => (one.id === "unused" ? [] : one.sources));
  const forbidding = used.filter(({ terms }) => terms.derived === "forbidden").map(({ name }) => name);
  const isAnyRead = sources.some((one) => one.sources.some(({ terms }) => terms.ground?.kind === "read"));
  return String(html`
<h1>Sources and licences</h1>
<p class="lead">Check what you may do with the data: the terms of each source, and the credit that it requires. Every
response names its sources in <code>meta.sources</code>.</p>
<section aria-labelledby="what"><h2 id="what">Permitted use</h2>
<div class="cards thirds">
<article class="card"><h3>Show or reuse prices</h3><p>Computed data is ${externalLink(
    "https://creativecommons.org/publicdomain/zero/1.0/",
    "CC0 1.0",
  )} as far as the project holds rights in it: aggregated prices, market caps, ranks and series. No credit is required.
${
  forbidding.length > 0 &&
  html`The terms of ${forbidding.join(" and ")} forbid works computed from their data: check them for a product.`
}</p></article>
<article class="card"><h3>Republish or sell source data</h3><p>Source data keeps the terms of its source and is not CC0: rows
of order books, supplies, rates, links. Use the open sources with their credit, and check the terms of the others
first.</p></article>
<article class="card"><h3>Use the program</h3><p>The program is under the MIT licence.${
    site.repository !== null && html` ${externalLink(site.repository, "Source code")}`
  }</p></article>
</div>
<h3>Classes of the ${used.length} sources in this build</h3>
<dl class="limits">${Object.entries(CLASSES).map(([name, [sign, meaning]]) => {
    const names = used.filter(({ terms }) => terms.class === name).map((source) => source.name);
    if (names.length === 0) return "";
    return html`<div><dt>${sign} ${names.length} of ${used.length}</dt><dd>${meaning}${
      name !== "unclear" && ` ${names.join(", ")}.`
    }</dd></div>`;
  })}</dl>
<p class="text">A copy of this site republishes the values of all enabled sources,
also of those whose terms forbid it or are unclear. The operator of the copy decides that and bears the risk.
<a href="#own-choice"><code>--open-only</code></a> leaves out the restricted sources.</p>
<p class="note after-table">The classes come from public reports that quote the terms, collected on the days shown.
${
  isAnyRead
    ? "The pages with the terms were opened only where an entry says “Read”."
    : "No page of terms was opened for this list."
} This is a reading list,
not legal advice. Headlines are titles and links only; the articles belong to their publishers.
Nothing here is financial advice, and no source endorses this site.</p></section>
${sources.map(group)}
<section aria-labelledby="not-used"><h2 id="not-used">Rejected sources</h2>
<dl class="limits">${REFUSED.map(([name, reason]) => html`<div><dt>${name}</dt><dd>${reason}</dd></div>`)}</dl>
</section>
<section aria-labelledby="own-choice"><h2 id="own-choice">Source selection</h2>
<p class="text">Choose the sources of your own copy in <code>build/settings.ts</code>:</p>
<ul class="claims"><li><strong>Single sources:</strong> add their ids to <code>sourcesOff</code>, or to
<code>sourcesOn</code> if they are off by default. The page of an exchange says for how many coins it is the only one
in the price.</li>
<li><strong>Open sources only:</strong> set <code>openOnly</code>, or build with <code>--open-only</code>. The build reads
no restricted source. It removes all their values, and all prices computed with them, from the state of earlier
builds.</li>
<li><strong>Delete the data branch before you switch</strong> a published site to open sources. The branch keeps the earlier
values, and a build could restore them from it.</li>
<li><strong>What an open site lacks,</strong> such as DeFi, images and links, is listed in <code>missing</code> and
<code>endpoints_left_out</code> of <a href="${root}api/status.json">api/status.json</a>.</li>
<li><strong>Computed prices only:</strong> set <code>evidence: "computed"</code>. The site then publishes no prices and
volumes of the exchanges behind them.</li></ul>
<p class="note after-table">See also
<a href="${root}status/#sources">source status</a> and <a href="${root}docs/methodology/">methodology</a>.</p></section>
`);
}

function group({ id, title, sources }) {
  const known = sources.filter(({ terms }) => terms.ground !== null);
  const unreported = sources.filter(({ terms }) => terms.ground === null);
  // What every source of a group gives needs no words.
  const differ = new Set(sources.map(({ gives }) => gives.join())).size > 1;
  return html`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>
${id === "unused" && describeUnused(sources)}
${
  known.length > 0 &&
  html`<div class="table-scroll" tabindex="0" role="group" aria-labelledby="${id}"><table class="status-table"><thead><tr>
<th scope="col">Source</th><th scope="col">Republishing</th><th scope="col">What its terms say</th></tr></thead>
<tbody>${known.map((source) => row(source, differ))}</tbody></table></div>`
}
${unreported.length > 0 && unreportedTerms(unreported)}</section>`;
}

function describeUnused(sources) {
  const off = sources.filter(({ isOff }) => isOff).length;
  return html`<p class="before-table">${off} are off. ${
    sources.length - off
  } are on, but in reserve or failed. Values of earlier builds can be from them, so the foot of each page counts and credits
all sources that are on.</p>`;
}

function row(source, hasGives) {
  const { terms, gives } = source;
  return html`<tr><th scope="row">${named(source)}${
    hasGives && gives.length > 0 && html`<p class="note">${gives.join(", ")}</p>`
  }</th>
<td class="beside">${CLASSES[terms.class][0]}</td>
<td class="prose" data-label="">${link(source)}<p>${terms.says} ${DERIVED[terms.derived]}</p>${credit(source)}
<p class="note">${ground(terms.ground)}</p></td></tr>
`;
}

/** Sources that nothing is known about: a text that is the same for all stands above the table. */
function unreportedTerms(sources) {
  const says = new Set(sources.map(({ terms }) => terms.says));
  const differ = says.size > 1;
  return html`<details class="dataset"><summary>${plural(sources.length, "source")} for which no report was found
${CLASSES.unclear[0]}</summary>
${!differ && html`<p class="note">${[...says]}</p>`}
<div class="table-scroll" tabindex="0" role="group" aria-label="Sources without a report"><table><thead><tr><th
scope="col">Source</th><th scope="col">Terms</th></tr></thead>
<tbody>${sources.map(
    (source) => html`<tr><th scope="row">${named(source)}</th><td class="prose">${link(source)}${
      differ && html`<p>${source.terms.says}</p>`
    }${credit(source)}</td></tr>
`,
  )}</tbody></table></div></details>`;
}

const named = ({ id, name, url }) => html`${externalLink(url, name)}<p class="note"><code>${id}</code></p>`;
const link = ({ terms_url, license }) => externalLink(terms_url, license);
const credit = ({ attribution }) =>
  attribution !== null && html`<p class="credit"><strong>Credit:</strong> “${attribution}”</p>`;

function ground({ kind, on, by, licence }) {
  const what = kind === "read" ? "Read" : "Reported";
  return `${what} ${on} by ${by}.${licence === undefined ? "" : ` Licence: ${licence}.`}`;
}
