import { field } from "./answer-field.js";
import { coinEvidence } from "./coin-evidence.js";
import { coinStatistics } from "./coin-statistics.js";
import { html } from "./html.js";
import { age } from "./moment.js";
import { monogram } from "./monogram.js";

/**
 * The parts of a coin's page that change with every build, by name, in USD. The page is rendered
 * once an hour; `coin-now.js` renders them again from the current response.
 */
export const COIN_PARTS = {
  title: ({ id, name, symbol, market_cap_rank: rank, provisional, categories }) => html`<div
class="coin-title">${monogram({ id, symbol })}<h1>${name} <span class="coin-symbol">${symbol}</span></h1></div>
<p class="coin-facts">${
    rank !== null &&
    html`<span class="tag">Rank ${rank}</span>
`
  }${
    provisional &&
    html`<span class="tag"
title="Listed by a fallback reference only. The id may change.">Provisional</span>
`
  }${categories.slice(0, 4).map((category) => html`<span class="tag">${category}</span> `)}</p>`,
  price: (coin, root) => html`<div class="coin-price"><p class="figure">${field("current_price", coin)}</p>
<p>${field("price_change_percentage_24h", coin)} <span class="note">24h</span></p>
${
  coin.price_low !== null &&
  html`<p class="note"><a href="${root}docs/methodology/#interval">${field("price_interval", coin)}</a></p>`
}</div>`,
  source: (coin) =>
    html`<p class="coin-source"><a href="#evidence">${describeSource(coin)}</a>${
      coin.last_updated !== null &&
      html`<span> ·
${age(coin.last_updated)}</span>`
    }</p>`,
  statistics: coinStatistics,
  evidence: coinEvidence,
};

/** The source of the price in a few words. */
export function describeSource({ current_price, exchanges, price_source, evidence, references }) {
  if (current_price === null) return "No price";
  if (evidence.method === "reference") {
    const kind = price_source === "stale" ? "Stale reference price" : "Reference price";
    return `${kind}${references.length > 0 ? ` from ${references.join(", ")}` : ""}`;
  }
  if (price_source === "stale") return "Last known good price";
  return `From ${exchanges} ${
    exchanges === 1 ? "exchange" : "exchanges"
  }, ${evidence.included} ${evidence.included === 1 ? "ticker" : "tickers"}`;
}
