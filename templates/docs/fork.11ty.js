import { codeBlock, sentence } from "../components/code.js";
import { html } from "../components/html.js";
import { externalLink, rootOf } from "../components/link.js";

export const data = {
  layout: "base.11ty.js",
  permalink: "docs/fork/index.html",
  group: "Run your own",
  title: "Fork it",
  description:
    "A site of your own in five steps, on any of the hosts: what to click and what to type, what you can change, and what each host takes.",
  styles: ["docs.css"],
};

export function render({ page, shared }) {
  const { hosts, fork, site } = shared.data;
  const root = rootOf(page.url, site.baseUrl);
  const [first, ...others] = hosts;
  return String(html`
<h1>Fork it</h1>
<p class="lead">This site is files that a program writes, and the program is yours to copy: no server, no database, no key. Five steps lead to a site of your own, with the data that you choose.</p>
${site.repository !== null && html`<p class="actions"><a class="button primary" href="${site.repository}/fork" rel="noopener nofollow">Fork the project</a> <a class="button" href="${site.repository}" rel="noopener nofollow">Source code</a></p>`}
<section aria-labelledby="${first.id}"><div class="section-head"><h2 id="${first.id}">On ${first.name}</h2><span class="level">${first.level}</span></div>
<p class="text">${sentence(first.unanswerable)} In the browser <code>client.js</code> answers everything all the same.</p>
${steps(first)}
${limitNote(first)}</section>
<section aria-labelledby="others"><h2 id="others">On another host</h2>
<p class="before-table">Five steps each as well. What they answer beyond files is compared under <a href="${root}docs/hosts/">where to publish it</a>.</p>
${others.map((host) => html`<details class="dataset" id="${host.id}"><summary><strong>${host.title}</strong> <span class="level">${host.level}</span></summary>${steps(host)}${limitNote(host)}</details>`)}</section>
${fork.settings.length > 0 && settings(fork.settings)}
${limits(hosts)}
`);
}

function steps({ id, name, homepage, fork }) {
  return html`<ol class="steps numbered">${fork.map(
    ({ text, code, parts }, at) =>
      html`<li><p>${sentence(text)}</p>${code !== undefined && codeBlock(`${id}-step-${at + 1}`, code, `Step ${at + 1} for ${name}`)}${parts !== undefined && html`<ol class="substeps">${parts.map((part) => html`<li>${sentence(part)}</li>`)}</ol>`}</li>`,
  )}</ol>
${homepage !== null && html`<p>${externalLink(homepage, `Documentation of ${name}`)}</p>`}`;
}

function limitNote({ limits: list }) {
  if (list.length === 0) return "";
  return html`<p class="note">Limits: ${list.map(({ of, max }, at) => html`${at > 0 && "; "}${of.toLowerCase()}: ${max}`)}. A build that is too large for it stops and says so.</p>`;
}

function settings(list) {
  return html`<section aria-labelledby="settings"><h2 id="settings">What you can change</h2>
<p class="before-table">All of it is in <code>build/config.ts</code>. Most can be set for one build by a flag too: <code>npm run build -- --help</code>.</p>
<dl class="limits settings">${list.map(({ name, value, about }) => html`<div><dt><code>${name}</code> <span class="default"><span class="visually-hidden">, by default </span><code>${value}</code></span></dt><dd>${sentence(about)}</dd></div>`)}</dl></section>`;
}

function limits(hosts) {
  const rows = hosts.flatMap(({ title: name, limits: own, advice }) => [
    ...own.map((limit) => ({ name, ...limit, isAdvice: false })),
    ...advice.map((limit) => ({ name, ...limit, isAdvice: true })),
  ]);
  return html`<section aria-labelledby="limits"><h2 id="limits">What the hosts take</h2>
<p class="before-table">A build knows these numbers. Above a limit it stops; above what only a cheaper plan takes it goes on with a warning.</p>
<div class="table-scroll" tabindex="0" role="region" aria-labelledby="limits"><table><thead><tr><th scope="col">Host</th><th scope="col">Of</th><th scope="col" class="number">At most</th><th scope="col">What is meant</th></tr></thead>
<tbody>${rows.map(({ name, of, max, reason, isAdvice }) => html`<tr><th scope="row">${name}</th><td>${of}${isAdvice && html` <span class="note">(warning)</span>`}</td><td class="number keep">${max}</td><td class="prose">${reason}</td></tr>`)}</tbody></table></div></section>`;
}
