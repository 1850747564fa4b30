import {
  isDay,
  isFlag,
  isNumber,
  isOneOf,
  isText,
  isTimeMs,
  listOf,
  mapOf,
  objectOf,
  optional,
  orNull,
  type Shape,
} from "../lib/shape.ts";
import type { KnownIdentity } from "../normalise/identify.ts";
import { RECORD_SHAPES } from "../normalise/record-shape.ts";
import type { IdentityChange, TextOwner } from "./coins/coin-key.ts";
import type { CoinIdentity, IdentityLink, IdentityRegistry } from "./coins/identity-registry.ts";
import type { RememberedSupply } from "./coins/validate-supply.ts";
import type { BuildTrace } from "./gate/run-report.ts";
import type { MarketMemory, RememberedPrice } from "./market-memory.ts";
import type { UnchangedRun } from "./quotes/live-listings.ts";
import type { RememberedGlobal } from "./totals/global.ts";
import type { RememberedDefi } from "./totals/validate-defi.ts";
import type { RememberedRate } from "./totals/validate-rate.ts";

const isRate = objectOf<RememberedRate>({
  rate: isNumber,
  date: isDay,
  pending: orNull(objectOf<{ rate: number; date: string }>({ rate: isNumber, date: isDay })),
  anchor: optional(objectOf<NonNullable<RememberedRate["anchor"]>>({ rate: isNumber, date: isDay, confirmed: isFlag })),
});

const isOwner = objectOf<TextOwner>({
  id: isText,
  seenMs: isTimeMs,
  provisional: optional(isFlag),
  formerKey: optional(isOneOf(true)),
  rival: optional(objectOf<{ id: string; sinceMs: number }>({ id: isText, sinceMs: isTimeMs })),
});

const isIdentityChange = objectOf<IdentityChange>({ text: isText, from: isText, to: isText, atMs: isTimeMs });

const isNamedIdentity = objectOf<Exclude<KnownIdentity, string>>({ coinId: isText, name: isText });
const isKnownIdentity: Shape<KnownIdentity> = (value): value is KnownIdentity =>
  isText(value) || isNamedIdentity(value);

const isCoinIdentity = objectOf<CoinIdentity>({
  symbol: isText,
  name: isText,
  formerSymbols: listOf(isText),
  formerNames: listOf(isText),
  contracts: mapOf(isText),
  supply: orNull(objectOf<{ circulating: number; timeMs: number }>({ circulating: isNumber, timeMs: isTimeMs })),
  provisional: isFlag,
});

const isLink = objectOf<IdentityLink>({
  coinId: orNull(isText),
  learned: isFlag,
  candidate: orNull(
    objectOf<NonNullable<IdentityLink["candidate"]>>({ coinId: isText, builds: isNumber, firstDay: isNumber }),
  ),
  contradictedSinceMs: orNull(isTimeMs),
});

const isGlobal = objectOf<RememberedGlobal>({
  source: isText,
  record: RECORD_SHAPES.global,
  timeMs: isTimeMs,
  anchor: optional(
    objectOf<NonNullable<RememberedGlobal["anchor"]>>({
      timeMs: isTimeMs,
      coins: isNumber,
      marketCapRatio: isNumber,
      volumeRatio: isNumber,
    }),
  ),
});

const isDefi = objectOf<RememberedDefi>({
  timeMs: isTimeMs,
  total: objectOf<RememberedDefi["total"]>({ timeMs: isTimeMs, tvlUsd: isNumber }),
  protocols: mapOf(isNumber),
  chains: mapOf(isNumber),
  dexVolumeUsd: orNull(isNumber),
  anchor: optional(
    objectOf<NonNullable<RememberedDefi["anchor"]>>({
      timeMs: isTimeMs,
      tvlUsd: isNumber,
      marketCap: orNull(isNumber),
      chains: orNull(isNumber),
      protocols: orNull(isNumber),
    }),
  ),
});

const isPrice = objectOf<RememberedPrice>({
  priceUsd: orNull(isNumber),
  timeMs: isTimeMs,
  confirmedUsd: optional(isNumber),
});

const isRun = objectOf<UnchangedRun>({
  last: isNumber,
  baseVolume: orNull(isNumber),
  bid: optional(orNull(isNumber)),
  ask: optional(orNull(isNumber)),
  sinceMs: isTimeMs,
  builds: isNumber,
});

/** The market's memory of earlier builds. */
export const isMarketMemory = objectOf<MarketMemory>({
  timeMs: isTimeMs,
  known: mapOf(isKnownIdentity),
  owners: mapOf(isOwner),
  identityChanges: optional(listOf(isIdentityChange)),
  prices: mapOf(isPrice),
  rates: optional(mapOf(isRate)),
  global: optional(isGlobal),
  supplies: optional(mapOf(objectOf<RememberedSupply>({ circulating: isNumber, timeMs: isTimeMs }))),
  defi: optional(isDefi),
  identities: optional(objectOf<IdentityRegistry>({ coins: mapOf(isCoinIdentity), links: mapOf(mapOf(isLink)) })),
  books: mapOf(isRun),
  sizes: mapOf(isNumber),
  pricedCoins: isNumber,
});

/** Each of these may be missing. Without owners, coins cannot be told apart. */
export const SPARE_FIELDS: readonly (keyof MarketMemory)[] = ["identityChanges", "rates", "global", "supplies", "defi"];

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
