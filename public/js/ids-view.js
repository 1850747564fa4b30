import { coinName } from "./coin-name.js";
import { html } from "./html.js";
import { unknown } from "./number.js";
import { defineTable } from "./table-columns.js";
import { findText } from "./table-view.js";

/** What each coin is called elsewhere. The search also finds codes and contracts. */
export const table = defineTable({
  name: "ids",
  noun: "coins",
  caption: "Ids, codes and contracts of coins",
  placeholder: "Id, code or contract",
  answer: "api/ids.json",
  rows: (data) => data.map((row, at) => ({ rank: at + 1, path: `coins/${row.key}.json`, ...row })),
  columns: [
    { id: "rank", heading: "#", title: "Rank", kind: "rank", read: (row) => row.rank },
    {
      id: "name",
      heading: "Coin",
      kind: "name",
      read: (row) => row.name,
      cell: (row, { root }) => coinName(row, root),
    },
    { id: "id", heading: "Id (CoinGecko)", title: "Id", kind: "text", read: (row) => row.id, cell: showIds },
    list("coinpaprika", "CoinPaprika"),
    list("coinlore", "CoinLore"),
    {
      id: "exchanges",
      heading: "Exchanges",
      kind: "number",
      optional: "tablet",
      read: (row) => Object.keys(row.venues).length,
      cell: showCodes,
    },
    {
      id: "chains",
      heading: "Contracts",
      kind: "number",
      optional: true,
      read: (row) => Object.keys(row.contracts).length,
      cell: showContracts,
    },
  ],
  find: (rows, text) => findText(rows, text, listTexts),
  csv: [["CoinGecko", ({ coingecko }) => coingecko]],
});

function list(name, heading) {
  return {
    id: name,
    heading,
    kind: "text",
    optional: "tablet",
    read: (row) => row[name],
    cell: (row) => copied(row[name]),
  };
}

/**
 * On narrow screens, which show no other column, a line for each name. An id that CoinGecko does
 * not list is this site's own.
 */
function showIds({ id, coingecko, coinpaprika, coinlore, venues, contracts }) {
  const chains = Object.keys(contracts).length;
  const others = [
    ["CoinPaprika", coinpaprika],
    ["CoinLore", coinlore],
  ].filter(([, text]) => text !== null);
  return html`<span class="id-line"><span class="card-label">${coingecko === null ? "Id" : "CoinGecko"}</span>${copied(id)}</span>${
    coingecko === null && html`<span class="sub">not at CoinGecko</span>`
  }${others.map(([place, text]) => html`<span class="card-line"><span>${place}</span>${copied(text)}</span>`)}${
    Object.keys(venues).length > 0 &&
    html`<span class="card-line"><span>Exchanges</span>${showCodes({ venues })}</span>`
  }${chains > 0 && html`<span class="card-line"><span>Contracts</span><span>${chains}</span></span>`}`;
}

function code(text) {
  return text === null ? unknown() : html`<code>${text}</code>`;
}

/** An id with a button that copies it; the button is empty, its sign is drawn by the styles. */
function copied(text) {
  return text === null
    ? unknown()
    : html`<span class="copied">${code(text)}<button type="button" class="copy-sign" data-copy-text="${text}"
aria-label="Copy ${text}"></button></span>`;
}

/** Codes of the cell; the tooltip has those of all exchanges. */
const CODES = 2;

/** The most used codes, with the number of exchanges. The tooltip has the code of each exchange. */
function showCodes({ venues }) {
  const places = Object.entries(venues);
  if (places.length === 0) return "0";
  const counts = new Map();
  for (const [, text] of places) counts.set(text, (counts.get(text) ?? 0) + 1);
  const sorted = [...counts].sort(([, some], [, others]) => others - some);
  return html`<span class="codes" title="${places.map(([venue, text]) => `${venue}: ${text}`).join(", ")}">${
    sorted.length > 1 && `${places.length}: `
  }${sorted.slice(0, CODES).map(([text, count]) => html`<span class="keep">${code(text)} ${count}</span> `)}</span>`;
}

function showContracts({ contracts }) {
  const places = Object.entries(contracts);
  if (places.length === 0) return unknown();
  return html`<span title="${places.map(([chain, text]) => `${chain}: ${text}`).join(", ")}">${places.length}</span>`;
}

function listTexts({ symbol, name, id, key, coingecko, coinpaprika, coinlore, venues, other_codes, contracts }) {
  const codes = [...Object.values(venues), ...Object.values(other_codes).flat(), ...Object.values(contracts)];
  return [symbol, name, id, key, coingecko, coinpaprika, coinlore, ...codes].filter((text) => text !== null);
}
