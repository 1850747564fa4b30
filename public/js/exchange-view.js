import { badge } from "./badge.js";
import { externalLink } from "./external-link.js";
import { html } from "./html.js";
import { age } from "./moment.js";
import { count, money, share, unknown } from "./number.js";
import { defineTable } from "./table-columns.js";
import { findText } from "./table-view.js";

/**
 * The exchanges. The context has `polled` (trust, terms and file by id), `sources` (names by id)
 * and `largestShare` (of the volume, in percent).
 */
export const EXCHANGES = defineTable({
  name: "exchanges",
  caption: "Exchanges with trust score, volume, pairs, status and terms",
  placeholder: "Name or country",
  answer: "api/exchanges.json",
  rows: (exchanges, { polled }) => exchanges.map((exchange) => ({ ...exchange, polled: polled[exchange.id] })),
  convertRow: (exchange, rate) => ({
    ...exchange,
    volume_24h_usd: convertUsd(exchange.volume_24h_usd, rate),
    top_pairs: exchange.top_pairs.map((pair) => ({ ...pair, volume_24h_usd: convertUsd(pair.volume_24h_usd, rate) })),
  }),
  rowClass: ({ status }) => (status === "ok" ? "" : "troubled"),
  columns: [
    { id: "rank", heading: "#", title: "Rank", kind: "rank", read: (exchange) => exchange.rank },
    {
      id: "name",
      heading: "Exchange",
      title: "Name",
      kind: "name",
      read: (exchange) => exchange.name,
      cell: nameAndPlace,
    },
    {
      id: "trust",
      heading: "Trust",
      kind: "number",
      read: ({ polled }) => polled?.trust ?? null,
      cell: trust,
    },
    { id: "volume", heading: "24h volume", kind: "money", read: (exchange) => exchange.volume_24h_usd },
    {
      id: "share",
      heading: "Share",
      kind: "share",
      cell: (exchange, { largestShare }) => share(exchange.volume_share_percentage, largestShare),
      csv: (exchange) => exchange.volume_share_percentage,
    },
    {
      id: "pairs",
      heading: "Pairs",
      kind: "number",
      optional: "tablet",
      read: (exchange) => exchange.markets || null,
      cell: pairs,
    },
    {
      id: "coins",
      heading: "Coins",
      kind: "number",
      optional: true,
      read: (exchange) => exchange.coins || null,
      cell: (exchange) => (isPolled(exchange) ? count(exchange.coins) : notPolled()),
    },
    {
      id: "top",
      heading: "Top pair",
      kind: "text",
      optional: true,
      cell: topPair,
      csv: ({ top_pairs: [top] }) => top?.pair,
    },
    {
      id: "observed",
      heading: "Age",
      title: "Observed",
      kind: "text",
      optional: true,
      descending: true,
      read: (exchange) => exchange.last_updated,
      // The download has the time below, also where the page does not show the column.
      csv: null,
      cell: observed,
    },
    {
      id: "terms",
      heading: "Terms",
      kind: "text",
      optional: true,
      cell: ({ polled }) => (polled === undefined ? notPolled() : externalLink(polled.terms_url, polled.license)),
      csv: ({ polled }) => polled?.license,
    },
  ],
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
  csv: [
    ["Id", ({ id }) => id],
    ["Country", ({ country }) => country],
    ["Status", ({ status }) => status],
    ["Observed", ({ last_updated }) => last_updated],
  ],
  find: (exchanges, text) => findText(exchanges, text, ({ name, id, country }) => [name, id, country]),
});

/** A word and a sign for each problem: colour alone is not accessible. */
const STATES = {
  stale: ["stale", "!", "Stale"],
  unavailable: ["down", "✕", "No response"],
};

function isPolled(exchange) {
  return exchange.markets > 0 || isOwn(exchange);
}

/** Its volume comes from its own tickers. */
function isOwn({ id, statistics_source }) {
  return statistics_source === id;
}

/** A polled exchange has a page; the others lead to their web site. */
function nameAndPlace({ id, name, url, country, year_established: year, polled, status }, { root }) {
  const since = year !== null && html`<span class="${country ? "since" : ""}">${country && ", "}since ${year}</span>`;
  const hasPage = polled !== undefined && polled.path !== null;
  return html`${hasPage ? html`<a href="${root}exchanges/${id}/">${name}</a>` : externalLink(url, name)}${
    polled !== undefined && html` <span class="tag" title="read in every build, and used for prices">polled</span>`
  }${state(status)}${(country || since) && html`<span class="sub">${country}${since}</span>`}`;
}

/** Leads to the file of the pairs. */
function pairs(exchange, { root }) {
  if (!isPolled(exchange)) return notPolled();
  const path = exchange.polled?.path ?? null;
  const number = count(exchange.markets);
  return path === null ? number : html`<a href="${root}${path}" title="Pairs of ${exchange.name}, JSON">${number}</a>`;
}

function topPair({ top_pairs: [top] }, { currency }) {
  return top === undefined
    ? unknown()
    : html`${top.pair}<span class="sub">${money(top.volume_24h_usd, currency)}</span>`;
}

/** For display: the name of the field stays that of the answer. */
function convertUsd(value, rate) {
  return value === null ? null : value * rate;
}

function observed(exchange, { sources }) {
  const { statistics_source: source } = exchange;
  const origin = isOwn(exchange) ? "from its own tickers" : `by ${sources[source] ?? source}`;
  return html`${age(exchange.last_updated)}<span class="sub">${origin}</span>`;
}

function trust({ polled }) {
  if (polled === undefined) return html`<span class="unknown" title="not polled, so not used for prices">–</span>`;
  return polled.trust === null ? unknown() : html`<data value="${polled.trust}">${polled.trust.toFixed(1)}</data>`;
}

function notPolled() {
  return html`<span class="unknown" title="not polled">–</span>`;
}

function state(status) {
  if (status === "ok") return "";
  const [kind, sign, word] = STATES[status];
  return html` ${badge(kind, sign, word)}`;
}
