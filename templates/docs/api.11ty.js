import { html } from "../../public/js/html.js";
import { listChapters } from "../components/chapters.js";
import { codeBlock, sentence, splitFirst } from "../components/code.js";
import { fieldTable } from "../components/field-table.js";
import { rootOf } from "../components/link.js";
import { addressOf } from "../components/snippets.js";
import { tryIt } from "../components/try-it.js";

export const data = {
  layout: "base.11ty.js",
  permalink: "docs/api/index.html",
  group: "API",
  title: "API reference",
  description: "All endpoints with parameters, fields, units and a real example. Try any request in the page.",
  words: "api key rate limit cors authentication json schema client library endpoints",
  styles: ["docs.css"],
  scripts: ["try-it.js"],
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
  const list = api.endpoints.find(({ id }) => id === "coins");
  return String(html`
<h1>API reference</h1>
<p class="lead">Find an endpoint by what you need, then send requests on its page and copy their code. New here? Begin
with the <a href="${root}docs/quick-start/">quick start</a>.</p>
<p class="text">${api.endpoints.length} endpoints. All requests are GET, without a key or an account, from any origin.
Every response is a file with a predictable name.</p>
<section aria-labelledby="try" data-page-only><h2 id="try">Try it</h2>${tryIt({
    url: list?.query ?? PRESETS[0],
    presets: PRESETS,
    example: list?.example,
  })}</section>
${listChapters(api.endpoints).map((chapter) => renderChapter(chapter, root))}
${renderForms(site, root)}
<section aria-labelledby="meta"><h2 id="meta">The envelope</h2>
<p class="before-table">Every response except the <a href="${root}docs/coingecko/">CoinGecko-compatible</a> ones is
<code>{"data": …, "meta": …}</code>. All fields are always present; unknown values are <code>null</code>, never zero.
Money is in USD, percentages are in percent units (<code>2.5</code> is 2.5 %), times are ISO 8601 in UTC,
series use unix milliseconds in ascending order.</p>
${fieldTable(api.meta, "meta")}</section>
`);
}

function renderChapter({ id, title, description, endpoints }, root) {
  return html`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>
<p class="before-table">${description}</p>
<ul class="endpoints">${endpoints.map(
    (endpoint) => html`<li><h3><a href="${root}docs/api/${endpoint.id}/">${endpoint.title}</a></h3>
<code>${endpoint.path}</code><p>${sentence(splitFirst(endpoint.description)[0])}</p></li>`,
  )}</ul></section>
`;
}

/** The ways to ask for a response. */
function renderForms(site, root) {
  return html`<section aria-labelledby="spelling"><h2 id="spelling">Request forms</h2>
<div class="columns"><div><h3>File (all hosts)</h3>${codeBlock(
    "ask-file",
    html`curl -fsS ${addressOf(site)}/api/coins/limit/10.json`,
    "A file",
    "bash",
  )}
<p>The file name contains the parameters. Links in responses are file names relative to <code>/api/</code>.</p></div>
<div><h3>Query (hosts with a handler)</h3>${codeBlock(
    "ask-query",
    html`curl -fsS "${addressOf(site)}/api/coins?limit=10&amp;offset=20"`,
    "A query",
    "bash",
  )}
<p>Unknown parameters are ignored; empty ones use the default. The first value of a repeated parameter counts;
<code>symbols=btc&amp;symbols=eth</code> means both, except on hosts without a handler.
<a href="${root}docs/hosts/">Supported request forms by host</a>.</p></div>
${renderClient(site, root)}
<div><h3>API documents</h3><ul class="plain-links"><li><a href="${root}api/index.json">Index</a>: all endpoints</li>
<li><a href="${root}api/openapi.json">OpenAPI 3.1</a>: to generate a client in any language</li>
<li><a href="${root}api/manifest.json">Manifest</a>: all files with checksums. Where the build has one,
<code>api/attestation.json</code> is the signed statement about it (<a href="${root}docs/policy/#check">policy</a>)</li>
<li><a href="${root}docs/errors/">Errors</a>: all codes with remedies</li></ul></div></div></section>`;
}

function renderClient(site, root) {
  return html`<div><h3>Query through client.js (all hosts)</h3>${codeBlock(
    "ask-client",
    html`import { get } from "${addressOf(site)}/client.js";

const { data } = await get("coins?search=bit&amp;limit=7");`,
    "client.js",
    "javascript",
  )}
<p><code>client.js</code> computes responses from the files, in a browser, Deno or Node.
Node imports no module from the web: download it once with <code>curl -fsSO ${addressOf(site)}/client.js</code> (and
<code>client.d.ts</code> for TypeScript), and import the file. Errors have <code>code</code>,
<code>status</code> and <code>message</code>.</p>
${codeBlock(
  "ask-client-options",
  html`import { createClient } from "${addressOf(site)}/client.js";

const client = createClient(["${addressOf(site)}", "https://mirror.example"], { currency: "eur" });
const { data } = await client.get("coins?limit=7");
const bitcoin = await client.get("coins/btc", { currency: "btc" });
const past = await client.priceAt("btc", "2026-09-01T12:34Z"); // { price, time, … }, or null
const many = await client.pricesAt([["btc", "2026-09-01"], ["eth", 1788266040]]);`,
  "client.js with options",
  "javascript",
)}
<p><code>currency</code> applies to endpoints that exist below <code>in/</code>. Of several addresses,
the one with the newest build answers; if it fails (no connection, 5xx), the next one does,
and it is tried last for a minute. An address with a build time more than 5 minutes in the future is tried last, too.
400 and 404 are answers. ${
    site.mirrorUrl !== null &&
    html`This site has a mirror, <code>${site.mirrorUrl}</code>:
<code>get</code> and <code>request</code> of <code>client.js</code> read it if the site fails in the same way.
`
  }<a href="${root}client.d.ts">client.d.ts</a> has the TypeScript type of every response:
save it beside <code>client.js</code>.</p></div>`;
}
