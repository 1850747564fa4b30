import { html } from "../../public/js/html.js";
import { sentence } from "../components/code.js";
import { rootOf } from "../components/link.js";

export const data = {
  layout: "base.11ty.js",
  permalink: "docs/changelog/index.html",
  group: "API",
  title: "Changelog",
  description: "All API versions with their changes, and the compatibility guarantees.",
  styles: ["docs.css"],
};

const KINDS = { added: "Added", changed: "Changed", deprecated: "Deprecated", removed: "Removed" };

export function render({ page, shared }) {
  const { changelog, site } = shared.data;
  const root = rootOf(page.url, site.baseUrl);
  return String(html`
<h1>Changelog</h1>
<p class="lead">API versions. Every response states its version in <code>meta.schema_version</code>.</p>
${changelog.map(entry)}
<section class="article" aria-labelledby="promise"><h2 id="promise">Compatibility</h2>
<dl class="limits"><div><dt>Same major version</dt><dd>No field is removed, changes its meaning, unit or type, or becomes nullable; no file is renamed. New fields, endpoints, files and error messages may appear at any time: ignore unknown ones.</dd></div>
<div><dt>New major version</dt><dd>Breaking changes, announced here in advance as deprecated. This guarantee starts with version 1.1: 1.0 was a preview.</dd></div>
<div><dt>Data</dt><dd>Coins, exchanges and sources may change at any time without a new version. Corrections of the <a href="${root}docs/methodology/">methodology</a> change numbers, not their format.</dd></div>
<div><dt>Archives</dt><dd>A complete file only changes for a repair. Its <code>revision</code> then increases and <code>superseded</code> lists the old checksum.</dd></div></dl>
<p>To detect changes, compare <a href="${root}api/openapi.json">OpenAPI 3.1</a> with an earlier copy.</p></section>
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
