import { formatBytes, formatCount } from "../../public/js/format.js";
import { html } from "../../public/js/html.js";
import { externalLink } from "./link.js";

/** More sources than these are folded. */
const CREDITS_SHOWN = 4;

/**
 * Downloads, documentation and credits of a data page. `answers`, `docs` and `csv` (files besides
 * archives): `[path, text]`.
 */
export function takeData({ answers, csv = [], docs, archives, credits }, root) {
  const link = ([path, text]) => html`<li><a href="${root}${path}">${text}</a></li>`;
  return html`<section aria-labelledby="data"><h2 id="data">Download</h2>
<div class="cards thirds">
<article class="card"><h3>JSON</h3><ul class="file-list">${answers.map(link)}</ul></article>
<article class="card"><h3>CSV</h3>${
    archives.length + csv.length === 0
      ? html`<p class="note">No archive yet</p>`
      : html`<ul class="file-list">${csv.map(link)}${archives.map(
          ({ path, filename, rows, bytes }) =>
            html`<li><a href="${root}${path}" download>${filename}</a> <span class="note">${formatCount(rows)} ${rows === 1 ? "row" : "rows"},
${formatBytes(bytes)}</span></li>`,
        )}<li><a href="${root}archives/">All archives</a></li></ul>`
  }</article>
<article class="card"><h3>Documentation</h3><ul class="file-list">
${docs.map(link)}<li><a href="${root}docs/sources/">Sources and licences</a></li></ul></article>
</div>
${credits.length > CREDITS_SHOWN ? html`<details class="credits"><summary>${credits.length} sources and their terms</summary>${sources(credits)}</details>` : sources(credits)}</section>`;
}

function sources(credits) {
  return html`<p class="note credits">Data: ${credits.map(
    ({ name, url, license, terms_url, attribution }, at) =>
      html`${at > 0 && " · "}${externalLink(url, name)} (${externalLink(terms_url, license)})${
        attribution !== null &&
        html`:
${attribution}`
      }`,
  )}</p>`;
}
