import { externalLink } from "./external-link.js";
import { html } from "./html.js";
import { age } from "./moment.js";
import { count, money, share, unknown } from "./number.js";
import { findText } from "./table-view.js";

/** The exchanges: sort orders, filters and search. The page adds `polled` to polled exchanges. */
export const EXCHANGES = {
  first: "rank",
  orders: {
    rank: { title: "Rank", read: (exchange) => exchange.rank, descending: false },
    name: { title: "Name", read: (exchange) => exchange.name.toLowerCase(), descending: false },
    trust: { title: "Trust", read: (exchange) => exchange.polled?.trust ?? null, descending: true },
    volume: { title: "24h volume", read: (exchange) => exchange.volume_24h_usd, descending: true },
    books: { title: "Markets", read: (exchange) => exchange.markets || null, descending: true },
    coins: { title: "Coins", read: (exchange) => exchange.coins || null, descending: true },
    observed: { title: "Observed", read: (exchange) => exchange.last_updated, descending: true },
  },
  filters: {
    source: {
      title: "Polled",
      choices: {
        any: ["Any", () => true],
        polled: ["Yes: used for prices", (exchange) => exchange.polled !== undefined],
        reference: ["No: reference data only", (exchange) => exchange.polled === undefined],
      },
    },
    state: {
      title: "Status",
      choices: {
        any: ["Any", () => true],
        ok: ["Current", (exchange) => exchange.status === "ok"],
        trouble: ["Stale or no response", (exchange) => exchange.status !== "ok"],
      },
    },
  },
  find: (exchanges, text) => findText(exchanges, text, ({ name, id, country }) => [name, id, country]),
};

/** A word and a sign for each problem: colour alone is not accessible. */
const STATES = {
  stale: ["stale", "!", "Stale"],
  unavailable: ["down", "✕", "No response"],
};

/** One exchange; for the build and the browser. `sources`: names of sources by id. */
export function exchangeRow(exchange, sources) {
  const { rank, name, url, country, year_established: year, markets, coins, top_pairs, polled } = exchange;
  const place = [country, year !== null && `since ${year}`].filter(Boolean).join(", ");
  const isOwn = exchange.statistics_source === exchange.id;
  return html`<tr class="${exchange.status === "ok" ? "" : "troubled"}"><td class="rank">${rank}</td><th scope="row" class="text">${externalLink(url, name)}${place !== "" && html`<span class="sub">${place}</span>`}</th><td>${trust(polled)}</td><td>${money(exchange.volume_24h_usd)}</td><td class="optional">${share(exchange.volume_share_percentage)}</td><td class="optional">${isOwn ? count(markets) : notPolled()}</td><td class="optional">${isOwn ? count(coins) : notPolled()}</td><td class="text optional">${top_pairs.length === 0 ? unknown() : html`${top_pairs[0].pair}<span class="sub">${money(top_pairs[0].volume_24h_usd)}</span>`}</td><td class="text">${state(exchange.status)}${age(exchange.last_updated)}<span class="sub">${isOwn ? "from its own tickers" : html`by ${sources[exchange.statistics_source] ?? exchange.statistics_source}`}</span></td><td class="text optional">${terms(polled)}</td></tr>
`;
}

function trust(polled) {
  if (polled === undefined) return html`<span class="unknown" title="not polled, so not used for prices">–</span>`;
  return polled.trust === null ? unknown() : html`<data value="${polled.trust}">${polled.trust.toFixed(1)}</data>`;
}

function notPolled() {
  return html`<span class="unknown" title="not polled">–</span>`;
}

function state(status) {
  if (status === "ok") return "";
  const [kind, sign, word] = STATES[status];
  return html`<span class="state state-${kind}"><span aria-hidden="true">${sign}</span> ${word}</span> `;
}

function terms(polled) {
  return polled === undefined ? notPolled() : externalLink(polled.terms_url, polled.license);
}
