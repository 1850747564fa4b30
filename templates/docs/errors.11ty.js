import { codeBlock } from "../components/code.js";
import { html } from "../components/html.js";
import { rootOf } from "../components/link.js";

export const data = {
  layout: "base.11ty.js",
  permalink: "docs/errors/index.html",
  group: "Use it",
  title: "Errors",
  description: "Every error code of the interface: when it is sent, what its body looks like, and what to do about it.",
};

export function render({ page, shared }) {
  const { errors, site } = shared.data;
  return String(html`
<h1>Errors</h1>
<p class="lead">Every error is JSON of one form, with a status that says the same. An error never comes with status 200, and a page never comes where data was asked for: where a host knows no other answer than a page (GitHub Pages, Firebase), that page carries the error as JSON in <code>#error</code>.</p>
<div class="table-scroll" tabindex="0" role="region" aria-label="All codes"><table><thead><tr><th scope="col">Code</th><th scope="col" class="optional">Status</th><th scope="col">When</th></tr></thead>
<tbody>${errors.map(({ code, status, meaning }) => html`<tr><th scope="row"><a href="#${code}"><code>${code}</code></a></th><td class="optional">${status}</td><td>${meaning}</td></tr>`)}</tbody></table></div>
${errors.map(
  ({
    code,
    status,
    meaning,
    remedy,
    request,
    body,
  }) => html`<section aria-labelledby="${code}"><div class="section-head"><h2 id="${code}"><code>${code}</code></h2><span class="level">${status}</span></div>
<p>${meaning}</p><p><strong>What to do:</strong> ${remedy}</p>
${codeBlock(`example-${code}`, `${request}\n\n${JSON.stringify(body, null, 2)}`, `Example of ${code}`)}</section>`,
)}
<section aria-labelledby="reading"><h2 id="reading">Reading an error</h2>
<dl class="limits"><div><dt><code>code</code></dt><dd>What kind it is; the only field a program should branch on.</dd></div><div><dt><code>message</code></dt><dd>A sentence for people. It names the parameter and what is allowed, and may change.</dd></div><div><dt><code>status</code></dt><dd>The HTTP status that belongs to the code, also where a host could not send it.</dd></div><div><dt><code>docs</code></dt><dd>Where every code is explained, relative to <code>/api/</code>: <a href="${rootOf(page.url, site.baseUrl)}api/errors.json">errors.json</a>, this page for programs.</dd></div></dl></section>
`);
}
