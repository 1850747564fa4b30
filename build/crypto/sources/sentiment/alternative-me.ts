import { z } from "zod";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../../lib/time.ts";
import { type Dropped, type IndexValue, rejected } from "../../normalise/record.ts";
import { findField } from "../kit/error-body.ts";
import { acceptPastTime, label, mapRows, maybeNumeric, numeric, rows } from "../kit/schema.ts";
import { defineTerms } from "../kit/terms.ts";
import { defineFeed, defineSource, type NormaliseContext } from "../source.ts";

const API = "https://api.alternative.me/fng/";

/** Every number is a text; only the newest row has `time_until_update`, in seconds. */
const Row = z.object({
  value: numeric.refine(
    (value) => Number.isInteger(value) && value >= 0 && value <= 100,
    "not an integer from 0 to 100",
  ),
  // Published as given: the bands behind the words are not the documented ones.
  value_classification: label,
  timestamp: numeric,
  time_until_update: maybeNumeric,
});

const Body = z.object({ data: rows(Row) });

const index = {
  kind: "index",
  schema: Body,
  normalise: normaliseBody,
} as const;

const latest = defineFeed({
  ...index,
  id: "latest",
  refreshMs: HOUR_MS,
  maxBytes: 1024 * 1024,
  requests: () => [{ url: `${API}?limit=2` }],
});

/** Every day since February 2018; a few are missing and stay so. */
const history = defineFeed({
  ...index,
  id: "history",
  refreshMs: DAY_MS,
  optional: true,
  maxBytes: 8 * 1024 * 1024,
  requests: () => [{ url: `${API}?limit=0` }],
});

export const alternativeMe = defineSource({
  id: "alternative-me",
  name: "Alternative.me",
  homepage: "https://alternative.me/crypto/",
  license: "free use with the source credited next to the data",
  terms: defineTerms({
    url: "https://alternative.me/crypto/fear-and-greed-index/",
    ground: { kind: "reported", on: "2026-11-23", by: "public reports" },
    says: "Free use with attribution is reported second-hand; the terms themselves were not read.",
  }),
  attribution: "Crypto Fear & Greed Index by Alternative.me (https://alternative.me/crypto/fear-and-greed-index/)",
  pacing: {
    concurrency: 1,
    intervalMs: SECOND_MS,
    reason: "60 requests a minute",
    giveUpAfter429: 3,
  },
  cadenceMs: DAY_MS,
  findError: findMetadataError,
  feeds: [latest, history],
});

function normaliseBody(body: z.infer<typeof Body>, context: NormaliseContext): Iterable<IndexValue | Dropped> {
  return mapRows(body.data, (row) => {
    const timeMs = acceptPastTime(row.timestamp * SECOND_MS, context.now);
    if (timeMs === null) return rejected("time in the future");
    return {
      timeMs,
      value: row.value,
      classification: row.value_classification,
      nextUpdateMs: findNextUpdate(row.time_until_update, context),
    };
  });
}

/**
 * The countdown plus the server's time, to the minute: the seconds jitter with the upstream's
 * cache, and would make two builds of one day differ.
 */
function findNextUpdate(seconds: number | null, context: NormaliseContext): number | null {
  if (seconds === null || seconds < 0 || seconds > 2 * (DAY_MS / SECOND_MS)) return null;
  const timeMs = (context.serverTimeMs ?? context.now) + seconds * SECOND_MS;
  return Math.round(timeMs / MINUTE_MS) * MINUTE_MS;
}

function findMetadataError(body: unknown): string | undefined {
  const error = findField(body, "metadata", "error");
  return typeof error === "string" && error !== "" ? error : undefined;
}
