import { formatCount } from "../../public/js/format.js";
import { html } from "../../public/js/html.js";

/*
 * The controls of a table that `js/table.js` runs in the browser; `js/table-view.js` declares them.
 * The page adds an element with `tableAttributes` that contains one with `data-table-rows`.
 */

/** Shown with JavaScript only. `options`: choices of filters without declared ones. */
export function tableTools({ orders, filters }, { label, placeholder, options = {} }) {
  return html`<form class="table-tools" role="search" aria-label="${label}" data-table-tools>
<label class="field grow"><span>Search</span><input type="search" name="search" maxlength="64" placeholder="${placeholder}" autocomplete="off" spellcheck="false"></label>
${Object.entries(filters).map(([name, { title, choices }]) => html`<label class="field"><span>${title}</span><select name="${name}">${listChoices(choices, options[name]).map(([value, text]) => html`<option value="${value}">${text}</option>`)}</select></label>`)}
<label class="field"><span>Sort by</span><select name="order">${Object.entries(orders).flatMap(([order, { title, descending }]) => [descending, !descending].map((down) => html`<option value="${order} ${down ? "down" : "up"}">${title} ${down ? "↓" : "↑"}</option>`))}</select></label>
<button type="button" name="reset" class="button" hidden>Reset</button>
</form>`;
}

function listChoices(choices, options = []) {
  return choices === undefined
    ? [["any", "Any"], ...options]
    : Object.entries(choices).map(([value, [text]]) => [value, text]);
}

export function tableStatus(shown, total, noun) {
  return html`<p class="table-status" data-table-status role="status">${shown === 0 ? 0 : 1}–${formatCount(shown)} of ${formatCount(total)} ${noun}</p>`;
}

export function tableAttributes({ root, total, pageLength }) {
  return html`data-table data-root="${root}" data-total="${total}" data-page-length="${pageLength}" aria-busy="false"`;
}

/** The head of a sortable column. */
export function orderHead({ first, orders }, order, title, kind) {
  const direction = orders[first].descending ? "descending" : "ascending";
  return html`<th scope="col"${kind !== undefined && html` class="${kind}"`} data-order="${order}"${order === first && html` aria-sort="${direction}"`}>${title}</th>`;
}

/** `rest`: where to find the other rows without JavaScript. */
export function tablePager({ total, pageLength }, rest) {
  return html`<nav class="pager" aria-label="Pagination" data-pager${total <= pageLength && html` hidden`}><button type="button" class="button" data-previous disabled>Previous</button><span data-page-of>Page 1 of ${Math.max(1, Math.ceil(total / pageLength))}</span><button type="button" class="button" data-next>Next</button></nav>
${total > pageLength && html`<noscript><p class="note">First ${pageLength} rows. Without JavaScript, use ${rest} for the others.</p></noscript>`}`;
}
