import { html } from "../../public/js/html.js";
import { codeBlock, sentence } from "../components/code.js";
import { externalLink, rootOf } from "../components/link.js";

export const data = {
  layout: "base.11ty.js",
  permalink: "docs/fork/index.html",
  group: "Your own copy",
  title: "Fork and publish",
  description: "Your own site in five steps on any supported host, with all settings and host limits.",
  styles: ["docs.css"],
};

export function render({ page, shared }) {
  const { hosts, fork, site } = shared.data;
  const root = rootOf(page.url, site.baseUrl);
  const [first, ...others] = hosts;
  return String(html`
<h1>Fork and publish</h1>
<p class="lead">A program writes this site as plain files: no server, no database, no API key. Publish your own copy in five steps, with the data that you choose.</p>
${site.repository !== null && html`<p class="actions"><a class="button primary" href="${site.repository}/fork" rel="noopener nofollow">Fork the project</a> <a class="button" href="${site.repository}" rel="noopener nofollow">Source code</a></p>`}
<section aria-labelledby="${first.id}"><div class="section-head"><h2 id="${first.id}">On ${first.name}</h2><span class="level">${first.level}</span></div>
<p class="text">${sentence(first.unanswerable)} In the browser, <code>client.js</code> supports all queries.</p>
${steps(first)}
${limitNote(first)}</section>
<section aria-labelledby="others"><h2 id="others">On other hosts</h2>
<p class="before-table">Also five steps each. See <a href="${root}docs/hosts/">hosts</a> for the supported URL forms.</p>
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
  return html`<p class="note">Limits: ${list.map(({ of, max }, at) => html`${at > 0 && "; "}${of.toLowerCase()}: ${max}`)}. A build that exceeds them stops with an error.</p>`;
}

function settings(list) {
  return html`<section aria-labelledby="settings"><h2 id="settings">Settings</h2>
<p class="before-table">All settings are in <code>build/config.ts</code>. Most have a flag for a single build: <code>npm run build -- --help</code>.</p>
<dl class="limits settings">${list.map(({ name, value, about }) => html`<div><dt><code>${name}</code> <span class="default"><span class="visually-hidden">, default </span><code>${value}</code></span></dt><dd>${sentence(about)}</dd></div>`)}</dl></section>`;
}

function limits(hosts) {
  const rows = hosts.flatMap(({ title: name, limits: own, advice }) => [
    ...own.map((limit) => ({ name, ...limit, isAdvice: false })),
    ...advice.map((limit) => ({ name, ...limit, isAdvice: true })),
  ]);
  return html`<section aria-labelledby="limits"><h2 id="limits">Host limits</h2>
<p class="before-table">A build that exceeds a limit stops. If it only exceeds the limit of a cheaper plan, it continues with a warning.</p>
<div class="table-scroll" tabindex="0" role="region" aria-labelledby="limits"><table><thead><tr><th scope="col">Host</th><th scope="col">Limit</th><th scope="col" class="number">Maximum</th><th scope="col">Explanation</th></tr></thead>
<tbody>${rows.map(({ name, of, max, reason, isAdvice }) => html`<tr><th scope="row">${name}</th><td>${of}${isAdvice && html` <span class="note">(warning)</span>`}</td><td class="number keep">${max}</td><td class="prose">${reason}</td></tr>`)}</tbody></table></div></section>`;
}
