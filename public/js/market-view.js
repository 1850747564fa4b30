import { coinName } from "./coin-name.js";
import { html } from "./html.js";
import { coinPrice, money, uncertainty } from "./number.js";
import { sparkline } from "./sparkline.js";
import { defineTable } from "./table-columns.js";
import { findText } from "./table-view.js";

/**
 * The coins of the market. The context has `line(coin, currency)`: prices of 7 days, absent
 * until loaded.
 */
export const MARKET = defineTable({
  name: "market",
  noun: "coins",
  caption: "Coins with price, changes, market cap, volume and exchanges",
  placeholder: "Name or symbol",
  answer: "api/coins/limit/all.json",
  form: "rows",
  columns: [
    { id: "rank", heading: "#", title: "Rank", kind: "rank", read: (coin) => coin.market_cap_rank },
    {
      id: "name",
      heading: "Coin",
      title: "Name",
      kind: "name",
      read: (coin) => coin.name,
      cell: (coin, { root }) => coinName(coin, root),
    },
    {
      id: "price",
      heading: "Price",
      phone: "Market cap",
      kind: "price",
      read: (coin) => coin.current_price,
      cell: showPrice,
    },
    {
      id: "uncertainty",
      heading: "±",
      title: "Uncertainty of the price",
      kind: "number",
      unit: "%",
      optional: true,
      read: readUncertainty,
      cell: (coin, { currency }) => uncertainty(coin, currency),
    },
    {
      id: "1h",
      heading: "1h",
      title: "1h change",
      kind: "change",
      optional: true,
      read: (coin) => coin.price_change_percentage_1h,
    },
    {
      id: "24h",
      heading: "24h",
      title: "24h change",
      kind: "change",
      read: (coin) => coin.price_change_percentage_24h,
    },
    {
      id: "7d",
      heading: "7d",
      title: "7d change",
      kind: "change",
      optional: true,
      read: (coin) => coin.price_change_percentage_7d,
    },
    { id: "cap", heading: "Market cap", kind: "money", optional: "tablet", read: (coin) => coin.market_cap },
    { id: "volume", heading: "24h volume", kind: "money", optional: true, read: (coin) => coin.total_volume },
    {
      id: "exchanges",
      heading: "Exchanges",
      kind: "number",
      optional: true,
      read: (coin) => coin.exchanges,
      cell: venues,
    },
    { id: "line", heading: "Last 7 days", kind: "spark", cell: drawLine },
  ],
  filters: {
    move: {
      title: "24h change",
      choices: {
        any: ["Any", () => true],
        up: ["Up", (coin) => coin.price_change_percentage_24h > 0],
        down: ["Down", (coin) => coin.price_change_percentage_24h < 0],
      },
    },
    size: {
      title: "Market cap",
      choices: {
        any: ["Any", () => true],
        large: ["$10B and more", (coin, context) => isWithin(coin, context, 1e10, Number.POSITIVE_INFINITY)],
        middle: ["$1B to $10B", (coin, context) => isWithin(coin, context, 1e9, 1e10)],
        small: ["Below $1B", (coin, context) => isWithin(coin, context, 0, 1e9)],
      },
    },
    source: {
      title: "Price source",
      choices: {
        any: ["Any", () => true],
        aggregated: ["Exchanges", (coin) => coin.price_source === "aggregated" && coin.current_price !== null],
        reference: ["Reference", (coin) => coin.price_source === "reference" && coin.current_price !== null],
        stale: ["Stale", (coin) => coin.price_source === "stale"],
      },
    },
  },
  find: (coins, text) => findText(coins, text, ({ symbol, name, id }) => [symbol, name, id]),
  csv: [
    ["Symbol", ({ symbol }) => symbol],
    ["Id", ({ id }) => id],
    ["Price source", ({ price_source }) => price_source],
    ["Last updated", ({ last_updated }) => last_updated],
  ],
});

/** Half of the interval in percent of the price. */
function readUncertainty({ current_price: price, price_high: high }) {
  return price === null || high === null ? null : (high / price - 1) * 100;
}

/** Phones have no room for a column of the market cap: it stands below the price. */
function showPrice(coin, { currency }) {
  return html`${coinPrice(coin, currency)}<span class="sub phone">${money(coin.market_cap, currency)}</span>`;
}

/** Whether the market cap is in a range of USD, whatever the currency of the row. */
function isWithin({ market_cap: cap }, { rate = 1 }, fromUsd, toUsd) {
  return cap !== null && cap >= fromUsd * rate && cap < toUsd * rate;
}

/** A coin's entry in the answer of all lines. Of coins that share a symbol, one has that entry. */
export function nameLine({ symbol, path }) {
  const key = path.replace(/^coins\/(.*)\.json$/, "$1");
  return key === symbol.toLowerCase() ? symbol : key;
}

function drawLine(coin, { line, currency }) {
  const values = line?.(coin, currency);
  return values && sparkline(values, { percent: coin.price_change_percentage_7d });
}

/** The number of exchanges behind a price, or the reason for none. */
function venues({ current_price, price_source, exchanges }) {
  if (current_price === null) return html`<span class="unknown" title="no price">–</span>`;
  if (price_source === "reference") return html`<span class="tag" title="price of a reference source">reference</span>`;
  if (price_source === "stale") return html`<span class="unknown" title="stale price">–</span>`;
  return html`<span title="price from ${exchanges} ${exchanges === 1 ? "exchange" : "exchanges"}">${exchanges}</span>`;
}
