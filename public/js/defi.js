import { startDayChart } from "./day-chart.js";
import { formatMoney, formatPercent } from "./format.js";
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
  summarise(values) {
    const [first, last] = [values[0], values.at(-1)];
    const percent = first > 0 ? (last / first - 1) * 100 : null;
    const [low, high] = values.reduce(
      ([least, most], value) => [Math.min(least, value), Math.max(most, value)],
      [first, first],
    );
    return `${formatPercent(percent, { signed: true })}, between ${formatMoney(low)} and ${formatMoney(high)}`;
  },
});

startTable({
  view: PROTOCOLS,
  rows: "protocols",
  render: protocolRow,
  loadAll: () => loadData("api/defi/protocols/limit/all.json"),
});

/** Beside a chart every level differs, which three digits may not tell. */
function formatLevel(value) {
  return value < 1e6 ? formatMoney(value) : `$${Number((value / 1e9).toPrecision(4))}B`;
}
