/**
 * What a table shows, as pure functions: a view is read from a query string, selects and orders rows, and is written back, so that it
 * can be shared and reloaded. A table declares `first` (the order of the page as it was built), `orders` (title, how to read the value
 * from a row, whether the largest comes first), `filters` and `find` (which rows a text means, the best first). A filter has
 * `choices`, the first of which lets everything through, or `read`: what of a row, one value or several, has to be the chosen one.
 */

const ANY = "any";

/** The view of a query string; what it does not know, or spells wrongly, is as without it. */
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

/** The shortest query string that reads as this view; empty for the view of the page as it was built. */
export function writeView({ first, orders, filters }, view) {
  const params = new URLSearchParams();
  if (view.search !== "") params.set("search", view.search);
  for (const name of Object.keys(filters)) if (view[name] !== ANY) params.set(name, view[name]);
  if (view.order !== first) params.set("order", view.order);
  if (view.descending !== orders[view.order].descending) params.set("direction", view.descending ? "down" : "up");
  if (view.page > 1) params.set("page", String(view.page));
  return params.toString();
}

/** Whether nothing but a page of the rows in their own order is asked for. */
export function isPlain(table, view) {
  return writeView(table, { ...view, page: 1 }) === "";
}

/** The rows of a view out of all rows, which are in their own order: those of its page, and how many there are. */
export function selectRows(table, all, view, pageLength) {
  const accepts = Object.entries(table.filters).map(([name, filter]) => acceptBy(filter, view[name]));
  const kept = all.filter((row) => accepts.every((accept) => accept(row)));
  const found = view.search === "" ? kept : table.find(kept, view.search);
  const isOrdered = view.order !== table.first || view.descending !== table.orders[table.first].descending;
  const rows = isOrdered ? sort(found, table.orders[view.order].read, view.descending) : found;
  const pages = Math.max(1, Math.ceil(rows.length / pageLength));
  const page = Math.min(view.page, pages);
  return { rows: rows.slice((page - 1) * pageLength, page * pageLength), total: rows.length, page, pages };
}

function acceptBy({ choices, read }, chosen) {
  if (choices !== undefined) return choices[chosen][1];
  return chosen === ANY ? () => true : (row) => [read(row)].flat().includes(chosen);
}

/** What is unknown comes last, whichever way; equal ones keep their order. */
function sort(rows, read, descending) {
  const direction = descending ? -1 : 1;
  return [...rows].sort((a, b) => {
    const [left, right] = [read(a), read(b)];
    if (left === right) return 0;
    if (left === null) return 1;
    if (right === null) return -1;
    return left < right ? -direction : direction;
  });
}

/** Rows whose texts contain what was typed, those first that begin with it. `read` gives the texts of a row. */
export function findText(rows, text, read) {
  const wanted = text.toLowerCase();
  const classes = [[], []];
  for (const row of rows) {
    const texts = read(row).flatMap((part) => part?.toLowerCase() ?? []);
    if (texts.some((part) => part.startsWith(wanted))) classes[0].push(row);
    else if (texts.some((part) => part.includes(wanted))) classes[1].push(row);
  }
  return classes.flat();
}
