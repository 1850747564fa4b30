import { externalLink } from "./external-link.js";
import { html } from "./html.js";
import { age } from "./moment.js";
import { count, money, share, unknown } from "./number.js";

/** What is as it should be needs no word. A word and a sign for the rest, so that nothing is told by colour alone. */
const STATES = {
  stale: ["stale", "!", "Stale"],
  unavailable: ["down", "✕", "No answer"],
};

/** One exchange, the same from the build and in the browser. `sources`: names of sources by id. */
export function exchangeRow(exchange, sources) {
  const { rank, name, url, country, year_established: year, markets, coins, top_pairs, polled } = exchange;
  const place = [country, year !== null && `since ${year}`].filter(Boolean).join(", ");
  const isOwn = exchange.statistics_source === exchange.id;
  return html`<tr class="${exchange.status === "ok" ? "" : "troubled"}"><td class="rank">${rank}</td><th scope="row" class="text">${externalLink(url, name)}${place !== "" && html`<span class="sub">${place}</span>`}</th><td>${trust(polled)}</td><td>${money(exchange.volume_24h_usd)}</td><td class="optional">${share(exchange.volume_share_percentage)}</td><td class="optional">${isOwn ? count(markets) : unread()}</td><td class="optional">${isOwn ? count(coins) : unread()}</td><td class="text optional">${top_pairs.length === 0 ? unknown() : html`${top_pairs[0].pair}<span class="sub">${money(top_pairs[0].volume_24h_usd)}</span>`}</td><td class="text">${state(exchange.status)}${age(exchange.last_updated)}<span class="sub">${isOwn ? "from its own books" : html`by ${sources[exchange.statistics_source] ?? exchange.statistics_source}`}</span></td><td class="text optional">${terms(polled)}</td></tr>
`;
}

function trust(polled) {
  if (polled === undefined) return html`<span class="unknown" title="not asked by us, so it has no vote">–</span>`;
  return polled.trust === null ? unknown() : html`<data value="${polled.trust}">${polled.trust.toFixed(1)}</data>`;
}

function unread() {
  return html`<span class="unknown" title="its books are not read by us">–</span>`;
}

function state(status) {
  if (status === "ok") return "";
  const [kind, sign, word] = STATES[status];
  return html`<span class="state state-${kind}"><span aria-hidden="true">${sign}</span> ${word}</span> `;
}

function terms(polled) {
  return polled === undefined ? unread() : externalLink(polled.terms_url, polled.license);
}
