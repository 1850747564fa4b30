import { sentence } from "../components/code.js";
import { html } from "../components/html.js";
import { rootOf } from "../components/link.js";

export const data = {
  layout: "base.11ty.js",
  permalink: "docs/changelog/index.html",
  group: "Use it",
  title: "Changelog",
  description:
    "Every version of the interface, what changed in it, and which changes a program can rely on never to meet.",
  styles: ["docs.css"],
};

const KINDS = { added: "Added", changed: "Changed", deprecated: "Deprecated", removed: "Removed" };

export function render({ page, shared }) {
  const { changelog, site } = shared.data;
  const root = rootOf(page.url, site.baseUrl);
  return String(html`
<h1>Changelog</h1>
<p class="lead">Versions of the interface. Every answer says which one it follows, in <code>meta.schema_version</code>.</p>
${changelog.map(entry)}
<section class="article" aria-labelledby="promise"><h2 id="promise">What a version promises</h2>
<dl class="limits"><div><dt>The same first number</dt><dd>No field disappears, changes its meaning, its unit or its type, or becomes <code>null</code> where it could not be; no file changes its name. New fields, endpoints, files and error messages may come at any time: ignore what you do not know.</dd></div>
<div><dt>Another first number</dt><dd>Something of that changes. It is announced here before, as deprecated. Version 1.1 is the first one that this promise covers: 1.0 was a preview.</dd></div>
<div><dt>Data</dt><dd>Coins, exchanges and sources come and go with the market, without a version. Corrections of the <a href="${root}docs/methodology/">method</a> change numbers, not their form.</dd></div>
<div><dt>Archives</dt><dd>A file that is complete does not change, except for a repair; then its <code>revision</code> grows and the old checksum is listed in <code>superseded</code>.</dd></div></dl>
<p>Programs can compare <a href="${root}api/openapi.json">OpenAPI 3.1</a> with the copy that they were written for.</p></section>
`);
}

function entry({ version, date, summary, changes }) {
  const id = `v${version}`;
  return html`<section class="article" aria-labelledby="${id}"><div class="section-head"><h2 id="${id}">${version}</h2><time class="note" datetime="${date}">${date}</time></div>
<p>${summary}</p>
${Object.keys(KINDS).map((kind) => {
  const own = changes.filter((change) => change.kind === kind);
  return (
    own.length > 0 &&
    html`<h3>${KINDS[kind]}</h3><ul class="claims">${own.map(({ text }) => html`<li>${sentence(text)}</li>`)}</ul>`
  );
})}</section>`;
}
