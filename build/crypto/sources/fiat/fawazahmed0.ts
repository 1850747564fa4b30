import { z } from "zod";
import { DAY_MS, HOUR_MS, SECOND_MS } from "../../../lib/time.ts";
import { ISO_4217 } from "../../normalise/iso-4217.ts";
import { Dropped, ignored } from "../../normalise/record.ts";
import { day, keyedRows, positive } from "../kit/schema.ts";
import { defineTerms } from "../kit/terms.ts";
import { defineFeed, defineSource } from "../source.ts";
import { buildFiatRate } from "./fiat-rate.ts";

const FILE = "v1/currencies/usd.min.json";

/** Some 150 currencies once a day, among dead currencies and crypto assets, all in lower case. */
const latest = defineFeed({
  id: "latest",
  kind: "rate",
  refreshMs: 6 * HOUR_MS,
  maxBytes: 1024 * 1024,
  requests: () => [
    {
      url: `https://cdn.jsdelivr.net/npm/@fawazahmed0/currency-api@latest/${FILE}`,
      fallbackUrl: `https://latest.currency-api.pages.dev/${FILE}`,
    },
  ],
  schema: z.object({ date: day, usd: keyedRows(positive) }),
  normalise: (body, context) =>
    body.usd.map(([code, rate]) => {
      const quote = code.toUpperCase();
      if (!ISO_4217.has(quote)) return ignored("not a currency in circulation");
      if (quote === "USD") return ignored("the base itself");
      return rate instanceof Dropped ? rate : buildFiatRate("USD", quote, rate, body.date, context.now);
    }),
});

export const fawazahmed0 = defineSource({
  id: "fawazahmed0",
  name: "fawazahmed0 currency-api",
  homepage: "https://github.com/fawazahmed0/exchange-api",
  license: "CC0-1.0",
  terms: defineTerms({
    url: "https://github.com/fawazahmed0/exchange-api/blob/main/LICENSE",
    ground: {
      kind: "reported",
      on: "2026-11-23",
      by: "public reports",
      licence: "CC0-1.0, in github.com/fawazahmed0/exchange-api",
    },
    says: "The data is dedicated to the public domain.",
    derived: "allowed",
    class: "open",
  }),
  attribution: null,
  pacing: {
    concurrency: 1,
    intervalMs: SECOND_MS,
    reason: "a file on a CDN without a limit, updated once a day",
  },
  cadenceMs: DAY_MS,
  feeds: [latest],
});
