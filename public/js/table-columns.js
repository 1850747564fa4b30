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
 * - `form`: of an answer that exists in other currencies, for `loadIn` (`currency.js`); otherwise
 *   `convertRow(row, rate)` gives a row in USD for display in a currency, at its current rate
 * - `csv`: columns of the download that are not shown, `[heading, read(row)]`
 *
 * A column:
 * - `id`: its sort order in the URL; `heading`; `title`: the sort order in words, if other words
 * - `phone`: the heading of what phones show below the value
 * - `kind`: a key of `KINDS`; `optional`: hidden on narrow screens, if "tablet" on phones only
 * - `read(row)`: its value. The table can be sorted by columns that have one.
 * - `cell(row, context)`: its markup, if it is more than the value; `context` has `root`, and in
 *   the browser `currency` (lower-case code) and `rate` (units for one USD)
 * - `csv(row)`: its value in the download, if it is not that of `read(row)`; `null`: none
 * - `unit`: of the value in the download, if its kind has none
 * - `descending`, `head`, `body`: if not those of its kind
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

/**
 * @param {any} declaration
 * @returns {any}
 */
export function defineTable(declaration) {
  const { columns: declared, noun, filters = {}, first, find, ...rest } = declaration;
  const declarationError = (problem) => new Error(`${findDeclaration()}: table "${rest.name}", ${problem}`);
  const columns = declared.map((column) => {
    if (!Object.hasOwn(KINDS, column.kind)) {
      const kinds = Object.keys(KINDS).join(", ");
      throw declarationError(`column "${column.id}": "${column.kind}" is no kind of column. The kinds are ${kinds}.`);
    }
    if (column.read === undefined && column.cell === undefined)
      throw declarationError(`column "${column.id}" has neither read(row) nor cell(row).`);
    return { ...KINDS[column.kind], ...column };
  });
  const sortable = columns.filter(({ read }) => read !== undefined);
  const order = ({ heading, title = heading, read, descending }) => ({ title, read, descending });
  const texts = sortable.filter(({ kind }) => kind === "name" || kind === "text");
  return {
    ...rest,
    noun: noun ?? rest.name,
    columns,
    filters,
    first: first ?? sortable[0]?.id,
    orders: Object.fromEntries(sortable.map((column) => [column.id, order(column)])),
    /** The table without some columns, by id: where their cells are the same in all rows. */
    without: (ids) => defineTable({ ...declaration, columns: declared.filter(({ id }) => !ids.includes(id)) }),
    find: find ?? ((rows, text) => findText(rows, text, (row) => texts.map(({ read }) => read(row)?.toString()))),
    render(row, context) {
      const shown = context.currency === undefined ? row : inCurrency(rest, row, context);
      return tableRow(columns, rest.rowClass, shown, context);
    },
  };
}

/** @param {any} table */
function inCurrency({ convertRow }, row, { rate }) {
  return convertRow === undefined || rate === 1 ? row : convertRow(row, rate);
}

/** Heading and cells of the download: raw numbers, with their unit in the heading. */
export function listCells(table, rows, context) {
  const { currency } = context;
  const units = { price: currency.toUpperCase(), money: currency.toUpperCase(), change: "%", share: "%" };
  const columns = table.columns.flatMap(({ heading, title = heading, kind, unit = units[kind], read, csv = read }) =>
    csv === undefined || csv === null ? [] : [[unit === undefined ? title : `${title} (${unit})`, csv]],
  );
  const all = [...columns, ...(table.csv ?? [])];
  const shown = rows.map((row) => inCurrency(table, row, context));
  return [all.map(([heading]) => heading), ...shown.map((row) => all.map(([, read]) => read(row)))];
}

/** The file that declares the table: the first caller outside this file. */
function findDeclaration() {
  const files = new Error().stack?.match(/[\w.-]+\.[jt]s(?=[?:])/g) ?? [];
  const file = files.find((each) => each !== "table-columns.js");
  return file === undefined ? "Table" : `public/js/${file}`;
}

/** The rows of the data of a table's answer. */
export function listRows({ rows }, data, context) {
  return rows === undefined ? data : rows(data, context);
}

export function tableHead({ columns, orders, first }) {
  const direction = orders[first]?.descending ? "descending" : "ascending";
  return html`<tr>${columns.map(({ id, heading, phone, head, optional, read }) => {
    const order = read && html` data-order="${id}"${id === first && html` aria-sort="${direction}"`}`;
    return html`<th scope="col"${classes(head, optional)}${order}>${
      phone === undefined ? heading : html`<span>${heading}<span class="sub phone">${phone}</span></span>`
    }</th>`;
  })}</tr>`;
}

function tableRow(columns, rowClass, row, context) {
  const cells = columns.map(({ heading, kind, body, optional, read, show, cell }) => {
    const content = cell === undefined ? show(read(row), context.currency) : cell(row, context);
    return kind === "name"
      ? html`<th scope="row"${classes(body, optional)}>${content}</th>`
      : html`<td${classes(body, optional)} data-label="${heading}">${content}</td>`;
  });
  return html`<tr${rowClass && html` class="${rowClass(row)}"`}>${cells}</tr>
`;
}

function classes(name, optional) {
  const list = [name, optional && "optional", optional === "tablet" && "tablet"].filter(Boolean);
  return list.length > 0 && html` class="${list.join(" ")}"`;
}
