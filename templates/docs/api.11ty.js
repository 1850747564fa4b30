import { codeBlock, sentence } from "../components/code.js";
import { fieldTable } from "../components/field-table.js";
import { html } from "../components/html.js";
import { rootOf } from "../components/link.js";
import { addressOf } from "../components/snippets.js";
import { tryIt } from "../components/try-it.js";

export const data = {
  layout: "base.11ty.js",
  permalink: "docs/api/index.html",
  group: "Use it",
  title: "API reference",
  description:
    "Every endpoint with its parameters, fields, units and a real example, and a panel that asks this site anything.",
  styles: ["docs.css"],
  scripts: ["try-it.js"],
};

const TAGS = {
  market: "Market",
  defi: "DeFi",
  archives: "Archives",
  news: "News",
  fiat: "Exchange rates",
  service: "Service",
};
const PRESETS = [
  "/api/coins?search=bit&limit=5",
  "/api/coins?limit=7&offset=3",
  "/api/sparklines?symbols=btc,eth",
  "/api/global",
  "/api/coins?limit=0",
];

export function render({ page, shared }) {
  const { api, site } = shared.data;
  const root = rootOf(page.url, site.baseUrl);
  const tags = Object.keys(TAGS).filter((tag) => api.endpoints.some((endpoint) => endpoint.tag === tag));
  return String(html`
<h1>API reference</h1>
<p class="lead">${api.endpoints.length} endpoints. Everything is GET, without a key or an account, and may be read from any origin. Every answer is a file with a name that you can guess.</p>
<section aria-labelledby="try"><h2 id="try">Ask this site</h2>${tryIt({ asked: PRESETS[0], presets: PRESETS })}</section>
<section aria-labelledby="endpoints"><h2 id="endpoints">Endpoints</h2>
<div class="table-scroll" tabindex="0" role="region" aria-labelledby="endpoints"><table class="fields"><thead><tr><th scope="col">Endpoint</th><th scope="col">Path</th><th scope="col">What it answers</th></tr></thead>
${tags.map(
  (tag) =>
    html`<tbody><tr class="group"><th colspan="3" scope="rowgroup">${TAGS[tag]}</th></tr>${api.endpoints
      .filter((endpoint) => endpoint.tag === tag)
      .map(
        ({
          id,
          title,
          path,
          description,
        }) => html`<tr><th scope="row"><a href="${root}docs/api/${id}/">${title}</a></th><td><code>${path}</code></td><td class="prose">${sentence(description)}</td></tr>
`,
      )}</tbody>`,
)}</table></div></section>
<section aria-labelledby="spelling"><h2 id="spelling">How to ask</h2>
<div class="columns"><div><h3>As a file, on any host</h3>${codeBlock("ask-file", html`curl -fsS ${addressOf(site)}/api/coins/limit/10.json`, "A file")}
<p>The name of the file holds the parameters. Every link in an answer is such a name, relative to <code>/api/</code>.</p></div>
<div><h3>As a query, where the host answers them</h3>${codeBlock("ask-query", html`curl -fsS "${addressOf(site)}/api/coins?limit=10&amp;offset=20"`, "A query")}
<p>Unknown parameters are ignored; an absent or empty one means its default. <a href="${root}docs/hosts/">Which host answers what</a>.</p></div>
<div><h3>As a query, on every host</h3>${codeBlock(
    "ask-client",
    html`import { get } from "${addressOf(site)}/client.js";

const { data } = await get("coins?search=bit&amp;limit=7");`,
    "client.js",
  )}
<p><code>client.js</code> answers from the files, in a browser or wherever modules come from the web. It throws errors with <code>code</code>, <code>status</code> and <code>message</code>.</p></div>
<div><h3>As documents for programs</h3><ul class="plain-links"><li><a href="${root}api/index.json">Index</a>: everything there is</li><li><a href="${root}api/openapi.json">OpenAPI 3.1</a>: to generate a client in any language</li><li><a href="${root}api/manifest.json">Manifest</a>: every file with its checksum</li><li><a href="${root}docs/errors/">Errors</a>: every code and what to do</li></ul></div></div></section>
<section aria-labelledby="meta"><h2 id="meta">The envelope</h2>
<p class="before-table">Every answer is <code>{"data": …, "meta": …}</code>. Every field is always present; what is not known is <code>null</code>, never zero. Money is in USD, percentages are in percent units (<code>2.5</code> is 2.5 %), moments are ISO 8601 in UTC, series hold unix milliseconds in ascending order.</p>
${fieldTable(api.meta, "meta")}</section>
`);
}
