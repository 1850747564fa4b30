import { html } from "../../public/js/html.js";
import { sentence, splitFirst } from "../components/code.js";
import { crumbs } from "../components/crumbs.js";
import { fieldTable } from "../components/field-table.js";
import { rootOf } from "../components/link.js";
import { addressOf, listAnswerSnippets } from "../components/snippets.js";
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
  const code = listSnippets(endpoint, site);
  const [lead, details] = splitFirst(description);
  return String(html`<div class="endpoint"><div class="endpoint-text">
${crumbs(root, ["docs/api/", "API reference"], title)}
<h1>${title}</h1>
<p class="endpoint-path"><span class="level">GET</span> <code>${path}</code></p>
<p class="lead">${sentence(lead)} Send a request on this page${code.length > 0 && ", or copy its code"}.</p>
${details !== "" && html`<p class="text">${sentence(details)}</p>`}
<ul class="inline-list">
${file !== null && html`<li><a href="${root}${file}">${file.split("/").at(-1)}</a></li>`}
${!download && html`<li><a href="${root}api/schemas/${endpoint.schema}.json">JSON Schema</a></li>`}
<li><a href="${root}api/openapi.json">OpenAPI 3.1</a></li>
</ul>
${parameters.length > 0 && parameterSection(parameters)}
</div>
<section class="endpoint-panel" aria-labelledby="try"><h2 id="try">Try it</h2>
${absence !== null && html`<p class="before-table">${absence}</p>`}
${
  file?.endsWith(".json") &&
  html`<p class="before-table">An address that ends in <code>.json</code> is a file, which every host has. Others are
computed here; elsewhere they depend on the <a href="${root}docs/hosts/#levels">level of the host</a>.</p>`
}
${tryIt({ url: endpoint.query, path, parameters, code, example })}
${
  sources.length > 0 &&
  html`<p class="note">Sources: ${sources.map(
    (source, at) => html`${at > 0 && ", "}<code>${source}</code>`,
  )} (<a href="${root}docs/sources/">details</a>).</p>`
}</section></div>
${
  fields.length > 0 &&
  html`<section aria-labelledby="fields"><h2 id="fields">Fields</h2>
${fieldTable(fields, "fields")}${
  bare
    ? html`<p class="note after-table">The body has no envelope:
<a href="${root}docs/coingecko/">differences from CoinGecko's API</a>.</p>`
    : html`<p class="note after-table">Every
response also has the common fields of <code>meta</code>: see <a href="${root}docs/api/#meta">fields
of meta</a>.</p>`
}</section>`
}
`);
}

function parameterSection(parameters) {
  return html`<section aria-labelledby="parameters"><h2 id="parameters">Parameters</h2>
<ul class="parameters">${parameters.map(
    ({ name, in: place, type, required, default: fallback, allowed, description }) => html`<li id="parameter-${name}">
<p><code>${name}</code> <span class="note">${type} in the ${place}, ${
      required ? "required" : fallback === null ? "optional" : html`default <code>${fallback}</code>`
    }</span></p>
<p>${sentence(description)}</p>${allowed !== "" && html`<p class="note">Allowed: ${allowed}</p>`}</li>
`,
  )}</ul></section>`;
}

/** Without a file, the code for `client.js` is first: it works on every host. */
function listSnippets({ file, requested, query, download, bare }, site) {
  if (requested === null) return [];
  const address = addressOf(site);
  const url = html`${address}/<span data-try-code>${requested}</span>`;
  if (download) return listDownloadSnippets(url);
  const client = ["client", "client.js", clientSnippet(address, query, bare)];
  // A query needs the quotes.
  const answers = [["curl", "curl", html`curl -fsS "${url}"`], ...listAnswerSnippets(url, { bare }).slice(1)];
  if (file === null) return [client, ...answers];
  return query.includes("?") && !bare ? [...answers, client] : answers;
}

/** A response in CoinGecko's form has no envelope. */
function clientSnippet(address, query, bare) {
  const place = html`<span data-try-query>${query}</span>`;
  return bare
    ? html`import { request } from "${address}/client.js";

const response = await request("${place}");
const data = await response.json();`
    : html`import { get } from "${address}/client.js";

const { data, meta } = await get("${place}");`;
}

function listDownloadSnippets(url) {
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
