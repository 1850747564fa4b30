import { html } from "../../public/js/html.js";
import { codeBlock, sentence } from "../components/code.js";
import { externalLink, rootOf } from "../components/link.js";
import { ownServer } from "../components/own-server.js";

export const data = {
  layout: "base.11ty.js",
  permalink: "docs/fork/index.html",
  group: "Your own copy",
  order: 1,
  title: "Fork and publish",
  description: "Your own site in five steps on any supported host, with all settings and host limits.",
  words: "self host deploy install github",
  styles: ["docs.css"],
};

export function render({ page, shared }) {
  const { hosts, fork, site } = shared.data;
  const root = rootOf(page.url, site.baseUrl);
  const [first, ...others] = hosts;
  return String(html`
<h1>Fork and publish</h1>
<p class="lead">Publish your own copy in five steps, with the data that you choose. A program writes it as plain files: no
server, no database, no API key.</p>
${
  site.repository !== null &&
  html`<p class="actions"><a class="button primary" href="${site.repository}/fork"
rel="noopener nofollow">Fork the project</a> <a class="button" href="${site.repository}" rel="noopener nofollow">Source
code</a></p>`
}
<section aria-labelledby="${first.id}"><h2 id="${first.id}">On ${first.name}</h2>
${steps(first, site.repository)}
<p class="note">Settings belong in <code>build/settings.ts</code>; none is required.${
    fork.settings.length > 0 && html` See <a href="#settings">Settings</a>.`
  }</p>
<p class="note">${first.name} serves files only (<a href="${root}docs/hosts/#levels">level ${first.level}</a>): a query such as
<code>?limit=5</code> has no effect. In the browser, <code>client.js</code> supports all queries.</p>
${limitNote(first)}</section>
<section aria-labelledby="others"><h2 id="others">On other hosts</h2>
<p class="before-table">Five steps each. <a href="${root}docs/hosts/">Compare the hosts</a> by their URL
forms, and see <a href="#limits">their limits</a>.</p>
${others.map(
  (host) => html`<details class="dataset" id="${host.id}"><summary><strong>${host.title}</strong>
<span class="level">${host.level}</span></summary>${steps(host, site.repository)}</details>`,
)}</section>
${ownServer()}
${withoutFork()}
${update(root, site.repository)}
${fork.settings.length > 0 && settings(fork.settings)}
${limits(hosts)}
`);
}

function steps({ id, name, homepage, fork }, repository) {
  return html`<ol class="steps numbered">${fork.map(
    ({ text, code, parts }, at) =>
      html`<li><p>${sentence(text)}${at === 0 && whereProject(repository)}</p>${
        code !== undefined && codeBlock(`${id}-step-${at + 1}`, code, `Step ${at + 1} for ${name}`, "bash")
      }${
        parts !== undefined &&
        html`<ol class="substeps">
${parts.map((part) => html`<li>${sentence(part)}</li>`)}</ol>`
      }</li>`,
  )}</ol>
${homepage !== null && html`<p class="text">${externalLink(homepage, `Documentation of ${name}`)}</p>`}`;
}

function whereProject(repository) {
  return repository === null
    ? ` This site was built without the address of the project: ask its operator, or fork the repository that you
cloned or downloaded.`
    : html` ${externalLink(repository, "Repository of the project")}`;
}

function limitNote({ limits: list, freeLimits, deployments }) {
  return html`${
    list.length > 0 &&
    html`<p class="note">Limits:
${list.map(({ of, max }, at) => html`${at > 0 && "; "}${of.toLowerCase()}: ${max}`)}.
A build that exceeds them stops with an error.</p>`
  }
${
  freeLimits.length > 0 &&
  html`<p class="note">On the free plan:
${freeLimits.map(({ of, max }, at) => html`${at > 0 && "; "}${of.toLowerCase()}: ${max}`)}.
The setting <code>paidHosts</code> names the hosts on which you have a paid plan.</p>`
}
${deployments !== null && html`<p class="note">${deployments.of} on the free plan: ${deployments.max}.</p>`}`;
}

function withoutFork() {
  return html`<section class="article" aria-labelledby="without-fork"><h2 id="without-fork">Without a fork</h2>
<p>The program is also a package with the command <code>open-crypto-data</code>. In a clone of the project,
<code>npm pack</code> writes it as one file. Install that file in an empty folder, with Node 20.19 or later:</p>
${codeBlock(
  "package-commands",
  "npm install PATH_OF_YOUR_CLONE/open-crypto-data-0.1.0.tgz\nnpx open-crypto-data start",
  "Install the package",
  "bash",
)}
<p class="text"><code>start</code> needs no network. <code>build</code>, <code>serve</code>, <code>verify</code> and
<code>mcp</code> have the options of the <code>npm run</code> commands: <code>npx open-crypto-data build --help</code>.
The site and its state are in the working folder. There, <code>crypto-data.config.ts</code> holds your settings, with
the names and the checks of the table below. It can import types only:</p>
${codeBlock(
  "package-settings",
  `import type { OwnSettings } from "open-crypto-data";

export default { coins: 250, siteHost: ["netlify"] } satisfies OwnSettings;`,
  "crypto-data.config.ts",
  "javascript",
)}</section>`;
}

function update(root, repository) {
  return html`<section class="article" aria-labelledby="update"><h2 id="update">Update to a new version</h2>
<p>Run this in a clone of your repository, with the address of the original project. The second time,
<code>--from</code> is known:</p>
${codeBlock(
  "update-commands",
  `npm run update -- --from ${repository ?? "https://github.com/OWNER/REPOSITORY"}\nnpm ci && npm test && git push`,
  "Update",
  "bash",
)}
<p class="text">It works for a fork and for a copy made by <em>Use this template</em>, and adds one commit.
The <a href="${root}docs/changelog/">changelog</a> lists the changes; fields and endpoints are removed only after 90
days of notice.</p>
<details class="dataset"><summary>What an update keeps, and when it stops</summary>
<ul class="claims"><li>Your settings in <code>build/settings.ts</code> and your own files stay. Defaults that you changed in
<code>build/config.ts</code> move there.</li>
<li>Builds continue the state of earlier versions.</li>
<li>A setting that the new version does not know is an error that names it.</li>
<li>If another file was changed both by you and in the new version, nothing is changed, and the command lists the files.</li>
<li>If your copy has no such command, run it in a clone of the new version:
<code>npm run update -- PATH_OF_YOUR_CLONE</code>. Do the same if your copy has no folder <code>build/crypto</code>,
and you added files to <code>build/</code>: they move with their folder, and the command names them.</li></ul></details></section>`;
}

function settings(list) {
  return html`<section aria-labelledby="settings"><h2 id="settings">Settings</h2>
<p class="before-table"><code>build/settings.ts</code> holds the settings of your site, such as <code>coins:
250</code>. A setting that is not there has the default below. Most have a flag for a single build:
<code>npm run build -- --help</code>.</p>
<details class="dataset"><summary>All ${list.length} settings with their defaults</summary>
<dl class="limits settings">${list.map(
    ({ name, value, about }) => html`<div>
<dt><code>${name}</code> <span class="default"><span class="visually-hidden">,
default </span><code>${value}</code></span></dt><dd>${sentence(about)}</dd></div>`,
  )}</dl></details></section>`;
}

function limits(hosts) {
  const rows = hosts.flatMap(({ title: name, limits: own, freeLimits, deployments }) => [
    ...own.map((limit) => ({ name, ...limit, note: "" })),
    ...freeLimits.map((limit) => ({ name, ...limit, note: " (free plan)" })),
    ...(deployments === null ? [] : [{ name, ...deployments, note: " (free plan)" }]),
  ]);
  return html`<section aria-labelledby="limits"><h2 id="limits">Host limits</h2>
<p class="before-table">A build that exceeds a limit stops before anything is published.
The limits of the free plan apply unless the setting <code>paidHosts</code> names the host. The workflow stays within
its number of deployments.</p>
<details class="dataset"><summary>All ${rows.length} limits of the hosts</summary>
<div class="table-scroll" tabindex="0" role="group" aria-labelledby="limits"><table><thead><tr>
<th scope="col">Host</th><th scope="col">Limit</th><th scope="col" class="number">Maximum</th>
<th scope="col">Explanation</th></tr></thead>
<tbody>${rows.map(
    ({ name, of, max, reason, note }) => html`<tr><th scope="row">${name}</th>
<td>${of}${note !== "" && html`<span class="note">${note}</span>`}</td><td class="number keep">${max}</td>
<td class="prose">${reason}</td></tr>`,
  )}</tbody></table></div></details></section>`;
}
