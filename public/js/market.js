import { loadIn } from "./currency.js";
import { loadData } from "./load-data.js";
import { MARKET, nameLine } from "./market-view.js";
import { startTable } from "./table.js";

/** The lines of all coins by currency. */
const lines = new Map();

startTable(MARKET, { facts: { line: findLine }, loadPage, onShow: drawLines });

function findLine(coin, currency) {
  const known = lines.get(currency);
  return known && (known[nameLine(coin)] ?? []);
}

/** Each page of the list by rank has a file. */
function loadPage(page, pageLength) {
  const offset = (page - 1) * pageLength;
  return loadData(offset === 0 ? "api/coins.json" : `api/coins/limit/${pageLength}/offset/${offset}.json`);
}

/** Sparklines load after the numbers, once for all coins. Rows without them are complete. */
async function drawLines(rows, isCurrent, context) {
  const { currency } = context;
  if (lines.has(currency) || rows.length === 0) return;
  // The next rows retry a failed request.
  const answer = await loadIn("api/sparklines.json", "sparklines", currency).catch(() => null);
  if (answer === null) return;
  lines.set(currency, answer.data);
  if (!isCurrent()) return;
  const cells = document.querySelectorAll("[data-table] tbody .spark");
  // Replaces cells, not rows, to keep the focus.
  for (const [at, coin] of rows.entries()) {
    const row = document.createElement("tbody");
    row.innerHTML = String(MARKET.render(coin, context));
    cells[at].replaceWith(row.querySelector(".spark"));
  }
}
