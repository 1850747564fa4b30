import { sentence } from "../components/code.js";
import { html } from "../components/html.js";
import { rootOf } from "../components/link.js";

export const data = {
  layout: "base.11ty.js",
  permalink: "docs/openapi/index.html",
  group: "Use it",
  title: "OpenAPI",
  description:
    "The interface as OpenAPI 3.1: every operation with its parameters, and an interactive view that asks this very site.",
  styles: ["docs.css", "openapi.css"],
  scripts: ["openapi-view.js"],
};

export function render({ page, shared }) {
  const { api, site } = shared.data;
  const root = rootOf(page.url, site.baseUrl);
  return String(html`
<p class="crumbs"><a href="${root}docs/api/">API reference</a></p>
<h1>OpenAPI</h1>
<p class="lead">The whole interface as one document, <a href="${root}api/openapi.json">OpenAPI 3.1</a>: generators make a client of it in any language. It is derived from the declarations that the answers are made of, so it cannot drift from them.</p>
<section aria-labelledby="interactive"><h2 id="interactive">Interactive</h2>
<p class="text">Read schemas, fill in parameters and execute: this site itself answers, whatever its host understands, and nothing is asked elsewhere. Commands that the view shows for a terminal need a host that <a href="${root}docs/hosts/">answers queries</a>.</p>
<p class="actions"><button type="button" class="button primary scripted" data-openapi-open>Open the interactive view</button> <span class="note" data-openapi-status role="status">It is 0.5 MB and comes from this site.</span></p>
<noscript><p class="note">The view needs JavaScript. Everything it shows is in the list below and in the <a href="${root}docs/api/">API reference</a>.</p></noscript>
<div class="openapi-view" data-openapi-view data-script="${root}vendor/swagger-ui.js" data-style="${root}vendor/swagger-ui.css" tabindex="-1" role="region" aria-label="Interactive view" hidden></div></section>
<section aria-labelledby="operations"><h2 id="operations">Operations</h2>
<div class="table-scroll" tabindex="0" role="region" aria-labelledby="operations"><table class="fields"><thead><tr><th scope="col">Operation</th><th scope="col">Parameters</th><th scope="col">What it answers</th></tr></thead>
<tbody>${api.endpoints.map(
    ({
      id,
      path,
      parameters,
      description,
    }) => html`<tr><th scope="row"><span class="level">GET</span> <a href="${root}docs/api/${id}/"><code>${path}</code></a></th><td>${parameters.length === 0 ? html`<span class="unknown">none</span>` : parameters.map(({ name, required }, at) => html`${at > 0 && ", "}<code>${name}</code>${required && " (required)"}`)}</td><td class="prose">${sentence(description)}</td></tr>
`,
  )}</tbody></table></div></section>
<section aria-labelledby="generate"><h2 id="generate">For programs</h2><ul class="plain-links"><li><a href="${root}api/openapi.json">api/openapi.json</a>: the document; its server is the folder that it lies in, so that it holds on every copy of this site</li><li><a href="${root}api/index.json">api/index.json</a>: the same in short, with a file to try for each endpoint</li><li><a href="${root}api/schemas/coins.json">api/schemas/coins.json</a>: a JSON Schema for each endpoint, here that of the coins</li></ul></section>
`);
}
