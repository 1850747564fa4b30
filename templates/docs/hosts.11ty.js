import { html } from "../../public/js/html.js";
import { codeBlock, sentence } from "../components/code.js";
import { externalLink, rootOf } from "../components/link.js";

export const data = {
  layout: "base.11ty.js",
  permalink: "docs/hosts/index.html",
  group: "Your own copy",
  order: 2,
  title: "Hosts",
  description: "All supported hosts: URL forms, limits and publishing steps.",
};

const LEVELS = [
  ["L0", "Files", "File names, as in all links of the API. Every host supports them."],
  [
    "L1",
    "Paths",
    "Paths as in the API reference, with symbols in lower case or in capitals. Other file names need their extension.",
  ],
  [
    "L2",
    "Listed queries",
    "Queries with a precomputed file: listed limits such as 10 and their pages, periods such as 7d, words of names such as bitcoin. Parameters in any order, words in lower case or in capitals.",
  ],
  ["L3", "Any query", "All other queries, computed from the files by an edge function."],
];

const TITLES = Object.fromEntries(LEVELS.map(([level, title]) => [level, title]));

export function render({ page, shared }) {
  const { hosts, site } = shared.data;
  const root = rootOf(page.url, site.baseUrl);
  const examples = hosts[0].levels;
  return String(html`
<h1>Hosts</h1>
<p class="lead">Choose where to publish your copy. Any host of plain files works; hosts differ in which URL forms they
support. Then publish in <a href="../fork/">five steps</a>.</p>
<p class="text"><strong>Not sure?</strong> Take <a href="#github-pages">GitHub Pages</a>: it needs no account besides GitHub.
For any query by URL, take <a href="#cloudflare">Cloudflare Workers</a>.</p>
<section aria-labelledby="levels"><h2 id="levels">Support levels</h2>
<div class="table-scroll" tabindex="0" role="group" aria-labelledby="levels"><table><thead><tr>
<th scope="col">Level</th><th scope="col">Supported requests</th><th scope="col">Example</th></tr></thead>
<tbody>${LEVELS.map(
    ([level, title, text], at) => html`<tr>
<th scope="row" class="keep"><span class="level">${level}</span> ${title}</th><td class="prose">${text}</td>
<td class="whole"><code>${examples[at].example}</code></td></tr>`,
  )}</tbody></table></div>
<p class="text after-table">In a browser, <code>client.js</code> and the service worker support all four levels on every host.</p></section>
<section aria-labelledby="hosts"><h2 id="hosts">Comparison</h2>
<div class="table-scroll" tabindex="0" role="group" aria-labelledby="hosts"><table class="status-table"><thead><tr>
<th scope="col">Host</th><th scope="col">Level</th><th scope="col">Limits</th><th scope="col">Also supports</th></tr></thead>
<tbody>${hosts.map(
    (host) => html`<tr><th scope="row"><a href="#${host.id}">${host.title}</a></th>
<td class="beside keep"><span class="level">${host.level}</span> ${TITLES[host.level]}</td>
<td>${describeLimits(host)}</td><td class="whole">${describeExtras(host)}</td></tr>
`,
  )}</tbody></table></div>
<dl class="limits after-table"><div><dt>Limits</dt><dd>Limits of size and number that a site of many coins can reach. The
workflow publishes no more often than the free plan allows. <a href="${root}docs/limits/">See which hosts this site
fits</a>.</dd></div>
<div><dt>Any spelling</dt><dd><code>Btc</code> and <code>?search=+Bitcoin</code> work too.</dd></div>
<div><dt>Ranges</dt><dd>Programs such as DuckDB can read parts of a Parquet file.</dd></div>
<div><dt>Your own server</dt><dd><code>npm run serve</code> has level L3, any spelling and ranges.</dd></div></dl>
</section>
<section class="article" aria-labelledby="mirror"><h2 id="mirror">Two hosts</h2>
<p class="text">One workflow can publish the same build on two hosts: the site,
and a <a href="${root}docs/fork/#mirror">mirror</a>. Both have the same data, but each
offers only the URL forms of its level, and the optional files that it has room for. <code>client.js</code> reads the mirror
while the site fails.
${site.mirrorUrl !== null && html`The mirror of this site is <code>${site.mirrorUrl}</code>.`}</p></section>
<section aria-labelledby="details"><h2 id="details">Each host in detail</h2>
${hosts.map((host) => hostDetails(host, root))}</section>
`);
}

function describeLimits({ mainLimits: { own, free } }) {
  if (free.length > 0) return `Free plan: ${free.join(", ")}.${own.length > 0 ? ` Paid: ${own.join(", ")}.` : ""}`;
  return own.length === 0 ? html`<span class="unknown">none</span>` : own.join(", ");
}

function describeExtras({ anySpelling, ranges }) {
  const extras = [
    ...(anySpelling ? ["any spelling"] : []),
    ...(ranges === true ? ["ranges"] : []),
    ...(ranges === null ? [html`<span class="unknown">ranges not known</span>`] : []),
  ];
  if (extras.length === 0) return html`<span class="unknown">nothing else</span>`;
  return extras.map((extra, at) => html`${at > 0 && ", "}${extra}`);
}

function hostDetails(
  {
    id,
    name,
    title,
    homepage,
    level,
    unanswerable,
    spelling,
    rangeText,
    steps,
    guide,
    levels,
    limits,
    freeLimits,
    deployments,
  },
  root,
) {
  return html`<details class="dataset host-details" id="${id}"><summary><strong>${title}</strong>
<span class="level">${level}</span></summary>
<div class="columns"><div><h3>Publish</h3>
${codeBlock(`build-${id}`, `npm run build -- --site-host ${id}`, `Build for ${name}`, "bash")}
<ol class="steps">${steps.map((step) => html`<li>${sentence(step)}</li>`)}</ol>
${guide !== null && html`<p><a href="${root}${guide}">More about publishing there</a></p>`}
${homepage !== null && html`<p>${externalLink(homepage, `Documentation of ${name}`)}</p>`}</div>
<div><h3>Supported requests</h3>
<ul class="level-list">${levels.map(
    ({ level: one, example, answered }) => html`<li class="${
      answered ? "yes" : "no"
    }"><span aria-hidden="true">${answered ? "✓" : "–"}</span>
<span class="visually-hidden">${answered ? "Supported:" : "Not supported:"}</span> <span class="level">${one}</span>
<code>${example}</code></li>`,
  )}</ul>
<p>${unanswerable}</p>
<p>${sentence(spelling)}</p>
<p>${sentence(rangeText)}</p>
<h3>Limits</h3>
${limitList(limits, freeLimits, deployments)}
</div></div></details>`;
}

function limitList(limits, freeLimits, deployments) {
  const free = [...freeLimits, ...(deployments === null ? [] : [deployments])];
  const all = [...limits, ...free.map((limit) => ({ ...limit, of: `${limit.of}, free plan` }))];
  if (all.length === 0) return html`<p>None that affect a build.</p>`;
  return html`<dl class="limits">${all.map(
    ({ of, max, reason }) => html`<div><dt>${of}</dt>
<dd><strong>${max}</strong> <span>${reason}</span></dd></div>`,
  )}</dl>
${
  limits.length + freeLimits.length > 0 &&
  html`<p class="note">A build that exceeds a limit of size or number stops
with an error.</p>`
}
${
  deployments !== null &&
  html`<p class="note">The workflow of a fork publishes no more often than the free plan
allows.</p>`
}
${
  free.length > 0 &&
  html`<p class="note">With a paid plan here, name this host in the setting <code>paidHosts</code>:
then the limits of the free plan do not apply.</p>`
}`;
}
