import { html } from "../../public/js/html.js";
import { listChapters } from "../components/chapters.js";
import { codeBlock, sentence, splitFirst } from "../components/code.js";
import { fieldTable } from "../components/field-table.js";
import { highlight } from "../components/highlight.js";
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

/** Other requests to try: name and URL. */
const PRESETS = [
  ["Search", "/api/coins?search=bit&limit=5"],
  ["Page 2", "/api/coins?limit=10&offset=10"],
  ["One price, every currency", "/api/price/btc"],
  ["Two sparklines", "/api/sparklines?symbols=btc,eth"],
  ["The whole market", "/api/global"],
  ["A wrong request", "/api/coins?limit=0"],
];
/** The base URL of the API in CoinGecko's form, without its currency. */
const COMPAT = /^\/compat\/coingecko\/\{currency\}\/api\/v3/;

export function render({ page, shared }) {
  const { api, site } = shared.data;
  const root = rootOf(page.url, site.baseUrl);
  const list = api.endpoints.find(({ id }) => id === "coins");
  return String(html`
<h1>API reference</h1>
<p class="lead">Find an endpoint by what you need, then send requests on its page and copy their code. New here? Begin
with the <a href="${root}docs/quick-start/">quick start</a>.</p>
${renderCall(list, site, root)}
<section aria-labelledby="try" data-page-only><h2 id="try">Try it</h2>${tryIt({
    url: list?.query ?? PRESETS[0][1],
    presets: PRESETS,
    example: list?.example,
  })}</section>
${listChapters(api.endpoints).map((chapter) => renderChapter(chapter, root))}
${renderClient(site, root)}
<section aria-labelledby="documents"><h2 id="documents">Documents</h2>
<ul class="claims"><li><a href="${root}api/index.json">Index</a>: all endpoints</li>
<li><a href="${root}api/openapi.json">OpenAPI 3.1</a>: to generate a client in any language</li>
<li><a href="${root}api/manifest.json">Manifest</a>: all files with checksums. Where the build has one,
<code>api/attestation.json</code> is the signed statement about it (<a href="${root}docs/policy/#check">policy</a>)</li>
<li><a href="${root}docs/errors/">Errors</a>: all codes with remedies</li></ul></section>
<section aria-labelledby="meta"><h2 id="meta">Fields of meta</h2>
<p class="before-table">Every response has them, except the <a href="${root}docs/coingecko/">CoinGecko-compatible</a>
ones. Links in responses are file names relative to <code>/api/</code>.</p>
${fieldTable(api.meta, "meta")}</section>
`);
}

/** How to ask, and the form of a response. */
function renderCall(list, site, root) {
  return html`<section class="article" aria-labelledby="call"><h2 id="call">How to call</h2>
<p>The base URL is <code>${addressOf(site)}/api/</code>. All requests are GET, without a key or an account, from any
origin (CORS).</p>
<div class="columns"><div><h3>File: every host</h3>${codeBlock(
    "ask-file",
    html`curl -fsS ${addressOf(site)}/api/coins/limit/10.json`,
    "A file",
    "bash",
  )}
<p>Most endpoints have files: add <code>.json</code> to the path. Downloads and feeds have their own endings. An endpoint
without a file is marked. File names contain the parameters; the page of each endpoint has an example.</p></div>
<div><h3>Query: hosts with a handler</h3>${codeBlock(
    "ask-query",
    html`curl -fsS "${addressOf(site)}/api/coins?limit=10&amp;offset=20"`,
    "A query",
    "bash",
  )}
<p>See which <a href="${root}docs/hosts/">hosts</a> answer queries. <a href="#client">client.js</a> answers them on every
host.</p></div></div>
<h3>Response</h3>
<div class="code-block"><pre tabindex="0" role="group" aria-label="Form of a response"><code>${highlight(
    sketch(list),
    "json",
  )}</code></pre></div>
<ul class="claims"><li>All fields are always present; unknown values are <code>null</code>, never zero.</li>
<li>Money is in USD; percentages are in percent units (<code>2.5</code> is 2.5 %).</li>
<li>Times are ISO 8601 in UTC; series use unix milliseconds in ascending order.</li></ul>
<details class="dataset"><summary>Unusual parameters of queries</summary><p>Unknown parameters are ignored; empty ones use the default.
The first value of a repeated parameter counts; <code>symbols=btc&amp;symbols=eth</code> means both, except on hosts
without a handler.</p></details></section>
`;
}

/** A response with few of its fields. `list`: the endpoint of coins. */
function sketch(list) {
  const { data, meta } = JSON.parse(list?.example ?? '{"data":[],"meta":{}}');
  const pick = (from, names) =>
    names.map((name) => `\n    ${JSON.stringify(name)}: ${JSON.stringify(from?.[name] ?? null)}`).join(",");
  return `{
  "data": [{${pick(data[0], ["symbol", "current_price"])}, …
  }, …],
  "meta": {${pick(meta, ["updated_at", "expires_at"])}, …
  }
}`;
}

function renderChapter({ id, title, description, guide, brief, endpoints }, root) {
  return html`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>
<p class="before-table">${sentence(description)}${
    guide && html` See <a href="${root}${guide.path}">${guide.text}</a>.`
  }</p>
${
  brief
    ? html`<ul class="inline-list">${endpoints.map(
        ({ id: own, shortTitle }) => html`<li><a href="${root}docs/api/${own}/">${shortTitle}</a></li>`,
      )}</ul>`
    : html`<ul class="endpoints">${endpoints.map((endpoint) => renderEndpoint(endpoint, root))}</ul>`
}</section>
`;
}

function renderEndpoint({ id, title, path, description, file }, root) {
  const isCompat = COMPAT.test(path);
  const example = !isCompat && html` <a class="example-file" href="${root}${file}">${file?.replace(/^api\//, "")}</a>`;
  return html`<li><h3><a href="${root}docs/api/${id}/">${title}</a></h3>
<code>${path.replace(COMPAT, "")}</code><p>${sentence(splitFirst(description)[0])}${
    file === null ? html` <span class="note">No file.</span>` : example
  }</p></li>`;
}

/** `client.js`, for queries on every host. */
function renderClient(site, root) {
  return html`<section aria-labelledby="client"><h2 id="client">client.js: queries on every host</h2>
${codeBlock(
  "ask-client",
  html`import { get } from "${addressOf(site)}/client.js";

const { data } = await get("coins?search=bit&amp;limit=7");`,
  "client.js",
  "javascript",
)}
<p class="text"><code>client.js</code> computes responses from the files, in a browser, Deno or Node.
Node imports no module from the web: download it once with <code>curl -fsSO ${addressOf(site)}/client.js</code>,
import the file, and name the site with <code>createClient("${addressOf(site)}")</code>. <a href="${root}client.d.ts">client.d.ts</a> has the TypeScript type of every response: save it beside
<code>client.js</code>. Errors have <code>code</code>, <code>status</code> and <code>message</code>.</p>
<details class="dataset"><summary>Currencies, past prices and mirrors with client.js</summary>${codeBlock(
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
400 and 404 are answers.${
    site.mirrorUrl !== null &&
    html` This site has a mirror, <code>${site.mirrorUrl}</code>:
<code>get</code> and <code>request</code> of <code>client.js</code> read it if the site fails in the same way.`
  }</p></details></section>
`;
}
