import type { ZodType } from "zod";
import type { Dropped, RecordKind, RecordKinds, Redistribution } from "../normalise/record.ts";

/**
 * The contract of an upstream: what to ask and how to read it. Everything else (HTTP, retries, pacing, fallbacks,
 * plausibility) belongs to the framework. A source is pure: no fetch, no clock, no catch, no rounding, no inversion.
 */
export interface Source {
  /** Equals the file name. */
  id: string;
  name: string;
  homepage: string;
  /** Short licence or terms name, published with every answer that rests on the source. */
  license: string;
  termsUrl: string;
  /** The sentence the source wants to see beside its data; `null` where it asks for none. */
  attribution: string | null;
  /**
   * What its terms say about publishing its values again. `--open-only` builds without the
   * restricted ones.
   */
  redistribution: Redistribution;
  /** Set when the source is off unless the configuration turns it on: the reason. */
  offByDefault?: string;
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
  feeds: readonly Feed[];
}

/** Limits that hold per host. */
export interface Pacing {
  /** Requests under way at once. */
  concurrency: number;
  /** Between the starts of two requests. */
  intervalMs: number;
  /** The reason or the documented limit, for the reader. */
  reason: string;
  /** The host is left alone for the rest of the run after so many answers of 429 in a row. */
  giveUpAfter429?: number;
  /** The longest `Retry-After` that is waited for. */
  maxRetryAfterMs?: number;
}

export interface Venue {
  /** Weight of its vote on a price, aggregation rule 5.5: 1, 0.7 or 0.4. An editable judgement. */
  trust: number;
  /** Its USD books may anchor the dollar (rule 5.3). */
  usdFiat: boolean;
  /** Its id in CoinGecko's list of exchanges: name, country, year and logo come from there. */
  geckoId: string;
}

export interface Feed<K extends RecordKind = RecordKind, Body = unknown> {
  /** Unique within the source. */
  id: string;
  kind: K;
  /** Feeds of the same source that must have been read before. */
  needs?: readonly string[];
  /** Asked again only when the last good answer is older than this. Absent: in every run. */
  refreshMs?: number;
  /** Records of earlier runs stay until this old and are replaced by key. Absent: each answer replaces the last. */
  keepMs?: number;
  /** Its last good answer stands in for a failed one until this old. Absent: for three cadences. */
  standInMs?: number;
  /**
   * What still holds of a record of the last good answer where a sound answer has rows at fault and this record is missing: a damaged
   * row must cost its own numbers, and not who it is about. Absent: nothing does. Needs `key`.
   */
  standIn?: (record: RecordKinds[K]) => RecordKinds[K];
  /** Identifies a record within the feed, where pages or runs are merged. */
  key?: (record: RecordKinds[K]) => string;
  /** Asked only when every other source of the same kind failed in this run and has no last good answer of the last three cadences. */
  fallback?: boolean;
  /**
   * A fallback is also asked when its last good answer is older than this: the identity registry
   * learns its ids in time.
   */
  learnMs?: number;
  /** A failure of it is reported but costs no more than its own absence (details, extras). */
  optional?: boolean;
  format: "json" | "text";
  /** Largest accepted body in bytes after decompression. */
  maxBytes: number;
  requests(context: RequestContext): FeedRequest[];
  /** The upstream's own words when the body is an error answered with status 200. */
  findError?(body: unknown): string | undefined;
  /** Loose: only what is read. Use `rows` for arrays, so that one bad row costs only itself. */
  schema: ZodType<Body>;
  /** The records of one body. An empty result of all requests together is an error, never an empty day. */
  normalise(body: Body, context: NormaliseContext): Iterable<RecordKinds[K] | Dropped>;
}

export interface FeedRequest {
  url: string;
  headers?: Record<string, string>;
  /** Tried when the first address failed. */
  fallbackUrl?: string;
  /** Key of the one record that it is to bring: where that does not come, the failure is remembered. */
  brings?: string;
}

/** What came of asking for one record lately. */
export interface RequestFailure {
  /** Failures since it last came. */
  inARow: number;
  /** When it was last asked for. */
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
  /** Of this feed's requests that bring one record each, by the key of that record. */
  failures: ReadonlyMap<string, RequestFailure>;
  /** Records of another feed of the same source, read in this run or (`lastGood`) in an earlier one. */
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

/** Checks a source against the contract where it is written; the identity at run time. */
export function defineSource(source: Source): Source {
  return source;
}

/** Infers the body type of a feed from its schema. */
export function defineFeed<K extends RecordKind, Body>(feed: Feed<K, Body>): Feed {
  return feed as unknown as Feed;
}
