/**
 * What the market's table shows, as pure functions: a view is read from a query string, selects and orders rows, and is written
 * back, so that it can be shared and reloaded.
 */

/** By what rows can be ordered: how to read it from a row, and whether the largest comes first. */
export const ORDERS = {
  rank: { title: "Rank", read: (coin) => coin.market_cap_rank, descending: false },
  name: { title: "Name", read: (coin) => coin.name.toLowerCase(), descending: false },
  price: { title: "Price", read: (coin) => coin.current_price, descending: true },
  "1h": { title: "Change, 1 h", read: (coin) => coin.price_change_percentage_1h, descending: true },
  "24h": { title: "Change, 24 h", read: (coin) => coin.price_change_percentage_24h, descending: true },
  "7d": { title: "Change, 7 d", read: (coin) => coin.price_change_percentage_7d, descending: true },
  cap: { title: "Market cap", read: (coin) => coin.market_cap, descending: true },
  volume: { title: "Volume, 24 h", read: (coin) => coin.total_volume, descending: true },
  exchanges: { title: "Exchanges", read: (coin) => coin.exchanges, descending: true },
};

/** The choices of each filter; the first of each lets everything through. */
export const FILTERS = {
  move: {
    title: "24 hours",
    choices: {
      any: ["Any", () => true],
      up: ["Up", (coin) => coin.price_change_percentage_24h > 0],
      down: ["Down", (coin) => coin.price_change_percentage_24h < 0],
    },
  },
  size: {
    title: "Market cap",
    choices: {
      any: ["Any", () => true],
      large: ["$10B and more", (coin) => coin.market_cap >= 1e10],
      middle: ["$1B to $10B", (coin) => coin.market_cap >= 1e9 && coin.market_cap < 1e10],
      small: ["Below $1B", (coin) => coin.market_cap !== null && coin.market_cap < 1e9],
    },
  },
  source: {
    title: "Price from",
    choices: {
      any: ["Anywhere", () => true],
      aggregated: ["Exchanges", (coin) => coin.price_source === "aggregated" && coin.current_price !== null],
      reference: ["A reference", (coin) => coin.price_source === "reference" && coin.current_price !== null],
      stale: ["An earlier build", (coin) => coin.price_source === "stale"],
    },
  },
};

/** The view of a query string; what it does not know, or spells wrongly, is as without it. */
export function readView(query) {
  const params = new URLSearchParams(query);
  const order = Object.hasOwn(ORDERS, params.get("order") ?? "") ? params.get("order") : "rank";
  const direction = params.get("direction");
  const page = Number(params.get("page") ?? 1);
  const view = {
    search: (params.get("search") ?? "").trim(),
    order,
    descending: direction === null ? ORDERS[order].descending : direction === "down",
    page: Number.isInteger(page) && page > 0 ? page : 1,
  };
  for (const [name, { choices }] of Object.entries(FILTERS)) {
    view[name] = Object.hasOwn(choices, params.get(name) ?? "") ? params.get(name) : "any";
  }
  return view;
}

/** The shortest query string that reads as this view; empty for the view of the page as it was built. */
export function writeView(view) {
  const params = new URLSearchParams();
  if (view.search !== "") params.set("search", view.search);
  for (const name of Object.keys(FILTERS)) if (view[name] !== "any") params.set(name, view[name]);
  if (view.order !== "rank") params.set("order", view.order);
  if (view.descending !== ORDERS[view.order].descending) params.set("direction", view.descending ? "down" : "up");
  if (view.page > 1) params.set("page", String(view.page));
  return params.toString();
}

/** Whether a page of the list by rank is what is asked for: it has a file of its own. */
export function isPlain(view) {
  return writeView({ ...view, page: 1 }) === "";
}

/** The rows of a view out of all rows, which are in the market's order: those of its page, and how many there are. */
export function selectRows(coins, view, pageLength) {
  const filters = Object.entries(FILTERS).map(([name, { choices }]) => choices[view[name]][1]);
  const kept = coins.filter((coin) => filters.every((accepts) => accepts(coin)));
  const isOrdered = view.order !== "rank" || view.descending;
  const found = view.search === "" ? kept : search(kept, view.search);
  const rows = isOrdered ? sort(found, view) : found;
  const pages = Math.max(1, Math.ceil(rows.length / pageLength));
  const page = Math.min(view.page, pages);
  return { rows: rows.slice((page - 1) * pageLength, page * pageLength), total: rows.length, page, pages };
}

/** As the interface searches: the exact symbol, symbols that begin so, names that do, then what contains it. */
function search(coins, text) {
  const wanted = text.toLowerCase();
  const classes = [[], [], [], []];
  for (const coin of coins) {
    const symbol = coin.symbol.toLowerCase();
    const name = coin.name.toLowerCase();
    if (symbol === wanted) classes[0].push(coin);
    else if (symbol.startsWith(wanted)) classes[1].push(coin);
    else if (name.startsWith(wanted)) classes[2].push(coin);
    else if ([symbol, name, coin.id.toLowerCase()].some((part) => part.includes(wanted))) classes[3].push(coin);
  }
  return classes.flat();
}

/** What is unknown comes last, whichever way; equal ones keep their order. */
function sort(coins, { order, descending }) {
  const { read } = ORDERS[order];
  const direction = descending ? -1 : 1;
  return [...coins].sort((a, b) => {
    const [left, right] = [read(a), read(b)];
    if (left === right) return 0;
    if (left === null) return 1;
    if (right === null) return -1;
    return left < right ? -direction : direction;
  });
}
