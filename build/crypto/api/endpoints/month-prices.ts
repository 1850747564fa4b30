import { z } from "zod";
import { type Answer, envelope, type Params } from "../../../kit/api/endpoint.ts";
import * as schema from "../../../kit/api/schema.ts";
import { BASE_CURRENCY, CurrencyMeta } from "../../../kit/api/schema.ts";
import { DAY_MS, floorTo, getCalendarSpan, renderDay } from "../../../lib/time.ts";
import { defineEndpoint } from "../define-endpoint.ts";
import { FINAL_AFTER_MS, NEVER_MS } from "../moments/day-closes.ts";
import type { World } from "../world.ts";

export const FinalMeta = schema.flag(
  "True from two days after the end: later changes are corrections, and coins without a price may still get one",
);

export const monthPrices = defineEndpoint({
  id: "month-prices",
  path: "/prices/months/{month}",
  docs: {
    tag: "history",
    title: "Prices of a month",
    description:
      "The price of every coin at the end of each closed UTC day of a month, also of coins that are no longer " +
      "listed. `sources` names, day by day, the sources of prices that this project did not compute itself, as " +
      "`origins` does in histories: their terms apply to them.",
  },
  tree: "days",
  parameters: {
    month: {
      in: "path",
      type: "string",
      description: "A UTC month, `yyyy-mm`.",
      noun: "month",
      example: "2026-09",
      required: true,
    },
  },
  kinds: ["ticker", "coin"],
  body: envelope(
    schema.object("The prices of a month", {
      month: schema.text("The UTC month"),
      dates: z.array(schema.day("A closed UTC day")).describe("The days with prices, ascending"),
      coins: z
        .record(z.string(), schema.values("Price of one coin at the end of each day, in meta.currency"))
        .describe("One price per date for each coin, by id; null where none is known"),
      sources: z
        .array(z.array(schema.text("Id of a source")))
        .describe("For each date: sources of prices that this project did not compute itself"),
    }),
    { currency: CurrencyMeta, final: FinalMeta },
  ),
  *variants({ history }): Iterable<Params> {
    const months = new Set((history.days?.times ?? []).map((time) => renderDay(time).slice(0, 7)));
    for (const month of months) yield { month };
  },
  inputs: (world, { month }) => describeMonth(world, String(month)),
  compute({ history, market }, params): Answer {
    const month = String(params["month"]);
    const { startMs, endMs } = getCalendarSpan(month);
    const { times = [], coins = new Map(), sources = [] } = history.days?.read(startMs, endMs - DAY_MS) ?? {};
    const lastMs = times.at(-1);
    if (lastMs === undefined) throw new RangeError(`There are no prices of the month ${month}`);
    const isFinal = endMs + FINAL_AFTER_MS <= market.asOfMs;
    return {
      data: { month, dates: times.map(renderDay), coins: Object.fromEntries(coins), sources },
      meta: { currency: BASE_CURRENCY, final: isFinal },
      sources: [...new Set(sources.flat())].sort(),
      observedAtMs: lastMs + DAY_MS,
      stale: false,
      cadenceMs: isFinal ? NEVER_MS : FINAL_AFTER_MS,
    };
  },
});

/** What the prices of the days of a month depend on, and whether they are final. */
export function describeMonth({ history, market, sample }: World, month: string): string | undefined {
  const { startMs, endMs } = getCalendarSpan(month);
  const version = history.days?.version(new Date(startMs).getUTCFullYear());
  if (version === undefined) return undefined;
  const dayMs = Math.min(floorTo(market.asOfMs, DAY_MS), endMs + FINAL_AFTER_MS);
  return JSON.stringify({ month, version, day: renderDay(dayMs), sample });
}
