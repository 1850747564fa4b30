import { isDay, isFlag, isNumber, isText, isTimeMs, listOf, mapOf, objectOf, optional, orNull } from "../lib/shape.ts";
import { isReferenceGlobal } from "../normalise/record-shape.ts";
import type { RememberedGlobal } from "./believe-global.ts";
import type { RememberedRate } from "./believe-rate.ts";
import type { MarketMemory, RememberedPrice } from "./market-memory.ts";
import type { BuildTrace } from "./run-report.ts";
import type { UnchangedRun } from "./unchanged-book.ts";

const isRate = objectOf<RememberedRate>({
  rate: isNumber,
  date: isDay,
  pending: orNull(objectOf<{ rate: number; date: string }>({ rate: isNumber, date: isDay })),
});

const isOwner = objectOf<MarketMemory["owners"][string]>({
  id: isText,
  seenMs: isTimeMs,
  provisional: optional(isFlag),
});

const isPrice = objectOf<RememberedPrice>({
  priceUsd: orNull(isNumber),
  timeMs: isTimeMs,
  excludedVenues: listOf(isText),
  pendingUsd: orNull(isNumber),
});

const isRun = objectOf<UnchangedRun>({
  last: isNumber,
  baseVolume: orNull(isNumber),
  bid: optional(orNull(isNumber)),
  ask: optional(orNull(isNumber)),
  sinceMs: isTimeMs,
  builds: isNumber,
});

/** What an earlier build left about the market. */
export const isMarketMemory = objectOf<MarketMemory>({
  timeMs: isTimeMs,
  known: mapOf(isText),
  owners: mapOf(isOwner),
  prices: mapOf(isPrice),
  rates: optional(mapOf(isRate)),
  global: optional(objectOf<RememberedGlobal>({ source: isText, record: isReferenceGlobal, timeMs: isTimeMs })),
  books: mapOf(isRun),
  sizes: mapOf(isNumber),
  pricedCoins: isNumber,
});

/** The log of the last builds. */
export const isBuildLog = listOf(
  objectOf<BuildTrace>({
    timeMs: isTimeMs,
    passed: isFlag,
    failedChecks: listOf(isText),
    durationMs: orNull(isNumber),
    coins: isNumber,
    pricedCoins: isNumber,
    tickersUsed: isNumber,
    sources: objectOf<BuildTrace["sources"]>({ ok: isNumber, stale: isNumber, down: isNumber }),
  }),
);
