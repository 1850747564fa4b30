import { loadData } from "./load-data.js";
import { marketRow } from "./market-row.js";
import { MARKET } from "./market-view.js";
import { startTable } from "./table.js";

let lines;

startTable({
  view: MARKET,
  rows: "coins",
  render: (coin, root) => marketRow(coin, root, lines?.(coin)),
  loadAll: () => loadData("api/coins/limit/all.json"),
  loadPage,
  onShow: drawLines,
});

/** One page of the list by rank has a file of its own. */
function loadPage(page, pageLength) {
  const offset = (page - 1) * pageLength;
  return loadData(offset === 0 ? "api/coins.json" : `api/coins/limit/${pageLength}/offset/${offset}.json`);
}

/** The lines come later than the numbers, once for all rows. */
async function drawLines(rows, isCurrent) {
  if (lines !== undefined || rows.length === 0) return;
  const known = await loadData("api/sparklines.json");
  // A coin that does not own its symbol goes by its id there.
  lines = (coin) => known[coin.id] ?? known[coin.symbol] ?? [];
  if (!isCurrent()) return;
  const table = document.querySelector("[data-table]");
  const cells = table.querySelectorAll("tbody .spark");
  // A row that the reader holds the focus in must stay.
  for (const [at, coin] of rows.entries()) {
    const row = document.createElement("tbody");
    row.innerHTML = marketRow(coin, table.dataset.root, lines(coin));
    cells[at].replaceWith(row.querySelector(".spark"));
  }
}
