import { describeCoverage, summariseChange } from "../../public/js/chart-summary.js";
import { formatLevel, formatTimeTick } from "../../public/js/chart-ticks.js";
import { formatPrice, formatTime } from "../../public/js/format.js";
import { price } from "../../public/js/number.js";
import { chart } from "./chart.js";

/** The period of the static drawing. */
export const DRAWN = "7d";
/**
 * Title and length in hours of each period.
 *
 * @type {Readonly<Record<string, readonly [title: string, hours?: number]>>}
 */
const PERIODS = {
  "1h": ["1 hour", 1],
  "24h": ["24 hours", 24],
  "7d": ["7 days", 168],
  "30d": ["30 days", 720],
  "1y": ["1 year", 8760],
  all: ["Full history"],
};
const HOUR_MS = 3_600_000;
const showDay = (timeMs) => formatTimeTick(timeMs, 24 * HOUR_MS);
/** The intervals of candles by period. Shorter periods have few of them. */
const CANDLES = { "7d": "1h", "30d": "1h", "1y": "1d", all: "1d" };
/** Hours between two rows of the static table. */
const TABLE_STEP = 4;

/** `candles`: files by interval; `null`: the coin has none. `more`: of `chart`. */
export function priceChart({ name, hours, history, candles, price_change_percentage_7d: published }, root, more) {
  /** @type {[times: number[], values: (number | null)[]]} */
  const columns = [hours.map(([timeMs]) => timeMs), hours.map(([, value]) => value)];
  return chart(
    {
      heading: "Price",
      name: `the price of ${name}`,
      unit: "in USD",
      periods: Object.entries(history).map(([id, path]) => {
        const [title = id, length] = PERIODS[id] ?? [];
        const interval = candles === null ? undefined : CANDLES[id];
        const own = interval === undefined ? undefined : `api/${candles[interval]}`;
        return { id, title, history: `api/${path}`, candles: own, hours: length };
      }),
      shown: DRAWN,
      drawn: { times: columns[0], values: columns[1], level: formatLevel, time: showDay },
      summary: summary(columns, published),
      coverage: describeCoverage(columns, HOUR_MS, PERIODS[DRAWN][1] * HOUR_MS),
      tools: candles === null ? ["log", "bars"] : ["log", "bars", "candles"],
      caption: `7 days, every ${TABLE_STEP} hours, in USD`,
      heads: ["Time", "Price"],
      rows: listRows(hours),
      more,
    },
    root,
  );
}

/** `hours` have the times of their ends, which are those of their prices. */
function listRows(hours) {
  const newest = hours.toReversed().filter(([, value], at) => at % TABLE_STEP === 0 && value !== null);
  return newest.map(([timeMs, value]) => [formatTime(new Date(timeMs).toISOString()), price(value)]);
}

function summary(columns, published) {
  const change = summariseChange(columns, formatPrice, published);
  return change === null ? "No 7-day data yet" : `7 days: ${change}`;
}
