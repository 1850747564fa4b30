import { exchangeRow } from "../public/js/exchange-row.js";
import { EXCHANGES } from "../public/js/exchange-view.js";
import { formatCount } from "../public/js/format.js";
import { html, jsonScript } from "./components/html.js";
import { rootOf } from "./components/link.js";
import { money } from "./components/number.js";
import { orderHead, tableAttributes, tablePager, tableStatus, tableTools } from "./components/table.js";
import { takeData } from "./components/take-data.js";

export const data = {
  layout: "base.11ty.js",
  permalink: "exchanges/index.html",
  title: "Exchanges",
  description:
    "Crypto exchanges by volume: which of them vote on our prices and with how much trust, their books, coins, state, age and terms.",
  styles: ["table.css", "docs.css", "data.css"],
  scripts: ["exchanges.js"],
  freshnessOf: ({ exchanges }) => exchanges?.freshness,
};

export function render({ page, shared }) {
  const { exchanges, site } = shared.data;
  const root = rootOf(page.url, site.baseUrl);
  return String(html`
<h1 id="exchanges">Exchanges</h1>
${exchanges === null ? html`<p class="lead">No source has answered yet.</p>` : content(exchanges, root)}
`);
}

function content({ data: rows, polled, sources, volumeUsd, books, archives, credits }, root) {
  const total = rows.length;
  const asked = Object.keys(polled).length;
  const troubled = rows.filter(({ status }) => status !== "ok").length;
  return html`<p class="lead">${formatCount(asked)} of these exchanges are asked by every build, and their order books make the prices; the others are listed with the volume that a reference source reports.</p>
<section class="cards figures" aria-label="In short">
<article class="card"><h2 class="card-title">Volume, 24 hours</h2><p class="figure">${money(volumeUsd)}</p><p class="note">sum of the exchanges listed: those asked by their own books, the others as reported</p></article>
<article class="card"><h2 class="card-title">Asked by us</h2><p class="figure">${asked} <span class="of">of ${formatCount(total)}</span></p><p class="note">with a vote on prices</p></article>
<article class="card"><h2 class="card-title">Order books</h2><p class="figure">${formatCount(books)}</p><p class="note">read and identified</p></article>
<article class="card"><h2 class="card-title">Not current</h2><p class="figure">${troubled}</p><p class="note">${troubled === 0 ? "all of them answered" : "stale or without an answer"}</p></article>
</section>
<section aria-label="The list">
${tableTools(EXCHANGES, { label: "Exchanges", placeholder: "Name or country" })}
${tableStatus(total, total, "exchanges")}
<div class="table-scroll" tabindex="0" role="region" aria-labelledby="exchanges"><table class="numbers listing exchanges" ${tableAttributes({ root, total, pageLength: total })}><caption class="visually-hidden">Exchanges with trust, volume, books, state and terms</caption>
<thead><tr>${head("rank", "#", "rank")}${head("name", "Exchange", "text")}${head("trust", "Trust")}${head("volume", "Volume, 24 h")}<th scope="col" class="optional">Share</th>${head("books", "Books", "optional")}${head("coins", "Coins", "optional")}<th scope="col" class="text optional">Largest book</th>${head("observed", "Age", "text")}<th scope="col" class="text optional">Terms</th></tr></thead>
<tbody data-table-rows>${rows.map((row) => exchangeRow({ ...row, polled: polled[row.id] }, sources))}</tbody></table></div>
${tablePager({ total, pageLength: total })}
<script type="application/json" id="page-facts">${jsonScript({ polled, sources })}</script>
<p class="note after-table">Trust is our judgement of how far an exchange's own numbers can be believed, from 0 to 1: <a href="${root}docs/methodology/#price">what it does to a price</a>. Books and coins are those that we could tell and price. An exchange is stale when an earlier answer had to do, when its books stand still, or when most of its prices disagree with everyone else's.</p></section>
${takeData(
  {
    answers: [["api/exchanges.json", "All exchanges"]],
    docs: [
      ["docs/api/exchanges/", "Every field of the answer"],
      ["status/", "What each source answered"],
    ],
    archives,
    credits: credits.filter(({ id }) => polled[id] === undefined),
  },
  root,
)}`;
}

const head = (order, title, kind) => orderHead(EXCHANGES, order, title, kind);
