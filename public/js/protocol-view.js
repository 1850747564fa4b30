import { categoryName } from "./category-name.js";
import { externalLink } from "./external-link.js";
import { formatExact } from "./format.js";
import { html } from "./html.js";
import { money, unknown } from "./number.js";
import { defineTable } from "./table-columns.js";
import { findText } from "./table-view.js";

/** The DeFi protocols. */
export const PROTOCOLS = defineTable({
  name: "protocols",
  caption: "Protocols by total value locked",
  placeholder: "Name or symbol",
  answer: "api/defi/protocols/limit/all.json",
  convertRow: (protocol, rate) => ({
    ...protocol,
    tvl: protocol.tvl * rate,
    mcap: protocol.mcap === null ? null : protocol.mcap * rate,
  }),
  columns: [
    { id: "rank", heading: "#", title: "Rank", kind: "rank", read: (protocol) => protocol.rank },
    {
      id: "name",
      heading: "Protocol",
      title: "Name",
      kind: "name",
      read: (protocol) => protocol.name,
      cell: nameAndCategory,
    },
    {
      id: "category",
      heading: "Category",
      kind: "text",
      optional: true,
      cell: ({ category }) => (category === null ? unknown() : categoryName(category)),
      csv: ({ category }) => category,
    },
    {
      id: "chains",
      heading: "Chains",
      kind: "text",
      optional: true,
      cell: listChains,
      csv: ({ chains }) => chains.join("; "),
    },
    {
      id: "tvl",
      heading: "TVL",
      kind: "price",
      read: ({ tvl }) => tvl,
      cell: ({ tvl }, { currency }) => money(tvl, currency),
    },
    { id: "1d", heading: "24h", title: "24h change", kind: "change", read: (protocol) => protocol.change_1d },
    {
      id: "7d",
      heading: "7d",
      title: "7d change",
      kind: "change",
      optional: "tablet",
      read: (protocol) => protocol.change_7d,
    },
    { id: "cap", heading: "Market cap", kind: "money", optional: "tablet", read: (protocol) => protocol.mcap },
    {
      id: "ratio",
      heading: "Cap ÷ TVL",
      kind: "number",
      optional: true,
      descending: false,
      read: (protocol) => protocol.mcap_tvl_ratio,
      cell: ratio,
    },
  ],
  filters: {
    category: { title: "Category", read: (protocol) => protocol.category ?? "Uncategorised" },
    chain: { title: "Chain", read: (protocol) => protocol.chains },
  },
  csv: [["Symbol", ({ symbol }) => symbol]],
  find: (protocols, text) => findText(protocols, text, ({ symbol, name, slug }) => [symbol, name, slug]),
});

function nameAndCategory({ name, symbol, url, category }) {
  return html`${externalLink(url, name)}${symbol !== null && html` <span class="coin-symbol">${symbol}</span>`}<span class="sub narrow">${categoryName(category)}</span>`;
}

/** The first chain and the number of others. */
function listChains({ chains: [first, ...others] }) {
  if (first === undefined) return unknown();
  return html`<span title="${[first, ...others].join(", ")}">${first}${others.length > 0 && ` +${others.length}`}</span>`;
}

function ratio({ mcap_tvl_ratio: value }) {
  return value === null
    ? unknown()
    : html`<data value="${value}" title="${formatExact(value)}">${value.toFixed(2)}</data>`;
}
