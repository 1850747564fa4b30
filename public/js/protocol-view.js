import { externalLink } from "./external-link.js";
import { formatExact } from "./format.js";
import { html } from "./html.js";
import { change, money, unknown } from "./number.js";
import { findText } from "./table-view.js";

/** The DeFi protocols: sort orders, filters and search. */
export const PROTOCOLS = {
  first: "rank",
  orders: {
    rank: { title: "Rank", read: (protocol) => protocol.rank, descending: false },
    name: { title: "Name", read: (protocol) => protocol.name.toLowerCase(), descending: false },
    tvl: { title: "TVL", read: (protocol) => protocol.tvl, descending: true },
    "1d": { title: "24h change", read: (protocol) => protocol.change_1d, descending: true },
    "7d": { title: "7d change", read: (protocol) => protocol.change_7d, descending: true },
    cap: { title: "Market cap", read: (protocol) => protocol.mcap, descending: true },
    ratio: { title: "Cap ÷ TVL", read: (protocol) => protocol.mcap_tvl_ratio, descending: false },
  },
  filters: {
    category: { title: "Category", read: (protocol) => protocol.category ?? "Uncategorised" },
    chain: { title: "Chain", read: (protocol) => protocol.chains },
  },
  find: (protocols, text) => findText(protocols, text, ({ symbol, name, slug }) => [symbol, name, slug]),
};

/** One protocol; for the build and the browser. */
export function protocolRow({ rank, name, symbol, url, category, chains, tvl, change_1d, change_7d, mcap, ...rest }) {
  return html`<tr><td class="rank">${rank}</td><th scope="row" class="text">${externalLink(url, name)}${symbol !== null && html` <span class="coin-symbol">${symbol}</span>`}<span class="sub narrow">${category}</span></th><td class="text optional">${category ?? unknown()}</td><td class="text optional">${listChains(chains)}</td><td class="price">${money(tvl)}</td><td>${change(change_1d)}</td><td class="optional">${change(change_7d)}</td><td class="optional">${money(mcap)}</td><td class="optional">${ratio(rest.mcap_tvl_ratio)}</td></tr>
`;
}

/** The first chain and the number of others. */
function listChains([first, ...others]) {
  if (first === undefined) return unknown();
  return html`<span title="${[first, ...others].join(", ")}">${first}${others.length > 0 && ` +${others.length}`}</span>`;
}

function ratio(value) {
  return value === null
    ? unknown()
    : html`<data value="${value}" title="${formatExact(value)}">${value.toFixed(2)}</data>`;
}
