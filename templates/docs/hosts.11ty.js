import { codeBlock, sentence } from "../components/code.js";
import { html } from "../components/html.js";
import { externalLink } from "../components/link.js";

export const data = {
  layout: "base.11ty.js",
  permalink: "docs/hosts/index.html",
  group: "Run your own",
  title: "Where to publish it",
  description:
    "Every host that a build makes control files for: what it answers, what it cannot, its limits, and how to publish there.",
};

const LEVELS = [
  ["L0", "Files", "The name of a file, as every link of the interface spells it. Any host can do that."],
  ["L1", "Paths", "The same without extension, with the symbol in either case."],
  [
    "L2",
    "Listed queries",
    "A query that has a file: the listed limits, their pages, periods, prefixes. Parameters in any order.",
  ],
  ["L3", "Any query", "Everything else is computed from the files, by a small program at the edge."],
];

export function render({ shared }) {
  const { hosts } = shared.data;
  const examples = hosts[0].levels;
  return String(html`
<h1>Where to publish it</h1>
<p class="lead">A site is nothing but files, so any host will do. They differ in how many spellings of a question they can answer without a server. <code>client.js</code> and the service worker bring every level to the browser, whatever the host. From nothing to a site of your own: <a href="../fork/">five steps</a>.</p>
<section aria-labelledby="levels"><h2 id="levels">Four levels of answering</h2>
<div class="table-scroll" tabindex="0" role="region" aria-labelledby="levels"><table><thead><tr><th scope="col">Level</th><th scope="col">What is answered</th><th scope="col">Example</th></tr></thead>
<tbody>${LEVELS.map(([level, title, text], at) => html`<tr><th scope="row" class="keep"><span class="level">${level}</span> ${title}</th><td class="prose">${text}</td><td><code>${examples[at].example}</code></td></tr>`)}</tbody></table></div></section>
<section aria-labelledby="hosts"><h2 id="hosts">Hosts</h2>
<div class="table-scroll" tabindex="0" role="region" aria-labelledby="hosts"><table><thead><tr><th scope="col">Host</th>${LEVELS.map(([level, title]) => html`<th scope="col" class="center">${level}<span class="th-note"> ${title}</span></th>`)}<th scope="col">Any other query</th></tr></thead>
<tbody>${hosts.map((host) => html`<tr><th scope="row"><a href="#${host.id}">${host.title}</a></th>${host.levels.map(({ answered }) => html`<td class="center">${answered ? html`<span class="yes">✓<span class="visually-hidden"> yes</span></span>` : html`<span class="unknown">–<span class="visually-hidden"> no</span></span>`}</td>`)}<td class="prose">${host.unanswerable}</td></tr>`)}</tbody></table></div></section>
${hosts.map(hostSection)}
`);
}

function hostSection({ id, name, title, homepage, level, unanswerable, steps, levels, limits }) {
  return html`<section class="host" aria-labelledby="${id}"><div class="section-head"><h2 id="${id}">${title}</h2><span class="level">${level}</span></div>
<div class="columns"><div><h3>Publish there</h3>
${codeBlock(`build-${id}`, `npm run build -- --site-host ${id}`, `Build for ${name}`)}
<ol class="steps">${steps.map((step) => html`<li>${sentence(step)}</li>`)}</ol>
${homepage !== null && html`<p>${externalLink(homepage, `Documentation of ${name}`)}</p>`}</div>
<div><h3>What it answers</h3>
<ul class="level-list">${levels.map(({ level: one, example, answered }) => html`<li class="${answered ? "yes" : "no"}"><span aria-hidden="true">${answered ? "✓" : "–"}</span> <span class="visually-hidden">${answered ? "Answered:" : "Not answered:"}</span> <span class="level">${one}</span> <code>${example}</code></li>`)}</ul>
<p>${unanswerable}</p>
<h3>Limits</h3>
${limits.length === 0 ? html`<p>None that a build could break.</p>` : html`<dl class="limits">${limits.map(({ of, max, reason }) => html`<div><dt>${of}</dt><dd><strong>${max}</strong> <span>${reason}</span></dd></div>`)}</dl><p class="note">A build that breaks one of them stops and says which.</p>`}
</div></div></section>`;
}
