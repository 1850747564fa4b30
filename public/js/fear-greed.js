import { startDayChart } from "./day-chart.js";
import { summariseIndex } from "./index-summary.js";

startDayChart({
  column: "value",
  head: "Index",
  format: String,
  range: [0, 100],
  summarise: summariseIndex,
});
