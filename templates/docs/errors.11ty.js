import { html } from "../../public/js/html.js";
import { codeBlock } from "../components/code.js";
import { rootOf } from "../components/link.js";

export const data = {
  layout: "base.11ty.js",
  permalink: "docs/errors/index.html",
  group: "API",
  title: "Errors",
  description: "All error codes of the API: cause, body and remedy.",
};

export function render({ page, shared }) {
  const { errors, site } = shared.data;
  return String(html`
<h1>Errors</h1>
<p class="lead">Look up what an error means and what to do about it.</p>
<p class="text">All errors have the same JSON format and a matching HTTP status. An error never has status 200. Some hosts can only send an HTML page for missing files (GitHub Pages, Firebase):
that page contains the error as JSON in <code>#error</code>.</p>
<div class="table-scroll" tabindex="0" role="region" aria-label="Error codes"><table><thead><tr>
<th scope="col">Code</th><th scope="col" class="optional">Status</th><th scope="col">Cause</th></tr></thead>
<tbody>${errors.map(
    ({ code, status, meaning }) => html`<tr>
<th scope="row"><a href="#${code}"><code>${code}</code></a></th><td class="optional">${status}</td><td>${meaning}</td>
</tr>`,
  )}</tbody></table></div>
${errors.map(
  ({
    code,
    status,
    meaning,
    remedy,
    request,
    body,
  }) => html`<section aria-labelledby="${code}"><div class="section-head">
<h2 id="${code}"><code>${code}</code></h2><span class="level">${status}</span></div>
<p>${meaning}</p><p><strong>Remedy:</strong> ${remedy}</p>
${codeBlock(`example-${code}`, `${request}\n\n${JSON.stringify(body, null, 2)}`, `Example of ${code}`)}</section>`,
)}
<section aria-labelledby="reading"><h2 id="reading">Error fields</h2>
<dl class="limits"><div><dt><code>code</code></dt><dd>The kind of error; programs should only branch on this field.</dd>
</div><div><dt><code>message</code></dt><dd>A sentence for people with the parameter and its allowed values.
It may change.</dd></div><div><dt><code>status</code></dt><dd>The HTTP status of the code,
even if the host cannot send it.</dd></div><div><dt><code>docs</code></dt>
<dd>Explanation of all codes, relative to <code>/api/</code>:
<a href="${rootOf(page.url, site.baseUrl)}api/errors.json">errors.json</a>, this page as JSON.</dd></div></dl></section>
`);
}
