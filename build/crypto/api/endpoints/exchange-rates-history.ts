import { z } from "zod";
import { type Answer, envelope, type Params } from "../../../kit/api/endpoint.ts";
import type { Parameter } from "../../../kit/api/parameter.ts";
import * as schema from "../../../kit/api/schema.ts";
import type { Fixings } from "../../history/datasets/fixings.ts";
import type { Market } from "../../market/model/market.ts";
import { CENTRAL_BANK_CODES } from "../../normalise/central-bank-codes.ts";
import { defineEndpoint, defineSingle } from "../define-endpoint.ts";
import { FIXED_AT_MS } from "../quote/fixing.ts";
import type { World } from "../world.ts";

const body = envelope(
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
);

export const exchangeRatesHistory = defineSingle({
  id: "exchange-rates-history",
  path: "/exchange-rates/history",
  docs: {
    tag: "history",
    title: "Exchange rate history",
    description:
      "The European Central Bank's fixings of every banking day since 1999, to convert past prices. A fixing " +
      "counts from 15:00 UTC of its day; on weekends and holidays the last one before counts. The bank's rates are " +
      "changed: they are converted from the euro to one US dollar, EUR with twelve significant digits, as in the " +
      "current rates, the others with eight.",
  },
  kinds: ["rate"],
  body,
  from: ({ fixings }) => (fixings.days.length === 0 ? undefined : fixings),
  inputs: (world) => describeInputs(world),
  compute: (fixings, { market }): Answer => answer(fixings, market, fixings),
});

const code = {
  in: "path",
  type: "string",
  description: "A currency of the European Central Bank's list.",
  noun: "currency",
  example: "eur",
  required: true,
} as const satisfies Parameter;

/** A worker reads one of them in a millisecond, and all currencies in ten. */
export const currencyHistory = defineEndpoint({
  id: "currency-history",
  path: "/exchange-rates/history/{code}",
  docs: {
    tag: "history",
    title: "Exchange rate history of a currency",
    description:
      "The European Central Bank's fixings of one currency since 1999. The numbers are those of `exchange-rates/history`, in a tenth of its size; days without a fixing are left out.",
  },
  parameters: { code },
  kinds: ["rate"],
  body,
  *variants({ fixings }): Iterable<Params> {
    if (fixings.days.length > 0) for (const listed of CENTRAL_BANK_CODES) yield { code: listed.toLowerCase() };
  },
  inputs(world, params) {
    const shared = describeInputs(world);
    return shared && JSON.stringify([params["code"], shared]);
  },
  compute({ fixings, market }, params): Answer {
    const currency = String(params["code"]).toUpperCase();
    const column = Object.hasOwn(fixings.rates, currency) ? (fixings.rates[currency] ?? []) : [];
    const rows = [...column.keys()].filter((row) => column[row] !== null);
    const days = rows.flatMap((row) => fixings.days[row] ?? []);
    return answer({ days, rates: { [currency]: rows.map((row) => column[row] ?? null) } }, market, fixings);
  },
});

function answer({ days, rates }: Pick<Fixings, "days" | "rates">, market: Market, whole: Fixings): Answer {
  return {
    data: { base: "USD", dates: days, rates },
    observedAtMs: Date.parse(whole.days.at(-1)!) + FIXED_AT_MS,
    sources: whole.sources,
    ...findTiming(whole, market),
  };
}

function describeInputs({ fixings, market, run, sample }: World): string | undefined {
  const { version } = fixings;
  if (version === undefined) return undefined;
  const timing = findTiming(fixings, market);
  // Without a due time the answer expires at a time that is not known here.
  if (timing.dueAtMs === undefined) return undefined;
  const expiresAtMs = timing.dueAtMs + Math.max(run.cadenceMs, timing.cadenceMs);
  return JSON.stringify({ version, ...timing, expiresAtMs, late: expiresAtMs <= market.asOfMs, sample });
}

/** As the current rates of the same source. */
function findTiming({ sources }: Fixings, { datasets }: Market) {
  const dataset = datasets.find(({ kind, source }) => kind === "rate" && sources.includes(source));
  return dataset === undefined
    ? { stale: true }
    : { stale: dataset.stale, cadenceMs: dataset.cadenceMs, dueAtMs: dataset.dueAtMs };
}
