/** The files that the market's table needs beyond the page itself, each asked for once and only when it is needed. */
const root = new URL("..", import.meta.url);
const asked = new Map();

function ask(path) {
  const known = asked.get(path) ?? load(path);
  asked.set(path, known);
  // What failed is asked for again next time.
  known.catch(() => asked.delete(path));
  return known;
}

async function load(path) {
  const response = await fetch(new URL(path, root));
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return (await response.json()).data;
}

/** Every coin, in the market's order. */
export function loadAllCoins() {
  return ask("api/coins/limit/all.json");
}

/** One page of the list by rank. */
export function loadPage(page, pageLength) {
  const offset = (page - 1) * pageLength;
  return ask(offset === 0 ? "api/coins.json" : `api/coins/limit/${pageLength}/offset/${offset}.json`);
}

/** A function from a coin to its prices of 7 days. A coin that does not own its symbol goes by its id there. */
export async function loadLines() {
  const lines = await ask("api/sparklines.json");
  return (coin) => lines[coin.id] ?? lines[coin.symbol] ?? [];
}
