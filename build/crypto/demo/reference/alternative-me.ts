import { DAY_MS, floorTo, renderDay, SECOND_MS } from "../../../lib/time.ts";
import type { DemoMarket } from "../demo-market.ts";
import { hashText, smoothNoise } from "../noise.ts";
import type { Simulator } from "../simulator.ts";

const FIRST_DAY_MS = Date.UTC(2018, 1, 1);
/** Days on which no value was published. */
const MISSING_DAYS = new Set(["2018-04-14", "2018-04-15", "2018-04-16", "2024-10-26"]);
/** Upper ends of the words as the history uses them, which are not the documented ones. */
const BANDS: readonly (readonly [upTo: number, word: string])[] = [
  [25, "Extreme Fear"],
  [46, "Fear"],
  [54, "Neutral"],
  [75, "Greed"],
  [100, "Extreme Greed"],
];

/** `/fng/?limit=`: newest first, every day with 0. All numbers are texts. */
export const alternativeMeSimulator: Simulator = {
  source: "alternative-me",
  hosts: ["api.alternative.me"],
  answer({ url }, demo) {
    if (url.pathname !== "/fng/") return undefined;
    const limit = Number(url.searchParams.get("limit")) || Number.POSITIVE_INFINITY;
    return { body: { data: listRows(demo, limit), metadata: { error: null } } };
  },
};

function listRows(demo: DemoMarket, limit: number) {
  const today = floorTo(demo.now, DAY_MS);
  const rows: Record<string, string>[] = [];
  for (let dayMs = today; dayMs >= FIRST_DAY_MS && rows.length < limit; dayMs -= DAY_MS) {
    if (MISSING_DAYS.has(renderDay(dayMs))) continue;
    const value = getValue(demo, dayMs);
    rows.push({
      value: String(value),
      value_classification: classify(value),
      timestamp: String(dayMs / SECOND_MS),
      ...(dayMs === today ? { time_until_update: String(Math.ceil((today + DAY_MS - demo.now) / SECOND_MS)) } : {}),
    });
  }
  return rows;
}

/** 5 to 95: the mood follows what bitcoin did in the month before, and its own whims. */
function getValue(demo: DemoMarket, dayMs: number): number {
  const key = hashText("fear and greed", demo.seed);
  const now = demo.priceUsd("bitcoin", dayMs);
  const before = demo.priceUsd("bitcoin", dayMs - 30 * DAY_MS);
  const momentum = now === null || before === null ? 0 : Math.log(now / before);
  const mood =
    46 + 110 * momentum + 22 * smoothNoise(key, dayMs / (40 * DAY_MS)) + 6 * smoothNoise(key + 1, dayMs / DAY_MS);
  return Math.round(Math.min(Math.max(mood, 5), 95));
}

function classify(value: number): string {
  const band = BANDS.find(([upTo]) => value <= upTo);
  if (band === undefined) throw new RangeError(`No word for ${value}`);
  return band[1];
}
