import { html } from "../../public/js/html.js";
import { codeBlock } from "../components/code.js";
import { rootOf } from "../components/link.js";
import { addressOf } from "../components/snippets.js";
import { taskCards } from "../components/tasks.js";

export const data = {
  layout: "base.11ty.js",
  permalink: "docs/quick-start/index.html",
  group: "Start",
  title: "Quick start",
  description: "Three minutes: one price, a list in another currency, a history as CSV and a past price.",
  words:
    "api key token rate limit cors authentication getting started tutorial example first request poll websocket streaming real time push",
};

export function render({ page, shared }) {
  const { site } = shared.data;
  const root = rootOf(page.url, site.baseUrl);
  const address = addressOf(site);
  const queries = html`const { data: bitcoin } = await get("coins/btc");
const { data: found } = await get("coins?search=bit&amp;limit=5");
const past = await priceAt("btc", "${lastMonth(site)}");
console.log(bitcoin.current_price, found.length, past?.price);`;
  return String(html`
<h1>Quick start</h1>
<p class="lead">Three minutes: copy a line into a terminal, or open its address in the browser.
You need no key and no account, and this site sets no rate limit.</p>
${listSteps(shared.data, root).map(
  ({ id, title, file, text, command = html`curl -fsS ${address}/${file}`, response, note }, at) => html`<section
aria-labelledby="${id}"><h2 id="${id}">${at + 1}. ${title}</h2>
<p class="before-table">${text}</p>
${codeBlock(`step-${id}`, command, title, "bash")}
${response && codeBlock(`response-${id}`, JSON.stringify(response, null, 2), `Shortened response: ${title}`, "json")}
<p class="note">${response && "The response is shortened here. "}${note} <a href="${root}${file}">Open the response</a></p></section>`,
)}
<section aria-labelledby="program"><h2 id="program">From a program</h2>
<p class="before-table"><code>client.js</code> also searches, filters and turns pages, which files alone cannot.
Browsers and Deno import it from this site:</p>
${codeBlock(
  "step-program",
  html`import { get, priceAt } from "${address}/client.js";

${queries}`,
  "JavaScript for browsers and Deno",
  "javascript",
)}
<p class="before-table">Node imports files only: download it once. A
<code>package.json</code> beside it needs <code>"type": "module"</code>.</p>
${codeBlock("step-download", html`curl -fsSO ${address}/client.js`, "Download for Node", "bash")}
${codeBlock(
  "step-node",
  html`import { createClient } from "./client.js";

const { get, priceAt } = createClient("${address}");
${queries}`,
  "JavaScript for Node",
  "javascript",
)}
<p class="before-table">Python needs no package:</p>
${codeBlock(
  "step-python",
  html`import json, urllib.request

with urllib.request.urlopen("${address}/api/coins/btc.json") as response:
    answer = json.load(response)
print(answer["meta"]["updated_at"], answer["data"]["current_price"])`,
  "Python",
  "python",
)}
<p class="note">For pandas, R, spreadsheets and other programs, see the <a href="${root}docs/use/">recipes</a>.</p></section>
<section aria-labelledby="fresh"><h2 id="fresh">Polling: how to stay up to date</h2>
<ul class="claims"><li>Files change with each build of the site. Ask again after <code>meta.expires_at</code>: before that,
you get the same numbers.</li>
<li>Send the <code>ETag</code> of the last response as <code>If-None-Match</code>: an unchanged file is a short 304.</li>
<li>There is no WebSocket and no webhook. Feeds tell of <a href="${root}status/">outages</a> and
<a href="${root}status/corrections/">corrections</a>.</li></ul></section>
<section aria-labelledby="know"><h2 id="know">What to know</h2>
<ul class="claims"><li>Each response has <code>data</code> and <code>meta</code>. <code>meta.updated_at</code> is the time
of the newest value, and <code>meta.stale</code> marks data that were old when the file was built.</li>
<li>An unknown value is <code>null</code>, never 0. Amounts are in USD unless <code>meta.currency</code> says
otherwise.</li>
<li>Pages of any origin may read the API (CORS). The host of a site may have
<a href="${root}docs/hosts/">limits of its own</a>.</li>
<li>Errors have a JSON body with a code: <a href="${root}docs/errors/">all codes</a>. Some hosts send
<a href="${root}docs/errors/#host">errors of their own</a>: GitHub Pages HTML, a bucket XML.</li>
<li>What this project computes is CC0. Copied values keep the terms of their source:
<a href="${root}docs/sources/">sources and licences</a>.</li></ul></section>
<section aria-labelledby="next"><h2 id="next">Next</h2>${taskCards(root, page.url, shared.data.api.endpoints)}</section>
`);
}

/** The requests that this site has a file for. `file`: relative to its root. */
function listSteps({ site, api, documents, quickStart }, root) {
  const fileOf = (id) => api.endpoints.find((endpoint) => endpoint.id === id)?.file ?? null;
  const code = quickStart.currency;
  const quoted = code === null ? null : `api/in/${code}/coins/limit/10.json`;
  const csv = documents.find(({ path }) => /^api\/data\/prices\/.+\.csv$/.test(path))?.path;
  const steps = [
    {
      id: "price",
      title: "One price",
      file: fileOf("price"),
      text: "The price of a coin in every currency that this site knows.",
      response: quickStart.price,
      note: html`The price in US dollars is <code>data.prices.usd</code>. For another coin, write its
symbol in lower case instead, such as <code>eth</code>. Coins that share a symbol: see <code>key</code> in
<a href="${root}docs/api/ids/">Ids and codes</a>.`,
    },
    {
      id: "list",
      title: "A list in another currency",
      file: quoted,
      text: html`The ten largest coins in ${code?.toUpperCase()}. Without <code>in/${code}</code>, the amounts are in USD.`,
      note: html`The price of the largest coin is <code>data[0].current_price</code>. Replace <code>${code}</code> with any
of the <a href="${root}docs/currencies/">currencies of this site</a>.`,
    },
    {
      id: "history",
      title: "A history as CSV",
      file: csv ?? null,
      text: "Every daily close of a coin, to open in a spreadsheet or to read with pandas.",
      command: html`curl -fsSO ${addressOf(site)}/${csv}`,
      note: html`Each line has a date and a price. All datasets, with checksums: <a href="${root}archives/">archives</a>.`,
    },
    {
      id: "past",
      title: "A past price",
      file: fileOf("day-prices"),
      text: "The price of every coin at the end of a day in UTC. One request values a portfolio.",
      response: quickStart.day,
      note: html`<code>data.coins</code> has the price of each id. A moment within a day: <a href="${root}docs/api/coin-at/">price at a time</a>.`,
    },
  ];
  return steps.filter(({ file }) => file !== null);
}

const MONTH_MS = 30 * 86_400_000;

function lastMonth({ freshness }) {
  return new Date(Date.parse(freshness.updated_at) - MONTH_MS).toISOString().slice(0, 10);
}
