import { capitalise, formatCount } from "../../public/js/format.js";
import { html } from "../../public/js/html.js";
import { listRows, tableHead } from "../../public/js/table-columns.js";

/**
 * A table (`js/table-columns.js`) with its controls, which `js/table.js` runs in the browser.
 *
 * - `data`: that of its answer, or the first page of it; `total`: of its rows, if `data` is a page;
 *   `pageLength`: absent if the page shows all rows
 * - `without`: ids of columns that the page leaves out
 * - `facts`: more members of the context of its cells
 * - `options`: choices of filters without declared ones, by name
 * - `labelledBy`: id of the heading, if there is one
 * - `rest`: where to find the other rows without JavaScript
 * - `view`: `js/<view>-view.js` exports the table, for pages with `js/listing.js`
 */
export function tableSection(whole, /** @type {any} */ { root, data, facts, total, pageLength, options = {}, ...own }) {
  const context = { ...facts, root };
  const { without = [] } = own;
  const table = without.length === 0 ? whole : whole.without(without);
  const listed = listRows(table, data, context);
  const all = total ?? listed.length;
  const length = pageLength ?? all;
  const rows = listed.slice(0, length);
  const { rest = html`the <a href="${root}${table.answer}">JSON</a>`, labelledBy, view } = own;
  const attributes = html`data-table${view && html` data-view="${view}"`}${
    without.length > 0 && html` data-without="${without.join(" ")}"`
  } data-root="${root}" data-total="${all}"
data-page-length="${length}" aria-busy="false"`;
  refuseUnknownFields(table, rows);
  const body = rows.map((row) => table.render(row, context));
  return html`${tools(table, options)}
<p class="table-status" data-table-status role="status">${status(rows.length, all, table.noun)}</p>
${table.columns === undefined ? list(table, body, attributes) : columns(table, body, { attributes, labelledBy })}
${pager(all, length, rest)}`;
}

function status(shown, all, noun) {
  return `${shown === 0 ? 0 : 1}–${formatCount(shown)} of ${formatCount(all)} ${noun}`;
}

/** An unknown value is `null`: `undefined` in every row is a field that no row has. */
function refuseUnknownFields({ name, columns = [] }, rows) {
  const unknown = columns.find(({ read }) => read && rows.length > 0 && rows.every((row) => read(row) === undefined));
  if (unknown === undefined) return;
  const fields = Object.keys(rows[0]).join(", ");
  throw new Error(
    `Table "${name}" (public/js/*-view.js), column "${unknown.id}": read(row) finds nothing in any row. A row has ${fields}.`,
  );
}

function columns(table, body, { attributes, labelledBy }) {
  const label =
    labelledBy === undefined ? html`aria-label="Table of ${table.noun}"` : html`aria-labelledby="${labelledBy}"`;
  return html`<div class="table-scroll" tabindex="0" role="group" ${label}>
<table class="numbers listing ${table.name}" ${attributes}><caption class="visually-hidden">${table.caption}</caption>
<thead>${tableHead(table)}</thead>
<tbody data-table-rows>${body}</tbody></table></div>`;
}

function list({ name }, body, attributes) {
  return html`<div ${attributes}><ol class="${name}" data-table-rows>${body}</ol></div>`;
}

/** Shown with JavaScript only. */
function tools({ columns, orders, filters, noun, placeholder }, options) {
  const label = capitalise(noun);
  return html`<form class="table-tools" role="search" aria-label="${label}" data-table-tools>
<label class="field grow"><span>Search</span><input type="search" name="search" maxlength="64"
placeholder="${placeholder}" autocomplete="off" spellcheck="false"></label>
<button type="button" name="filters" class="button" aria-expanded="false">${
    Object.keys(filters).length === 0 ? "Sort" : "Filters"
  }</button>
${Object.entries(filters).map(
  ([name, { title, choices }]) =>
    html`<label class="field"><span>${title}</span><select name="${name}">${listChoices(choices, options[name]).map(
      ([value, text]) => html`<option value="${value}">${text}</option>`,
    )}</select></label>`,
)}
<label class="field"><span>Sort by</span><select name="order">${Object.entries(orders).flatMap(
    ([order, { title, descending }]) =>
      [descending, !descending].map(
        (down) => html`<option value="${order} ${down ? "down" : "up"}">${title} ${down ? "↓" : "↑"}</option>`,
      ),
  )}</select></label>
<button type="button" name="reset" class="button" hidden>Reset</button>
${
  columns !== undefined &&
  html`<button type="button" name="download" class="button"
title="The rows that match, in this order, as CSV">Download this table</button>`
}
</form>`;
}

function listChoices(choices, options = []) {
  return choices === undefined
    ? [["any", "Any"], ...options]
    : Object.entries(choices).map(([value, [text]]) => [value, text]);
}

function pager(total, pageLength, rest) {
  return html`<nav class="pager" aria-label="Pagination" data-pager${
    total <= pageLength &&
    html`
hidden`
  }><button type="button" class="button" data-previous disabled>Previous</button><span data-page-of>Page 1 of
${Math.max(1, Math.ceil(total / pageLength))}</span><button type="button" class="button" data-next>Next</button></nav>
${
  total > pageLength &&
  html`<noscript><p class="note">First ${pageLength} rows. The other rows are in ${rest}.</p></noscript>`
}`;
}
