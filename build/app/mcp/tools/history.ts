import { z } from "zod";
import { INTERVAL_NAMES, PERIOD_NAMES } from "../../../crypto/api/endpoints/coin-history.ts";
import { DENSE_RULES } from "../../../crypto/candles/dense/dense-rules.ts";
import { LAST_TIME_MS } from "../../../lib/shape.ts";
import { renderTime } from "../../../lib/time.ts";
import { ADVICE, coinInput, commonOutput, currencyInput, defineTool, nameCoinPath, pickCommon } from "../tool.ts";
import { cutName, sayAge, sayAmount, sayPercent } from "../words.ts";

const POINTS_RULE = "must be a whole number from 2 to 5000";

const PERIOD_RULE = `must be one of ${PERIOD_NAMES.join(", ")}`;
const Time = z.number().min(0).max(LAST_TIME_MS);
const Point = z.tuple([Time, z.number().positive()]);

/** What the times of a series are. The tool price_at names the end of an hour or a day instead. */
const LABELS: Readonly<Record<string, string>> = {
  "1h": "Each time is the start of an hour, each price the one at its end. ",
  "1d": "Each time is the start of a UTC day, each price the one at its end. ",
};

const Series = z.object({
  id: z.string().describe("Unique id of the coin"),
  symbol: z.string().describe("Ticker symbol, upper-case"),
  period: z.enum(PERIOD_NAMES).describe("The period as it was served"),
  interval: z
    .enum(INTERVAL_NAMES)
    .describe(`Median distance of the published points: one of ${INTERVAL_NAMES.join(", ")}`),
  prices: z
    .array(Point)
    .refine((points) => points.every(([time], at) => time > (points[at - 1]?.[0] ?? -1)), "oldest first")
    .describe(
      "Price of one coin, as [unix milliseconds, amount in the currency], oldest first; missing ones are absent. Points " +
        "of hours and of days are labelled by their start and are the price at their end; the tool price_at names the end",
    ),
});

export const history = defineTool({
  name: "history",
  title: "Price history",
  description:
    "Published prices of one coin over a period: 1h and 24h with one point per build, and every five minutes for the " +
    `${DENSE_RULES.coins} largest coins; 7d and 30d by the hour; 1y and all by closed UTC days. ` +
    "Longer series are thinned to max_points: points are left out, never averaged.",
  input: z.strictObject({
    coin: coinInput,
    period: z.enum(PERIOD_NAMES, PERIOD_RULE).default("7d").describe("How far back"),
    currency: currencyInput,
    max_points: z
      .int(POINTS_RULE)
      .min(2, POINTS_RULE)
      .max(5_000, POINTS_RULE)
      .default(100)
      .describe("Largest number of points in the answer"),
  }),
  output: z.strictObject({
    ...Series.shape,
    published_points: z.int().describe("Number of points that the site publishes for the period"),
    low: z.number().nullable().describe("Lowest published price of the period, in the currency"),
    high: z.number().nullable().describe("Highest published price of the period, in the currency"),
    change_percentage: z.number().nullable().describe("Change from the first to the last point in percent"),
    ...commonOutput,
  }),
  async answer(site, { coin, period, currency, max_points: most }) {
    const path = nameCoinPath(coin, `/history?period=${period}`, currency);
    const read = await site.ask(path, Series, { ifMissing: currency === "usd" ? ADVICE.coin : ADVICE.currency });
    const { prices } = read.data;
    const common = pickCommon(read, currency);
    const first = prices[0];
    const last = prices.at(-1);
    // `Math.min` with thousands of arguments could exhaust the stack.
    const sorted = prices.map(([, value]) => value).toSorted((a, b) => a - b);
    const change =
      first === undefined || last === undefined || first[1] === 0 ? null : ((last[1] - first[1]) / first[1]) * 100;
    const values = {
      ...read.data,
      prices: thin(prices, most),
      published_points: prices.length,
      low: sorted[0] ?? null,
      high: sorted.at(-1) ?? null,
      change_percentage: change,
      ...common,
    };
    const say = (value: number | null) => sayAmount(value, common.currency);
    const span =
      first === undefined || last === undefined
        ? "no price is published for this period"
        : `from ${say(first[1])} (${renderTime(first[0])}) to ${say(last[1])} (${renderTime(last[0])}), ` +
          `${sayPercent(change)}; lowest ${say(values.low)}, highest ${say(values.high)}`;
    const text =
      `${cutName(read.data.symbol)} over ${read.data.period}: ${span}. ${prices.length} published points, ` +
      `${values.prices.length} in this answer. ${LABELS[read.data.interval] ?? ""}${sayAge(read)}`;
    return { values, text };
  },
});

/** At most `most` points at equal distances in the list, the first and the last included. */
function thin<Value>(points: readonly Value[], most: number): Value[] {
  if (points.length <= most) return [...points];
  const step = (points.length - 1) / (most - 1);
  return Array.from({ length: most }, (_, at) => points[Math.round(at * step)]!);
}
