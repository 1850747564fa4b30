import { summariseChange } from "./chart-summary.js";
import { formatLevel } from "./chart-ticks.js";
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
