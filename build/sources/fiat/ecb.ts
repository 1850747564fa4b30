import { XMLParser } from "fast-xml-parser";
import { z } from "zod";
import { DAY_MS, HOUR_MS, SECOND_MS } from "../../lib/time.ts";
import { guardXml, MAX_XML_BYTES } from "../../lib/xml-guard.ts";
import { day, mapRows, positive, rows } from "../kit/schema.ts";
import { defineFeed, defineSource } from "../source.ts";
import { buildFiatRate, CurrencyCode, findNextFixing } from "./fiat-rate.ts";

const BASE = "EUR";

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "",
  parseAttributeValue: false,
  removeNSPrefix: true,
  processEntities: false,
  isArray: (_name, path) => path === "Envelope.Cube.Cube.Cube",
});

/** An envelope, a cube for the table, a cube for the day, and a cube for each currency. */
const Envelope = z.object({
  Envelope: z.object({
    Cube: z.object({
      Cube: z.object({ time: day, Cube: rows(z.object({ currency: CurrencyCode, rate: positive })) }),
    }),
  }),
});

const daily = defineFeed({
  id: "daily",
  kind: "rate",
  refreshMs: 6 * HOUR_MS,
  format: "text",
  maxBytes: MAX_XML_BYTES,
  requests: () => [{ url: "https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml" }],
  // With `true` the parser checks that the document is well-formed before it reads it.
  schema: z
    .string()
    .transform((text): unknown => parser.parse(guardXml(text, ["gesmes:envelope"]), true))
    .pipe(Envelope),
  normalise: (body, context) => {
    const { time, Cube } = body.Envelope.Cube.Cube;
    return mapRows(Cube, (row) => buildFiatRate(BASE, row.currency, row.rate, time, context.now));
  },
});

export const ecb = defineSource({
  id: "ecb",
  name: "European Central Bank",
  homepage: "https://www.ecb.europa.eu/stats/policy_and_exchange_rates/euro_reference_exchange_rates/",
  license: "ECB statistics, free reuse with source credit",
  termsUrl: "https://www.ecb.europa.eu/services/using-our-site/disclaimer/html/index.en.html",
  attribution: "Source: European Central Bank, euro foreign exchange reference rates",
  redistribution: "attribution",
  pacing: {
    concurrency: 1,
    intervalMs: SECOND_MS,
    reason: "one small file, updated on working days about 16:00 CET",
  },
  cadenceMs: DAY_MS,
  priority: 1,
  origin: "central bank",
  nextDueMs: findNextFixing,
  feeds: [daily],
});
