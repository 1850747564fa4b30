import { summariseIndex } from "./chart-summary.js";
import { startDayChart } from "./day-chart.js";

startDayChart({
  column: "value",
  head: "Index",
  format: String,
  level: String,
  change: describePoints,
  range: [0, 100],
  summarise: summariseIndex,
});

/** Differences of an index are points: percent would suggest a price. */
function describePoints(first, value) {
  const points = value - first;
  return `${points > 0 ? "+" : points < 0 ? "−" : ""}${Math.abs(points)}`;
}
