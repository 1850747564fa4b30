import { html } from "../../public/js/html.js";

/** What readers come for, each with the pages that lead there, the first one first. */
const TASKS = [
  {
    title: "Show a price",
    text: "On a website, a dashboard or in a spreadsheet.",
    links: [
      ["docs/quick-start/", "Quick start"],
      ["docs/api/price/", "One price in every currency"],
      ["docs/api/coins/", "The market as a list"],
      ["docs/use/", "Recipes for other programs"],
    ],
  },
  {
    title: "Value a portfolio",
    text: "Today or on any day, in your currency.",
    links: [
      ["docs/api/day-prices/", "All prices of a day"],
      ["docs/api/coin-at/", "A price at a past moment"],
      ["docs/currencies/", "Currencies"],
      ["docs/api/ids/", "Ids of other services"],
    ],
  },
  {
    title: "Back-test",
    text: "Years of prices, with their gaps and their origin.",
    links: [
      ["archives/", "CSV and Parquet archives"],
      ["data/sql/", "SQL in the browser"],
      ["docs/outgrown/", "DuckDB, polars and others"],
      ["docs/api/coin-ohlc/", "Candles"],
      ["docs/api/coin-hours/", "Hourly prices of a year"],
      ["docs/methodology/", "How prices are made"],
      ["status/corrections/", "Corrections"],
    ],
  },
  {
    title: "Publish my own",
    text: "A copy of this site with your settings, on a free host.",
    links: [
      ["docs/fork/", "Fork and publish"],
      ["docs/hosts/", "Hosts and their limits"],
      ["docs/servers/", "Your own server"],
      ["docs/stores/", "Object stores"],
      ["docs/limits/", "Size and limits"],
    ],
  },
];

/**
 * A card per task. `url`: of the page that shows them; it does not link to itself. `endpoints`:
 * those of the site, which may leave some out.
 */
export function taskCards(root, url, endpoints) {
  const documented = new Set(endpoints.map(({ id }) => `docs/api/${id}/`));
  const exists = (path) => !path.startsWith("docs/api/") || documented.has(path);
  return html`<ul class="cards halves tasks">${TASKS.map(
    (task) =>
      html`<li class="card"><h3>${task.title}</h3><p>${task.text}</p><ul class="plain-links">${task.links
        .filter(([path]) => `/${path}` !== url && exists(path))
        .map(([path, text]) => html`<li><a href="${root}${path}">${text}</a></li>`)}</ul></li>`,
  )}</ul>`;
}
