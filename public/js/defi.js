import { summariseChange } from "./chart-summary.js";
import { formatLevel } from "./chart-ticks.js";
import { startDayChart } from "./day-chart.js";
import { formatMoney } from "./format.js";
import { money } from "./number.js";
import { readPageFacts } from "./page-facts.js";
import { PROTOCOLS } from "./protocol-view.js";
import { startTable } from "./table.js";

const { change30d } = readPageFacts();

startDayChart({
  column: "tvl_usd",
  head: "TVL",
  format: formatMoney,
  cell: money,
  level: formatLevel,
  // The change of the key figures: from 30 days ago, which can be the day before the first point.
  summarise: (columns, period) => summariseChange(columns, formatMoney, period === "30d" ? change30d : undefined),
});

startTable(PROTOCOLS);
