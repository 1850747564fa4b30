import type { ZodType } from "zod";
import type { Pacing } from "../../kit/platform/pacing.ts";
import type { Dropped, RecordKind, RecordKinds, Terms } from "../normalise/record.ts";
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
   * When the value that follows one observed then is due, both in unix milliseconds: from then on,
   * `refreshMs` does not hold back a request. Absent: one cadence later.
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
  /** The form of its answers. Absent: JSON. */
  format?: "text";
  /** The upstream's message when a body is an error with status 200. */
  findError?(body: unknown): string | undefined;
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
  /** Which requests are due. Absent: all of them in each read. */
  schedule?(context: ScheduleContext): Schedule;
  /** How long a record is used that no newer answer brought. Absent: for three cadences. */
  keepMs?: number;
  /** Used only when every other source of the kind failed and has no last-known-good answer. */
  fallback?: boolean;
  /** A failure is reported and has no other effect than missing records. */
  optional?: boolean;
  /** Largest accepted body in bytes after decompression. */
  maxBytes: number;
  requests(context: RequestContext): FeedRequest[];
  /** Loose: only the fields that are read. Use `rows` for arrays: a bad row costs only itself. */
  schema: ZodType<Body>;
  /** The records of one body. No record from all requests together is an error. */
  normalise(body: Body, context: NormaliseContext): Iterable<RecordKinds[K] | Dropped>;
}

/** All times in unix milliseconds. */
export interface ScheduleContext {
  now: number;
  /** Every request of the feed. */
  requests: readonly FeedRequest[];
  /** When the pages of the feed were last answered, by URL. Absent: never, or not known. */
  answeredMs: Readonly<Record<string, number>>;
  /**
   * When each feed of the source was last read, before this run. Feeds without a record that is
   * young enough to use are missing.
   */
  readMs: ReadonlyMap<string, number>;
}

/** What one run reads of a feed. */
export interface Schedule {
  /** The requests of this run. The records of the others stay. */
  requests: readonly FeedRequest[];
  /** Once all of these are answered: the age at which the records of the others are dropped. */
  keepMs?: number;
  /** Feeds of the source that go first. If one of them is read, this one waits for a later run. */
  after?: readonly string[];
}

export interface FeedRequest {
  url: string;
  headers?: Record<string, string>;
  /** Tried when the first address failed. */
  fallbackUrl?: string;
  /**
   * Key of the one record that is expected; a failure is remembered under it. The records of
   * earlier runs stay beside it.
   */
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

/** What a run knows that read nothing before, for estimates and trials of a feed. */
export const FIRST_RUN: Omit<RequestContext, "coins" | "detailsPerBuild"> = {
  now: 0,
  apiKeys: {},
  failures: new Map(),
  answeredAtMs: null,
  days: () => [],
  records: () => [],
  lastGood: () => [],
};

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

/** Infers the body type of a feed from its schema. */
export function defineFeed<K extends RecordKind, Body>(feed: Feed<K, Body>): Feed {
  return feed;
}
