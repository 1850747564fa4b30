import { html } from "../../public/js/html.js";
import { codeBlock } from "../components/code.js";
import { rootOf } from "../components/link.js";

export const data = {
  layout: "base.11ty.js",
  permalink: "docs/errors/index.html",
  group: "API",
  title: "Errors",
  description: "All error codes of the API: cause, body and remedy.",
  styles: ["docs.css"],
};

/** What the remedy of a code names: `[path, text]`. */
const LINKS = {
  not_found: [
    ["api/index.json", "index of all endpoints"],
    ["docs/hosts/", "what each host answers"],
    ["docs/api/", "client.js"],
  ],
  unavailable: [["status/", "status of the sources"]],
};

const READ_PAGE = `const text = await response.text();
const page = new DOMParser().parseFromString(text, "text/html");
const { error } = JSON.parse(page.querySelector("#error").textContent);`;

export function render({ page, shared }) {
  const { builtFor, errors, site } = shared.data;
  const root = rootOf(page.url, site.baseUrl);
  return String(html`
<h1>Errors</h1>
<p class="lead">Look up what an error means and what to do about it.</p>
<p class="text">A host with a handler, and <a href="${root}docs/api/">client.js</a> on every host, answer a wrong
request with the status and the JSON below. Programs should only branch on <code>code</code>.
Hosts of files alone ignore queries or have their own error pages: see <a href="#host">errors of the host</a>.</p>
${builtFor.map(
  ({ name, unanswerable }) =>
    html`<p class="text"><strong>This site is built for ${name}.</strong> ${unanswerable}</p>`,
)}
<div class="table-scroll" tabindex="0" role="group" aria-label="Error codes"><table><thead><tr>
<th scope="col">Code</th><th scope="col">Status</th><th scope="col">Cause</th></tr></thead>
<tbody>${errors.map(
    ({ code, status, meaning }) => html`<tr>
<th scope="row" class="keep"><a href="#${code}"><code>${code}</code></a></th><td>${status}</td><td>${meaning}</td>
</tr>`,
  )}</tbody></table></div>
${errors.map((error) => section(error, root))}
<section class="article" aria-labelledby="host"><h2 id="host">Errors of the host</h2>
<p>A response in another form comes from the host or from a network in between.</p>
<dl class="limits"><div><dt>429 or 403</dt><dd>The host's own limit, or its protection against abuse. Wait, and send fewer
requests: a response stays valid until its <code>meta.expires_at</code>.</dd></div>
<div><dt>5xx</dt><dd>The host is down. Try again later${
    site.mirrorUrl !== null && html`, or read the mirror <code>${site.mirrorUrl}</code>`
  }.</dd></div>
<div><dt>304</dt><dd>No error: the copy that your program has is current.</dd></div>
<div><dt>403 in XML</dt><dd>A bucket that readers may not list has no such file.</dd></div>
<div><dt>404 as an HTML page</dt><dd>GitHub Pages and Firebase send a page for every missing file. It contains the error
as JSON, which these lines read:</dd></div></dl>
${codeBlock("read-page", READ_PAGE, "Read the error from a page", "javascript")}</section>
<section class="article" aria-labelledby="reading"><h2 id="reading">Error fields</h2>
<dl class="limits"><div><dt><code>code</code></dt><dd>The kind of error. It does not change.</dd>
</div><div><dt><code>message</code></dt><dd>A sentence for people with the parameter and its allowed values.
It may change.</dd></div><div><dt><code>status</code></dt><dd>The HTTP status of the code.
Read it where a host sends another one.</dd></div><div><dt><code>docs</code></dt>
<dd>Explanation of all codes, relative to <code>/api/</code>:
<a href="${root}api/errors.json">errors.json</a>, this page as JSON.</dd></div></dl></section>
`);
}

function section({ code, status, meaning, remedy, request, body }, root) {
  const links = LINKS[code] ?? [];
  return html`<section class="article" aria-labelledby="${code}"><div class="section-head">
<h2 id="${code}"><code>${code}</code></h2><span class="level">${status}</span></div>
<p>${meaning}</p>
<p><strong>Remedy:</strong> ${remedy}</p>
${links.length > 0 && html`<p>See ${links.map(([path, text], at) => html`${at > 0 && ", "}<a href="${root}${path}">${text}</a>`)}.</p>`}
<p>The response to <code>${request}</code>:</p>
${codeBlock(`example-${code}`, JSON.stringify(body, null, 2), `Example of ${code}`, "json")}</section>`;
}
