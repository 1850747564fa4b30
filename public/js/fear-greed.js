import { summariseIndex } from "./chart-summary.js";
import { startDayChart } from "./day-chart.js";

startDayChart({
  column: "value",
  head: "Index",
  format: String,
  range: [0, 100],
  summarise: summariseIndex,
});
