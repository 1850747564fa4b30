import { html } from "./html.js";
import { change, count, money, price, share, unknown } from "./number.js";
import { findText } from "./table-view.js";

/*
 * The declaration of a table, from which its sort orders, head and rows follow; for the build and
 * the browser:
 *
 * - `name`: the class of the table; `noun`: the plural of its rows, if it is another word
 * - `caption`: for screen readers; `placeholder`: of the search
 * - `answer`: path of the file with all rows; `rows(data, context)`: its rows, if it is no list
 * - `columns`, `filters`, and optionally `first`, `find` (`table-view.js`) and `rowClass(row)`
 *
 * A column:
 * - `id`: its sort order in the URL; `heading`; `title`: the sort order in words, if other words
 * - `kind`: a key of `KINDS`; `optional`: hidden on narrow screens
 * - `read(row)`: its value. The table can be sorted by columns that have one.
 * - `cell(row, context)`: its markup, if it is more than the value; `context` has `root`
 * - `descending`: largest first, if not that of its kind
 */

const plain = (value) => value ?? unknown();

/** Classes of the head and the cells, first direction, and markup of a value. */
const KINDS = {
  rank: { head: "rank", body: "rank", descending: false, show: (value) => value ?? "–" },
  /** The column that names the row. */
  name: { head: "text", body: "text", descending: false, show: plain },
  text: { head: "text", body: "text", descending: false, show: plain },
  price: { body: "price", descending: true, show: price },
  money: { descending: true, show: money },
  change: { descending: true, show: change },
  share: { descending: true, show: share },
  number: { descending: true, show: count },
  spark: { head: "spark", body: "spark", descending: false, show: plain },
};

export function defineTable({ columns: declared, noun, filters = {}, first, find, ...rest }) {
  const columns = declared.map((column) => {
    if (!Object.hasOwn(KINDS, column.kind))
      throw new Error(`Table ${rest.name}, column ${column.id}: there is no kind "${column.kind}" in table-columns.js`);
    return { ...KINDS[column.kind], ...column };
  });
  const sortable = columns.filter(({ read }) => read !== undefined);
  if (sortable.length === 0) throw new Error(`Table ${rest.name}: no column has read(row)`);
  const order = ({ heading, title = heading, read, descending }) => ({ title, read, descending });
  const texts = sortable.filter(({ kind }) => kind === "name" || kind === "text");
  return {
    ...rest,
    ...{ noun: noun ?? rest.name, columns, filters, first: first ?? sortable[0].id },
    orders: Object.fromEntries(sortable.map((column) => [column.id, order(column)])),
    find: find ?? ((rows, text) => findText(rows, text, (row) => texts.map(({ read }) => read(row)?.toString()))),
    render: (row, context) => tableRow(columns, rest.rowClass, row, context),
  };
}

/** The rows of the data of a table's answer. */
export function listRows({ rows }, data, context) {
  return rows === undefined ? data : rows(data, context);
}

export function tableHead({ columns, orders, first }) {
  return html`<tr>${columns.map(({ id, heading, head, optional, read }) => {
    const direction = orders[first].descending ? "descending" : "ascending";
    const order = read && html` data-order="${id}"${id === first && html` aria-sort="${direction}"`}`;
    return html`<th scope="col"${classes(head, optional)}${order}>${heading}</th>`;
  })}</tr>`;
}

function tableRow(columns, rowClass, row, context) {
  const cells = columns.map(({ kind, body, optional, read, show, cell }) => {
    const content = cell === undefined ? show(read(row)) : cell(row, context);
    return kind === "name"
      ? html`<th scope="row"${classes(body, optional)}>${content}</th>`
      : html`<td${classes(body, optional)}>${content}</td>`;
  });
  return html`<tr${rowClass && html` class="${rowClass(row)}"`}>${cells}</tr>
`;
}

function classes(name, optional) {
  const list = [name, optional && "optional"].filter(Boolean);
  return list.length > 0 && html` class="${list.join(" ")}"`;
}
