import { summariseChange } from "./change-summary.js";
import { startDayChart } from "./day-chart.js";
import { formatMoney } from "./format.js";
import { loadData } from "./load-data.js";
import { money } from "./number.js";
import { protocolRow } from "./protocol-row.js";
import { PROTOCOLS } from "./protocol-view.js";
import { startTable } from "./table.js";

startDayChart({
  column: "tvl_usd",
  head: "Value locked",
  format: formatMoney,
  cell: money,
  level: formatLevel,
  summarise: (columns) => summariseChange(columns, formatMoney),
});

startTable({
  view: PROTOCOLS,
  rows: "protocols",
  render: protocolRow,
  loadAll: () => loadData("api/defi/protocols/limit/all.json"),
});

/** Beside a chart every level differs, which three digits may not tell. */
function formatLevel(value) {
  if (value === 0) return "$0";
  return value < 1e6 ? formatMoney(value) : `$${Number((value / 1e9).toPrecision(4))}B`;
}
