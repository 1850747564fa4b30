import { z } from "zod";
import { type Answer, envelope } from "../../../kit/api/endpoint.ts";
import * as schema from "../../../kit/api/schema.ts";
import type { Fixings } from "../../history/datasets/fixings.ts";
import type { Market } from "../../market/model/market.ts";
import { defineSingle } from "../define-endpoint.ts";
import { FIXED_AT_MS } from "../quote/fixing.ts";

export const exchangeRatesHistory = defineSingle({
  id: "exchange-rates-history",
  path: "/exchange-rates/history",
  docs: {
    tag: "fiat",
    title: "Exchange rate history",
    description:
      "The European Central Bank's fixings of every banking day since 1999, to convert past prices. A fixing counts from 15:00 UTC of its day; on weekends and holidays the last one before counts. The bank's rates are changed: they are converted from the euro to one US dollar, EUR with twelve significant digits, as in the current rates, the others with eight.",
  },
  kinds: ["rate"],
  body: envelope(
    schema.object("Past exchange rates", {
      base: z.literal("USD").describe("The base currency"),
      dates: z.array(schema.day("A day with a fixing")).describe("The days of the fixings, ascending"),
      rates: z
        .record(
          z.string().regex(/^[A-Z]{3}$/),
          z.array(z.number().positive().nullable()).describe("Units for one US dollar by date; null without a fixing"),
        )
        .describe("One value per date for each currency, by ISO 4217 code"),
    }),
  ),
  from: ({ fixings }) => (fixings.days.length === 0 ? undefined : fixings),
  inputs({ fixings, market, run, sample }) {
    const { version } = fixings;
    if (version === undefined) return undefined;
    const timing = findTiming(fixings, market);
    // Without a due time the answer expires at a time that is not known here.
    if (timing.dueAtMs === undefined) return undefined;
    const expiresAtMs = timing.dueAtMs + Math.max(run.cadenceMs, timing.cadenceMs);
    return JSON.stringify({ version, ...timing, expiresAtMs, late: expiresAtMs <= market.asOfMs, sample });
  },
  compute(fixings, { market }): Answer {
    const { days, rates, sources } = fixings;
    return {
      data: { base: "USD", dates: days, rates },
      observedAtMs: Date.parse(days.at(-1)!) + FIXED_AT_MS,
      sources,
      ...findTiming(fixings, market),
    };
  },
});

/** As the current rates of the same source. */
function findTiming({ sources }: Fixings, { datasets }: Market) {
  const dataset = datasets.find(({ kind, source }) => kind === "rate" && sources.includes(source));
  return dataset === undefined
    ? { stale: true }
    : { stale: dataset.stale, cadenceMs: dataset.cadenceMs, dueAtMs: dataset.dueAtMs };
}
