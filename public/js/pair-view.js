import { coinPath } from "./coin-name.js";
import { formatExact, formatPercent } from "./format.js";
import { html } from "./html.js";
import { unknown } from "./number.js";
import { defineTable } from "./table-columns.js";
import { findText } from "./table-view.js";

/**
 * The pairs of one exchange, the largest volume first. Each page has its own `answer`. The context
 * has `coins`: name and path of those with a page, by id.
 */
export const PAIRS = defineTable({
  name: "exchange-pairs",
  noun: "pairs",
  caption: "Pairs with price, volume, spread and use for prices",
  placeholder: "Pair or coin",
  first: "volume",
  rows: ({ tickers }, { coins }) => tickers.map((ticker) => ({ ...ticker, coin: coins[ticker.coin_id] ?? null })),
  rowClass: ({ included }) => (included ? "in" : "out"),
  columns: [
    { id: "pair", heading: "Pair", kind: "name", read: ({ pair }) => pair, cell: linkedPair },
    { id: "coin", heading: "Coin", kind: "text", optional: true, read: ({ coin }) => coin?.name ?? null },
    { id: "price", heading: "Price", kind: "price", read: (ticker) => ticker.price_usd },
    { id: "volume", heading: "24h volume", kind: "money", read: (ticker) => ticker.volume_24h_usd },
    {
      id: "spread",
      heading: "Spread",
      kind: "number",
      unit: "%",
      optional: "tablet",
      descending: false,
      read: (ticker) => ticker.spread_percentage,
      cell: spread,
    },
    {
      id: "used",
      heading: "Used",
      kind: "text",
      cell: used,
      csv: ({ included, reason }) => (included ? "yes" : reason),
    },
  ],
  filters: {
    used: {
      title: "Used for prices",
      choices: {
        any: ["Any", () => true],
        yes: ["Yes", ({ included }) => included],
        no: ["No", ({ included }) => !included],
      },
    },
    reason: { title: "Reason", read: ({ reason }) => reason },
  },
  find: (tickers, text) => findText(tickers, text, ({ pair, coin, coin_id: id }) => [pair, id, coin?.name]),
});

/** Narrow screens break a pair after its slash. */
function linkedPair({ pair, coin }, { root }) {
  const name = pair.split(/(?<=\/)/).map((part, at) => html`${at > 0 && html`<wbr>`}${part}`);
  return coin === null ? html`${name}` : html`<a href="${root}${coinPath(coin)}">${name}</a>`;
}

function spread({ spread_percentage: value }) {
  return value === null
    ? unknown()
    : html`<data value="${value}" title="${formatExact(value)} %">${formatPercent(value)}</data>`;
}

function used({ included, reason }) {
  return included
    ? html`<span class="yes" aria-hidden="true">✓</span> yes`
    : html`<span aria-hidden="true">✕</span> ${reason ?? "no"}`;
}
