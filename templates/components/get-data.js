import { html } from "../../public/js/html.js";
import { addressOf, listAnswerSnippets, snippets } from "./snippets.js";

/**
 * The price of a day, and how to get what the chart shows. The page has the drawn period in USD;
 * `js/get-data.js` follows the chosen period and currency. `file`: of the history, below `api/`.
 * Below the chart, in the row of its table.
 */
export function getData({ symbol, path, first_day }, file, { site, root }) {
  const url = html`${addressOf(site)}/<span data-get-path>api/${file}</span>`;
  return html`<details class="get-data" data-get-data><summary>Get this data</summary>
<p class="before-table">The API address of the file behind the chart, in <span data-get-unit>USD</span>:
<a href="${root}api/${file}" data-get-link>api/${file}</a>.
<span data-get-file></span>
<button type="button" class="button" data-get-csv="${symbol}">Download CSV</button>
<span data-get-csv-note>with the drawn points.</span></p>
${snippets("get", listAnswerSnippets(url))}</details>
<form class="price-on" id="price-on" data-price-on="${path.replace(/\.json$/, "")}">
<label class="field"><span>Price on</span><input type="date" name="day"${
    first_day !== null && html` min="${first_day}"`
  } required></label>
<button type="submit" class="button">Show price</button>
<p role="status" data-price-on-result></p>
</form>`;
}
