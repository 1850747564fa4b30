import { z } from "zod";
import { DAY_MS, HOUR_MS, SECOND_MS } from "../../../lib/time.ts";
import { Dropped } from "../../normalise/record.ts";
import { findErrorText } from "../kit/error-body.ts";
import { day, keyedRows, positive } from "../kit/schema.ts";
import { defineTerms } from "../kit/terms.ts";
import { defineFeed, defineSource } from "../source.ts";
import { buildFiatRate, CurrencyCode, findNextFixing } from "./fiat-rate.ts";

/** About thirty currencies of the ECB, rebased to USD; working days only. */
const latest = defineFeed({
  id: "latest",
  kind: "rate",
  refreshMs: 6 * HOUR_MS,
  maxBytes: 1024 * 1024,
  requests: () => [{ url: "https://api.frankfurter.dev/v1/latest?base=USD" }],
  // Rates are per `amount` of the base: anything but 1 would need a division here.
  schema: z.object({ amount: z.literal(1), base: CurrencyCode, date: day, rates: keyedRows(positive) }),
  normalise: (body, context) =>
    body.rates.map(([quote, rate]) =>
      rate instanceof Dropped ? rate : buildFiatRate(body.base, quote, rate, body.date, context.now),
    ),
});

export const frankfurter = defineSource({
  id: "frankfurter",
  name: "Frankfurter",
  homepage: "https://frankfurter.dev",
  license: "MIT software, reference rates of the European Central Bank",
  terms: defineTerms({
    url: "https://frankfurter.dev",
    ground: {
      kind: "reported",
      on: "2026-11-23",
      by: "public reports",
      licence: "MIT, in github.com/lineofflight/frankfurter",
    },
    says: "The software is under the MIT licence; the rates are those of the named central bank, with credit.",
    class: "attribution",
  }),
  attribution: "Exchange rates by Frankfurter (https://frankfurter.dev) from the European Central Bank",
  pacing: {
    concurrency: 1,
    intervalMs: SECOND_MS,
    reason: "no quota; limited against abuse only",
  },
  cadenceMs: DAY_MS,
  // A mirror of the ECB: newer where the ECB did not respond.
  priority: 2,
  origin: "central bank",
  nextDueMs: findNextFixing,
  findError: findErrorText,
  feeds: [latest],
});
