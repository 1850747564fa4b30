import { z } from "zod";
import { type Answer, defineSingle } from "../endpoint.ts";
import { day, object } from "../field.ts";
import { FIXED_AT_MS } from "../quote/fixing.ts";

export const exchangeRatesHistory = defineSingle({
  id: "exchange-rates-history",
  path: "/exchange-rates/history",
  tag: "fiat",
  title: "Exchange rate history",
  description:
    "The European Central Bank's fixings of every banking day since 1999, to convert past prices. A fixing counts from 15:00 UTC of its day; on weekends and holidays the last one before counts. Computed from the bank's rates against the euro: EUR with twelve significant digits, as in the current rates, the others with eight.",
  kinds: ["rate"],
  data: object("Past exchange rates", {
    base: z.literal("USD").describe("The base currency"),
    dates: z.array(day("A day with a fixing")).describe("The days of the fixings, ascending"),
    rates: z
      .record(
        z.string().regex(/^[A-Z]{3}$/),
        z.array(z.number().positive().nullable()).describe("Units for one US dollar by date; null without a fixing"),
      )
      .describe("One value per date for each currency, by ISO 4217 code"),
  }),
  from: ({ fixings }) => (fixings.days.length === 0 ? undefined : fixings),
  compute({ days, rates, sources }, { market }): Answer {
    const dataset = market.datasets.find(({ kind, source }) => kind === "rate" && sources.includes(source));
    const timing = dataset && { cadenceMs: dataset.cadenceMs, dueAtMs: dataset.dueAtMs };
    return {
      data: { base: "USD", dates: days, rates },
      observedAtMs: Date.parse(days.at(-1)!) + FIXED_AT_MS,
      sources,
      stale: dataset?.stale ?? true,
      ...timing,
    };
  },
});
