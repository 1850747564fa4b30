import { loadData } from "./load-data.js";
import { MARKET } from "./market-view.js";
import { startTable } from "./table.js";

let lines;

startTable(MARKET, { facts: { line: (coin) => lines?.(coin) }, loadPage, onShow: drawLines });

/** Each page of the list by rank has a file. */
function loadPage(page, pageLength) {
  const offset = (page - 1) * pageLength;
  return loadData(offset === 0 ? "api/coins.json" : `api/coins/limit/${pageLength}/offset/${offset}.json`);
}

/** Sparklines load after the numbers, once for all coins. */
async function drawLines(rows, isCurrent) {
  if (lines !== undefined || rows.length === 0) return;
  const known = await loadData("api/sparklines.json");
  // Coins that share a symbol are listed by id.
  lines = (coin) => known[coin.id] ?? known[coin.symbol] ?? [];
  if (!isCurrent()) return;
  const table = document.querySelector("[data-table]");
  const cells = table.querySelectorAll("tbody .spark");
  // Replaces cells, not rows, to keep the focus.
  for (const [at, coin] of rows.entries()) {
    const row = document.createElement("tbody");
    row.innerHTML = MARKET.render(coin, { root: table.dataset.root, line: lines });
    cells[at].replaceWith(row.querySelector(".spark"));
  }
}
