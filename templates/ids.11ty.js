import { html } from "../public/js/html.js";
import { table } from "../public/js/ids-view.js";
import { rootOf } from "./components/link.js";
import { tableSection } from "./components/table.js";
import { takeData } from "./components/take-data.js";

export const data = {
  layout: "base.11ty.js",
  permalink: "ids/index.html",
  title: "Ids and codes",
  description: "What each coin is called at CoinGecko, CoinPaprika, CoinLore, on exchanges and on chains.",
  styles: ["table.css", "data.css"],
  scripts: ["listing.js"],
  freshnessOf: (shared) => findIds(shared)?.freshness,
};

/** A site may leave out these files. */
const hasIds = ({ api }) => api.endpoints.some(({ id }) => id === "ids");

/** `null` without data. */
function findIds(shared) {
  return hasIds(shared) ? shared.answer("ids") : null;
}

/** The share of coins with a known contract that makes a column of contracts useful. */
const WORTH_A_COLUMN = 0.2;

/** Rows of the page; the script loads the others. */
const PAGE_LENGTH = 25;

export function render({ page, shared }) {
  const { site } = shared.data;
  const root = rootOf(page.url, site.baseUrl);
  const found = findIds(shared.data);
  const absence = hasIds(shared.data) ? "No source has answered yet." : "This site has no list of ids.";
  return String(html`
<h1 id="list">${data.title}</h1>
${found === null ? html`<p class="lead">${absence}</p>` : content(found, root)}
`);
}

function content({ data: rows, archives, credits }, root) {
  const known = rows.filter(({ contracts }) => Object.keys(contracts).length > 0).length;
  const options = { pageLength: PAGE_LENGTH, without: known / rows.length < WORTH_A_COLUMN ? ["chains"] : [] };
  return html`<p class="lead">Find what a coin is called at CoinGecko, CoinPaprika, CoinLore and on exchanges. Search for any name, id, code
or contract.</p>
<section aria-labelledby="list">
${tableSection(table, { root, data: rows, labelledBy: "list", view: "ids", ...options })}
<p class="note after-table">Exchanges: the code, and how many exchanges use it. The page of a coin and the JSON have its
contracts, as far as they are known. Prices use the same links. How a code is identified is part of the
<a href="${root}docs/methodology/#identity">methodology</a>.</p></section>
${takeData(
  {
    answers: [[table.answer, "All coins"]],
    csv: [["api/ids.csv", "One row per id, code or contract"]],
    docs: [
      ["docs/api/ids/", "Fields"],
      ["docs/api/contracts/", "Coins by contract"],
    ],
    archives,
    credits,
  },
  root,
)}`;
}
