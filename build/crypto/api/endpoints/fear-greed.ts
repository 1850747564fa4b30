import { z } from "zod";
import { envelope } from "../../../kit/api/endpoint.ts";
import * as schema from "../../../kit/api/schema.ts";
import { DAY_MS, floorTo, renderTime } from "../../../lib/time.ts";
import type { IndexValue } from "../../normalise/record.ts";
import { defineSingle } from "../define-endpoint.ts";

const HISTORY_DAYS = 30;

const VALUE = {
  value: z.number().min(0).max(100).describe("Value of the index, 0 (extreme fear) to 100 (extreme greed)"),
  value_classification: schema.text("The value in words"),
  timestamp: schema.time("The day of the value"),
};

const earlier = (description: string) => z.strictObject(VALUE).nullable().describe(description);

const FearGreed = schema.object("The Fear & Greed Index", {
  ...VALUE,
  next_update_at: schema.maybeTime("When the source will have the next value"),
  previous: schema.object("Earlier values, each with its own time; null if the series is shorter", {
    day: earlier("The newest value that is at least one day older"),
    week: earlier("The newest value that is at least 7 days older"),
    month: earlier("The newest value that is at least 30 days older"),
  }),
  history: schema.points("The values of the last 30 days, as [unix milliseconds, value]"),
});

export type FearGreed = z.infer<typeof FearGreed>;

export const fearGreed = defineSingle({
  id: "fear-greed",
  path: "/fear-greed",
  docs: {
    tag: "market",
    title: "Fear & Greed Index",
    description: "The current Fear & Greed Index, earlier values of it and its last 30 days.",
  },
  kinds: ["index"],
  body: envelope(FearGreed),
  from: ({ market }) => findLatestIndexValue(market.fearGreed),
  compute(current, { market }) {
    const findEarlier = (days: number) => {
      const untilMs = floorTo(current.timeMs, DAY_MS) - (days - 1) * DAY_MS;
      const found = findLatestIndexValue(market.fearGreed.filter((value) => value.timeMs < untilMs));
      return found === undefined ? null : renderValue(found);
    };
    return {
      data: {
        ...renderValue(current),
        next_update_at: current.nextUpdateMs === null ? null : renderTime(current.nextUpdateMs),
        previous: { day: findEarlier(1), week: findEarlier(7), month: findEarlier(30) },
        history: market.fearGreed
          .filter((value) => value.timeMs > current.timeMs - HISTORY_DAYS * DAY_MS)
          .map((value): [number, number] => [value.timeMs, value.value])
          .sort((a, b) => a[0] - b[0]),
      },
    };
  },
});

/** The newest value, whatever the order of the series; `undefined` for an empty one. */
export function findLatestIndexValue(series: readonly IndexValue[]): IndexValue | undefined {
  let latest: IndexValue | undefined;
  for (const value of series) if (latest === undefined || value.timeMs > latest.timeMs) latest = value;
  return latest;
}

function renderValue({ value, classification, timeMs }: IndexValue) {
  return { value, value_classification: classification, timestamp: renderTime(timeMs) };
}
