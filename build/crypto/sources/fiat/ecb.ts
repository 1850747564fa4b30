import { XMLParser } from "fast-xml-parser";
import { z } from "zod";
import { DAY_MS, HOUR_MS, SECOND_MS } from "../../../lib/time.ts";
import { guardXml, MAX_XML_BYTES } from "../../../lib/xml-guard.ts";
import { Dropped, rejected } from "../../normalise/record.ts";
import { day, mapRows, positive, rows } from "../kit/schema.ts";
import { defineTerms } from "../kit/terms.ts";
import { defineFeed, defineSource, type RequestContext } from "../source.ts";
import { buildFiatRate, CurrencyCode, findMissingFixing, findNextFixing, isHistoryIncomplete } from "./fiat-rate.ts";

const BASE = "EUR";
const FOLDER = "https://www.ecb.europa.eu/stats/eurofxref";
const ROOTS = ["gesmes:envelope"];

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "",
  parseAttributeValue: false,
  removeNSPrefix: true,
  processEntities: false,
  // Names are enough, and texts of paths would cost a quarter of the time.
  jPath: false,
  isArray: (name) => name === "Cube",
});

/** A cube for the table; in it one for each day; in that one for each currency. */
const Day = z.object({ time: day, Cube: rows(z.object({ currency: CurrencyCode, rate: positive })) });
const Table = z.object({ Envelope: z.object({ Cube: z.tuple([z.object({ Cube: rows(Day) })]) }) });
const Sheet = z.object({ Envelope: z.object({ Cube: z.tuple([z.object({ Cube: z.tuple([Day]) })]) }) });

/** With `true` the parser checks that the document is well-formed before it reads it. */
const readXml = (maxLength: number) =>
  z.string().transform((text): unknown => parser.parse(guardXml(text, ROOTS, maxLength), true));

const daily = defineFeed({
  id: "daily",
  kind: "rate",
  refreshMs: 6 * HOUR_MS,
  maxBytes: MAX_XML_BYTES,
  requests: () => [{ url: `${FOLDER}/eurofxref-daily.xml` }],
  schema: readXml(MAX_XML_BYTES).pipe(Sheet),
  normalise: (body, context) => {
    const [{ time, Cube }] = body.Envelope.Cube[0].Cube;
    return mapRows(Cube, (row) => buildFiatRate(BASE, row.currency, row.rate, time, context.now));
  },
});

const FIRST_DAY = "1999-01-04";
/** 7,100 days in 2026, in some 11 MB. */
const MAX_HISTORY_BYTES = 32 * 1024 * 1024;
/** The short file has 90 days; the rest is room for a late answer. */
const SHORT_MS = 85 * DAY_MS;
const RETRY_MS = 6 * HOUR_MS;

/** Fixings since 1999: read when the state lacks days. `daily` adds the new ones. */
const history = defineFeed({
  id: "history",
  kind: "fixing",
  refreshMs: RETRY_MS,
  optional: true,
  maxBytes: MAX_HISTORY_BYTES,
  requests(context) {
    const { answeredAtMs, now } = context;
    const days = context.days("fixing");
    if ((answeredAtMs === null || isHistoryIncomplete(days, FIRST_DAY)) && isDue(FIRST_DAY, context))
      return [{ url: `${FOLDER}/eurofxref-hist.xml`, brings: FIRST_DAY }];
    const missing = answeredAtMs === null ? undefined : findMissingFixing(days, answeredAtMs);
    if (missing === undefined || !isDue(missing, context)) return [];
    const file = now - Date.parse(missing) < SHORT_MS ? "eurofxref-hist-90d.xml" : "eurofxref-hist.xml";
    return [{ url: `${FOLDER}/${file}`, brings: missing }];
  },
  schema: readXml(MAX_HISTORY_BYTES).pipe(Table),
  normalise: (body) =>
    mapRows(body.Envelope.Cube[0].Cube, ({ time, Cube }) => {
      const good = Cube.flatMap((row) => (row instanceof Dropped ? [] : [[row.currency, row.rate] as const]));
      return good.length * 2 <= Cube.length
        ? rejected("no rates, or mostly malformed ones")
        : { base: BASE, date: time, rates: Object.fromEntries(good) };
    }),
});

/** Each failure to bring a day doubles the time before the next request. */
function isDue(day: string, { failures, now }: RequestContext): boolean {
  const failure = failures.get(day);
  if (failure === undefined) return true;
  const restMs = RETRY_MS * 2 ** (failure.inARow - 1);
  return now < failure.atMs || now - failure.atMs >= restMs;
}

export const ecb = defineSource({
  id: "ecb",
  name: "European Central Bank",
  homepage: "https://www.ecb.europa.eu/stats/policy_and_exchange_rates/euro_reference_exchange_rates/",
  license: "ECB statistics, free reuse with source credit",
  terms: defineTerms({
    url: "https://www.ecb.europa.eu/services/using-our-site/disclaimer/html/index.en.html",
    ground: {
      kind: "reported",
      on: "2026-11-23",
      by: "public reports",
      licence: "the ECB's policy on reuse of its statistics, on its website",
    },
    says: "Reuse is free with the source named; changes to the data must be stated.",
    class: "open",
  }),
  attribution:
    "Source: European Central Bank, euro foreign exchange reference rates. Changed here: each is a rate against " +
    "the US dollar, and a day without a rate has the last one before it.",
  pacing: {
    concurrency: 1,
    intervalMs: SECOND_MS,
    reason: "one small file, updated on working days about 16:00 CET; the history once",
  },
  cadenceMs: DAY_MS,
  priority: 1,
  origin: "central bank",
  nextDueMs: findNextFixing,
  format: "text",
  feeds: [daily, history],
});
