import { summariseChange } from "./chart-summary.js";
import { formatLevel } from "./chart-ticks.js";
import { startDayChart } from "./day-chart.js";
import { formatMoney, formatPercent } from "./format.js";
import { money } from "./number.js";

const section = document.querySelector("[data-column]");
const formatShare = (value) => formatPercent(value);
const FORMATS = {
  usd: { format: formatMoney, cell: money, level: formatLevel },
  percent: { format: formatShare, level: (value) => formatPercent(value, { decimals: 1 }) },
};

if (section !== null) {
  const { column, head, format } = section.dataset;
  const formats = FORMATS[format];
  startDayChart({
    column,
    head,
    ...formats,
    summarise: (columns) => summariseChange(columns, formats.format),
  });
}
