import type { ZodType } from "zod";
import type { Dropped, RecordKind, RecordKinds, Terms } from "../normalise/record.ts";
import type { Pacing } from "../platform/pacing.ts";
import type { FlatVenue, Venue, VenueCandles } from "./venue.ts";

/**
 * The contract of an upstream: what to ask and how to read it. Everything else (HTTP, retries,
 * pacing, fallbacks, plausibility) belongs to the framework. A source is pure: no fetch, no clock,
 * no catch, no rounding, no inversion.
 */
export interface Source {
  /** Equals the file name. */
  id: string;
  name: string;
  homepage: string;
  /** Short licence or terms name, published with every answer that rests on the source. */
  license: string;
  /**
   * What its terms allow, as far as it is known. `--open-only` builds without the restricted ones.
   */
  terms: Terms;
  /** The credit that the source requires beside its data; `null` where it requires none. */
  attribution: string | null;
  /** Set when the source is off unless the configuration turns it on: the reason. */
  offByDefault?: string;
  /** Set when runners in most regions get no answer: the reason. Its absence opens no issue. */
  oftenAbsent?: string;
  pacing: Pacing;
  /** How often the upstream has something new, in milliseconds. */
  cadenceMs: number;
  /**
   * When the value that follows one observed then is due, both in unix milliseconds. Absent: one
   * cadence later.
   */
  nextDueMs?(observedMs: number): number;
  /**
   * Rank among the sources of the same kind of record, 1 first: its records are used before those
   * of later ones. Absent: after all that have one.
   */
  priority?: number;
  /** Sources with one origin publish the same numbers: their agreement confirms nothing. */
  origin?: string;
  /** Its coins have ids of its own (`sourceId`), so that it does not decide which coins exist. */
  ownIds?: true;
  /** Present on exchanges whose tickers are aggregated. */
  venue?: Venue;
  /** Present on venues whose rows only rename fields: reader and simulator follow from it. */
  flat?: FlatVenue;
  /** Present on venues whose candles can be a coin's history. */
  candles?: VenueCandles;
  feeds: readonly Feed[];
}

export interface Feed<K extends RecordKind = RecordKind, Body = unknown> {
  /** Unique within the source. */
  id: string;
  kind: K;
  /** Feeds of the same source that must have been read before. */
  needs?: readonly string[];
  /** Requested again when the last-known-good answer is older than this. Absent: in every run. */
  refreshMs?: number;
  /**
   * The requests after the first take turns, so that each is made once in this time. The records of
   * the others stay, with their own times. Needs `key`.
   */
  turns?: { everyMs: number };
  /** Of the feeds of a source that alternate, a build reads the one that is most overdue. */
  alternates?: true;
  /** Records of earlier runs are kept until this age. Absent: each answer replaces the last. */
  keepMs?: number;
  /** How long the last-known-good answer replaces a failed one. Absent: for three cadences. */
  standInMs?: number;
  /**
   * The part of a last-known-good record that stays valid when a sound answer lacks the record and
   * has faulty rows: a damaged row loses its numbers but not its identity. Needs `key`.
   */
  standIn?: (record: RecordKinds[K]) => RecordKinds[K];
  /** Identifies a record within the feed, where pages or runs are merged. */
  key?: (record: RecordKinds[K]) => string;
  /** Used only when every other source of the kind failed and has no last-known-good answer. */
  fallback?: boolean;
  /** A fallback is also read at this interval, so that the identity registry learns its ids. */
  learnMs?: number;
  /** A failure is reported and has no other effect than missing records. */
  optional?: boolean;
  /**
   * Its records go to a series of the state, so no last known good answer holds them. It is
   * requested when the series needs them, and its failure is remembered.
   */
  isSeries?: true;
  /** Its rates are a central bank's fixings of their day. */
  isFixing?: true;
  /** How many coins one request covers; a read takes as many requests as the coins need. */
  coinsPerRequest?: number;
  /** A read makes one request for each coin page that the build refreshes. */
  requestPerDetail?: true;
  /** Its coins carry hourly prices, which fill hours without a price of our own. */
  hasHourlyPrices?: true;
  format: "json" | "text";
  /** Largest accepted body in bytes after decompression. */
  maxBytes: number;
  requests(context: RequestContext): FeedRequest[];
  /** The upstream's message when the body is an error with status 200. */
  findError?(body: unknown): string | undefined;
  /** Loose: only the fields that are read. Use `rows` for arrays: a bad row costs only itself. */
  schema: ZodType<Body>;
  /** The records of one body. No record from all requests together is an error. */
  normalise(body: Body, context: NormaliseContext): Iterable<RecordKinds[K] | Dropped>;
}

export interface FeedRequest {
  url: string;
  headers?: Record<string, string>;
  /** Tried when the first address failed. */
  fallbackUrl?: string;
  /** Key of the one record that is expected; a failure is remembered under it. */
  brings?: string;
}

/** The recent failures of the request for one record. */
export interface RequestFailure {
  /** Failures since the last success. */
  inARow: number;
  /** Time of the last request. */
  atMs: number;
}

export interface RequestContext {
  now: number;
  /** How many coins the build covers. */
  coins: number;
  /** How many coin pages to refresh in this run. */
  detailsPerBuild: number;
  /** Keyless by default; a key only raises a limit. */
  apiKeys: Readonly<Record<string, string | undefined>>;
  /** Failures of this feed's requests for one record each, by the key of the record. */
  failures: ReadonlyMap<string, RequestFailure>;
  /** When this feed last answered completely; `null`: never. */
  answeredAtMs: number | null;
  /** The days of the series of a kind in the state, ascending. */
  days(kind: RecordKind): readonly string[];
  /**
   * Records of another feed of the same source, read in this run or (`lastGood`) in an earlier one.
   */
  records<K extends RecordKind>(feed: string, kind: K): readonly RecordKinds[K][];
  lastGood<K extends RecordKind>(feed: string, kind: K): readonly { record: RecordKinds[K]; fetchedAtMs: number }[];
}

export interface NormaliseContext {
  /** When the answer arrived. */
  now: number;
  /** The server's `Date` header, where it sent one. */
  serverTimeMs: number | null;
  request: FeedRequest;
  records<K extends RecordKind>(feed: string, kind: K): readonly RecordKinds[K][];
}

/** Checks the type of a source where it is defined. */
export function defineSource(source: Source): Source {
  return source;
}

/** What identifies a record of a kind; there is one of the others. */
const KEYS: { readonly [K in RecordKind]?: (record: RecordKinds[K]) => string } = {
  listing: ({ market }) => market,
  ticker: ({ market }) => market,
  coin: ({ id }) => id,
  "coin-detail": ({ id }) => id,
  exchange: ({ id }) => id,
  protocol: ({ id }) => id,
  chain: ({ name }) => name,
  tvl: ({ timeMs }) => String(timeMs),
  index: ({ timeMs }) => String(timeMs),
  rate: ({ quote }) => quote,
  fixing: ({ date }) => date,
  article: ({ url }) => url,
};

/** Infers the body type of a feed from its schema; adds the default format and the key. */
export function defineFeed<K extends RecordKind, Body>(
  feed: Omit<Feed<K, Body>, "format" | "key"> & Partial<Pick<Feed, "format">>,
): Feed {
  const key = KEYS[feed.kind];
  return { format: "json", ...(key === undefined ? {} : { key }), ...feed } as unknown as Feed;
}
