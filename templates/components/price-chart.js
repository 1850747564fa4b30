import { summariseChange } from "../../public/js/chart-summary.js";
import { formatPrice, formatTime } from "../../public/js/format.js";
import { price } from "../../public/js/number.js";
import { chart } from "./chart.js";

/** The period of the static drawing. */
const DRAWN = "7d";
const TITLES = {
  "1h": "1 hour",
  "24h": "24 hours",
  "7d": "7 days",
  "30d": "30 days",
  "1y": "1 year",
  all: "Full history",
};
/** Hours between two rows of the static table. */
const TABLE_STEP = 4;

export function priceChart({ name, hours, history }, root) {
  return chart(
    {
      heading: "Price",
      name: `the price of ${name}`,
      unit: "in USD",
      periods: Object.entries(history).map(([id, path]) => ({ id, title: TITLES[id] ?? id, history: `api/${path}` })),
      shown: DRAWN,
      values: hours.map(([, value]) => value),
      summary: summary(hours),
      caption: `7 days, every ${TABLE_STEP} hours, in USD`,
      heads: ["Time", "Price"],
      rows: listRows(hours),
    },
    root,
  );
}

function listRows(hours) {
  const newest = hours.toReversed().filter(([, value], at) => at % TABLE_STEP === 0 && value !== null);
  return newest.map(([timeMs, value]) => [formatTime(new Date(timeMs).toISOString()), price(value)]);
}

function summary(hours) {
  const change = summariseChange([hours.map(([timeMs]) => timeMs), hours.map(([, value]) => value)], formatPrice);
  return change === null ? "No 7-day data yet" : `7 days: ${change}`;
}
