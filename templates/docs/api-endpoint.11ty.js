import { html } from "../../public/js/html.js";
import { codeBlock, sentence } from "../components/code.js";
import { fieldTable } from "../components/field-table.js";
import { rootOf } from "../components/link.js";
import { addressOf, listAnswerSnippets, snippets } from "../components/snippets.js";
import { tryIt } from "../components/try-it.js";

/** One page per endpoint. */
export const data = {
  layout: "base.11ty.js",
  pagination: { data: "shared.data.api.endpoints", size: 1, alias: "endpoint", addAllPagesToCollections: true },
  permalink: ({ endpoint }) => `docs/api/${endpoint.id}/index.html`,
  styles: ["docs.css"],
  scripts: ["try-it.js"],
  eleventyComputed: {
    title: ({ endpoint }) => `${endpoint.title} (API reference)`,
    description: ({ endpoint }) => `GET ${endpoint.path}: ${endpoint.description.replaceAll("`", "")}`,
  },
};

export function render({ page, shared, endpoint }) {
  const { site } = shared.data;
  const root = rootOf(page.url, site.baseUrl);
  const { title, path, description, file, parameters, fields, example, sources, download, bare, absence } = endpoint;
  return String(html`
<p class="crumbs"><a href="${root}docs/api/">API reference</a></p>
<h1>${title}</h1>
<p class="endpoint-path"><span class="level">GET</span> <code>${path}</code></p>
<p class="lead">${sentence(description)}</p>
<ul class="inline-list">
${file !== null && html`<li><a href="${root}${file}">${file.split("/").at(-1)}</a></li>`}
${!download && html`<li><a href="${root}api/schemas/${endpoint.schema}.json">JSON Schema</a></li>`}
<li><a href="${root}api/openapi.json">OpenAPI 3.1</a></li>
</ul>
${parameters.length > 0 && parameterSection(parameters)}
<section aria-labelledby="try" data-page-only><h2 id="try">Try it</h2>${tryIt({ url: endpoint.query, path, parameters })}</section>
<section aria-labelledby="use"><h2 id="use">Code examples</h2>
${file === null ? html`<p>${absence}</p>` : snippets("use", listSnippets(endpoint, site))}</section>
${
  example !== null &&
  html`<section aria-labelledby="example"><h2 id="example">Example</h2>
<p class="before-table"><a href="${root}${file}">${file}</a> of this build, with fewer rows.</p>
${codeBlock("example-json", example, "Example response", "json")}
${
  sources.length > 0 &&
  html`<p class="note">Sources: ${sources.map(
    (source, at) => html`${at > 0 && ", "}<code>${source}</code>`,
  )} (<a href="${root}docs/sources/">details</a>).</p>`
}</section>`
}
${
  fields.length > 0 &&
  html`<section aria-labelledby="fields"><h2 id="fields">Fields</h2>
${fieldTable(fields, "fields")}${
  bare
    ? html`<p class="note after-table">The body has no envelope:
<a href="${root}docs/coingecko/">differences from CoinGecko's API</a>.</p>`
    : html`<p class="note after-table">Every
response also has the common fields of <code>meta</code>: see <a href="${root}docs/api/#meta">the
envelope</a>.</p>`
}</section>`
}
`);
}

function parameterSection(parameters) {
  return html`<section aria-labelledby="parameters"><h2 id="parameters">Parameters</h2>
<div class="table-scroll" tabindex="0" role="region" aria-labelledby="parameters"><table class="fields"><thead><tr>
<th scope="col">Name</th><th scope="col">In</th><th scope="col">Type</th><th scope="col">Default</th>
<th scope="col">Allowed</th><th scope="col">Meaning</th></tr></thead>
<tbody>${parameters.map(
    ({ name, in: place, type, required, default: fallback, allowed, description }) => html`<tr id="parameter-${name}">
<th scope="row"><code>${name}</code></th><td>${place}</td><td>${type}</td>
<td>${required ? "required" : (fallback ?? "–")}</td><td class="type">${allowed}</td>
<td class="prose">${sentence(description)}</td></tr>`,
  )}</tbody></table></div></section>`;
}

function listSnippets({ file, query, download, bare }, site) {
  const address = addressOf(site);
  const url = html`${address}/${file}`;
  if (download) {
    return [
      ["curl", "curl", html`curl -fsSO ${url}`],
      [
        "javascript",
        "JavaScript",
        html`const response = await fetch("${url}");
const stream = response.body.pipeThrough(new DecompressionStream("gzip"));
const csv = await new Response(stream).text();
console.log(csv.slice(0, 200));`,
      ],
      [
        "python",
        "Python",
        html`import csv, gzip, io, urllib.request

with urllib.request.urlopen("${url}") as response:
    text = gzip.decompress(response.read()).decode("utf-8")
rows = list(csv.DictReader(io.StringIO(text)))
print(rows[0])`,
      ],
    ];
  }
  return [
    ...listAnswerSnippets(url, { bare }),
    query.includes("?") &&
      !bare && [
        "client",
        "client.js (any parameters, any host)",
        html`import { get } from "${address}/client.js";

const { data, meta } = await get("${query}");`,
      ],
  ].filter(Boolean);
}
