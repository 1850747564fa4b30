/*
 * Pure functions of a table. Its view (search, filters, order, page) is kept in the query string.
 *
 * A table has, for the most part derived from its columns (`table-columns.js`):
 * - `first`: the order of the static page
 * - `orders`: title, `read(row)`, and whether the largest value comes first
 * - `filters`: `choices` (name → label and predicate of row and context), or `read(row)`, which
 *   returns one or several values
 * - `find(rows, text)`: matching rows, best first
 */

const ANY = "any";

/** Reads a view from a query string. Unknown parameters and values are ignored. */
export function readView({ first, orders, filters }, query) {
  const params = new URLSearchParams(query);
  const order = Object.hasOwn(orders, params.get("order") ?? "") ? params.get("order") : first;
  const direction = params.get("direction");
  const page = Number(params.get("page") ?? 1);
  const view = {
    search: (params.get("search") ?? "").trim(),
    order,
    descending: direction === null ? orders[order].descending : direction === "down",
    page: Number.isInteger(page) && page > 0 ? page : 1,
  };
  for (const [name, { choices }] of Object.entries(filters)) {
    const chosen = params.get(name) || ANY;
    view[name] = choices === undefined || Object.hasOwn(choices, chosen) ? chosen : ANY;
  }
  return view;
}

/** The shortest query string of a view; empty for the static page. */
export function writeView({ first, orders, filters }, view) {
  const params = new URLSearchParams();
  if (view.search !== "") params.set("search", view.search);
  for (const name of Object.keys(filters)) if (view[name] !== ANY) params.set(name, view[name]);
  if (view.order !== first) params.set("order", view.order);
  if (view.descending !== orders[view.order].descending) params.set("direction", view.descending ? "down" : "up");
  if (view.page > 1) params.set("page", String(view.page));
  return params.toString();
}

/** No search, no filter and the static order: only the page may differ. */
export function isPlain(table, view) {
  return writeView(table, { ...view, page: 1 }) === "";
}

/** The rows of all pages of a view, in its order. `context`: that of the table's cells. */
export function filterRows(table, all, view, context = {}) {
  const accepts = Object.entries(table.filters).map(([name, filter]) => acceptBy(filter, view[name]));
  const kept = all.filter((row) => accepts.every((accept) => accept(row, context)));
  const found = view.search === "" ? kept : table.find(kept, view.search);
  const isOrdered = view.order !== table.first || view.descending !== table.orders[table.first].descending;
  return isOrdered ? sort(found, table.orders[view.order].read, view.descending) : found;
}

/** The rows of a view's page, and the number of all rows. */
export function selectRows(table, all, view, pageLength, context) {
  const rows = filterRows(table, all, view, context);
  const pages = Math.max(1, Math.ceil(rows.length / pageLength));
  const page = Math.min(view.page, pages);
  return { rows: rows.slice((page - 1) * pageLength, page * pageLength), total: rows.length, page, pages };
}

function acceptBy({ choices, read }, chosen) {
  if (choices !== undefined) return choices[chosen][1];
  return chosen === ANY ? () => true : (row) => [read(row)].flat().includes(chosen);
}

/** Sorts unknown values last in both directions, text without regard to case. Stable. */
function sort(rows, read, descending) {
  const direction = descending ? -1 : 1;
  return [...rows].sort((a, b) => {
    const [left, right] = [read(a), read(b)].map((value) => value?.toLowerCase?.() ?? value ?? null);
    if (left === right) return 0;
    if (left === null) return 1;
    if (right === null) return -1;
    return left < right ? -direction : direction;
  });
}

/**
 * Rows with a text that contains the search, in the API's order: exact matches, then prefixes, then
 * the rest. `read(row)`: its texts.
 */
export function findText(rows, text, read) {
  const wanted = text.toLowerCase();
  const classes = [[], [], []];
  for (const row of rows) {
    const texts = read(row).flatMap((part) => part?.toLowerCase() ?? []);
    if (texts.includes(wanted)) classes[0].push(row);
    else if (texts.some((part) => part.startsWith(wanted))) classes[1].push(row);
    else if (texts.some((part) => part.includes(wanted))) classes[2].push(row);
  }
  return classes.flat();
}
