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
  const hasContracts = rows.some(({ contracts }) => Object.keys(contracts).length > 0);
  const options = { pageLength: PAGE_LENGTH, without: hasContracts ? [] : ["chains"] };
  return html`<p class="lead">Find what a coin is called at CoinGecko, CoinPaprika, CoinLore, on exchanges and on chains. Search for any
name, id, code or contract. The page of a coin lists its codes and contracts.</p>
<section aria-labelledby="list">
${tableSection(table, { root, data: rows, labelledBy: "list", view: "ids", ...options })}
<p class="note after-table">Prices use the same links. How a code is identified is part of the
<a href="${root}docs/methodology/#identity">methodology</a>.</p></section>
${takeData(
  {
    answers: [[table.answer, "All coins"]],
    csv: [["api/ids.csv", "One row per link"]],
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
