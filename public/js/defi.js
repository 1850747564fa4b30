import { summariseChange } from "./chart-summary.js";
import { startDayChart } from "./day-chart.js";
import { formatMoney } from "./format.js";
import { money } from "./number.js";
import { PROTOCOLS } from "./protocol-view.js";
import { startTable } from "./table.js";

startDayChart({
  column: "tvl_usd",
  head: "TVL",
  format: formatMoney,
  cell: money,
  level: formatLevel,
  summarise: (columns) => summariseChange(columns, formatMoney),
});

startTable(PROTOCOLS);

/** Axis labels need more digits than `formatMoney` to differ. */
function formatLevel(value) {
  if (value === 0) return "$0";
  return value < 1e6 ? formatMoney(value) : `$${Number((value / 1e9).toPrecision(4))}B`;
}
