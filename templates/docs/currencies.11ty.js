import { html } from "../../public/js/html.js";
import { codeBlock, sentence, splitFirst } from "../components/code.js";
import { rootOf } from "../components/link.js";
import { addressOf } from "../components/snippets.js";

export const data = {
  layout: "base.11ty.js",
  permalink: "docs/currencies/index.html",
  group: "API",
  title: "Currencies",
  description: "Prices and histories in currencies other than the US dollar.",
};

/** Endpoints that have any currency, and those with rates. */
const FILES = ["price", "prices", "exchange-rates", "exchange-rates-history", "currency-history"];

const RULES = [
  [
    "Where the currency goes",
    "Into the path. Change the base URL of your client from `/api` to `/api/in/eur`, and nothing else. " +
      "Other responses, such as news and exchanges, exist below `/api` only.",
  ],
  [
    "Fields",
    "`meta.currency` names the currency of the amounts. A field whose name contains a currency keeps it: `price_usd`, " +
      "`volume_24h_btc`.",
  ],
  ["Current amounts", "The amount in USD × the rate in `exchange-rates`."],
  [
    "Past days",
    "The amount in USD × the European Central Bank's fixing of that day; on weekends and holidays that of the last " +
      "banking day. The bank publishes rates against the euro; they are changed here: each is a rate against the US " +
      "dollar, and a day without a rate has the last one before it.",
  ],
  ["Points within a day", "The newest fixing at that time. A fixing counts from 15:00 UTC."],
  ["BTC and ETH", "The price of the coin ÷ the price of BTC or ETH at the same time."],
  ["Percent changes", "They are in the currency, so they include the move of the currency itself."],
  [
    "All-time high and low",
    "The USD value at the rate of its day. A current price beyond it replaces it. `null` in BTC and ETH.",
  ],
  ["High and low of 24h", "The USD value at the current rate. `null` in BTC and ETH, whose rate moves within the day."],
  ["Gainers and losers", "Ranked by USD change."],
  ["Unknown rate", "The value is `null` or absent, never 0. A point without a rate is left out."],
  [
    "Coverage",
    "Files exist for the lists of coins and for the 100 largest coins, but not for searches and offsets. Hosts with a handler compute everything else.",
  ],
  [
    "Other currencies",
    "Their paths return 404 with the list of available currencies. A site chooses its currencies in `build/settings.ts`. The " +
      "pages offer every currency with a rate: they convert USD in the same way, and the recipes of spreadsheets and " +
      "ledgers show how.",
  ],
];

export function render({ page, shared }) {
  const { api, site, currencies } = shared.data;
  const root = rootOf(page.url, site.baseUrl);
  const quoted = api.endpoints.filter(({ isQuoted }) => isQuoted);
  const codes = quoted[0]?.parameters.find(({ name }) => name === "currency")?.values ?? [];
  const find = (id) => api.endpoints.find((endpoint) => endpoint.id === id);
  const files = FILES.map(find).filter((endpoint) => endpoint !== undefined && endpoint.file !== null);
  const shown = find(currencies.shown)?.file ?? null;
  return String(html`
<h1>Currencies</h1>
<p class="lead">${
    codes.length === 0
      ? "All amounts are in US dollars. This site is built without answers in other currencies."
      : html`Get prices, histories and lists in another currency: write <code>api/in/${codes[0]}/</code> instead of
<code>api/</code>. This site publishes files in ${codes.map((code, at) => html`${separate(at, codes.length)}<code>${code}</code>`)}.`
  }</p>
${
  codes.length > 0 &&
  html`${
    shown !== null &&
    currencies.response &&
    html`${codeBlock("request", html`curl -fsS ${addressOf(site)}/${shown}`, "A coin in another currency", "bash")}
${codeBlock("response", JSON.stringify(currencies.response, null, 2), "Shortened response", "json")}
<p class="note"><code>meta.currency</code> names the currency of all amounts. This response is shortened.
<a href="${root}${shown}">Open the response</a></p>`
  }${
    files.length > 0 &&
    html`<p class="text"><strong>Any other currency?</strong> ${
      files[0].id === "price"
        ? html`Take a price from <a href="${root}${files[0].file}"><code>${files[0].file}</code></a>, or multiply`
        : "Multiply"
    } an amount in USD by a rate.</p>
<div class="table-scroll" tabindex="0" role="group" aria-label="Files"><table class="fields"><thead><tr>
<th scope="col">File</th><th scope="col">Content</th></tr></thead><tbody>${files.map(
      ({ file, description }) => html`<tr><th scope="row"><a href="${root}${file}"><code>${file}</code></a></th>
<td class="prose">${firstOf(description)}</td></tr>`,
    )}</tbody></table></div>`
  }
<section aria-labelledby="endpoints"><h2 id="endpoints">Endpoints in other currencies</h2>
<div class="table-scroll" tabindex="0" role="group" aria-labelledby="endpoints"><table class="fields"><thead><tr>
<th scope="col">Path</th><th scope="col">Response</th></tr></thead><tbody>${quoted.map(
    ({
      id,
      path,
      description,
      file,
    }) => html`<tr><th scope="row"><a href="${root}docs/api/${id}/"><code>${path}</code></a></th>
<td class="prose">${firstOf(description)}${file && html` <a href="${root}${file}">Example</a>`}</td></tr>`,
  )}</tbody></table></div></section>`
}
<section aria-labelledby="rules"><h2 id="rules">How amounts are converted</h2>
<dl class="limits">${RULES.map(([term, text]) => html`<div><dt>${term}</dt><dd>${sentence(text)}</dd></div>`)}</dl></section>
`);
}

/** What a response is, in the words of the API reference. */
function firstOf(description) {
  return sentence(splitFirst(description)[0]);
}

/** Before an entry of a list in a sentence. */
function separate(at, length) {
  if (at === 0) return "";
  return at === length - 1 ? " and " : ", ";
}
