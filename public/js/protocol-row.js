import { externalLink } from "./external-link.js";
import { formatExact } from "./format.js";
import { html } from "./html.js";
import { change, money, unknown } from "./number.js";

/** One DeFi protocol, the same from the build and in the browser. */
export function protocolRow({ rank, name, symbol, url, category, chains, tvl, change_1d, change_7d, mcap, ...rest }) {
  return html`<tr><td class="rank">${rank}</td><th scope="row" class="text">${externalLink(url, name)}${symbol !== null && html` <span class="coin-symbol">${symbol}</span>`}<span class="sub narrow">${category}</span></th><td class="text optional">${category ?? unknown()}</td><td class="text optional">${listChains(chains)}</td><td class="price">${money(tvl)}</td><td>${change(change_1d)}</td><td class="optional">${change(change_7d)}</td><td class="optional">${money(mcap)}</td><td class="optional">${ratio(rest.mcap_tvl_ratio)}</td></tr>
`;
}

/** The largest by name, the others by number. */
function listChains([first, ...others]) {
  if (first === undefined) return unknown();
  return html`<span title="${[first, ...others].join(", ")}">${first}${others.length > 0 && ` +${others.length}`}</span>`;
}

function ratio(value) {
  return value === null
    ? unknown()
    : html`<data value="${value}" title="${formatExact(value)}">${value.toFixed(2)}</data>`;
}
