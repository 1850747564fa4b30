import type { ZodType } from "zod";
import type { Dropped, Listing, RecordKind, RecordKinds, Redistribution, Ticker } from "../normalise/record.ts";

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
  termsUrl: string;
  /** The credit that the source requires beside its data; `null` where it requires none. */
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
  /** Present on venues whose rows only rename fields: reader and simulator follow from it. */
  flat?: FlatVenue;
  /** Present on venues whose candles can be a coin's history. */
  candles?: VenueCandles;
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

/**
 * The fields of a venue's listing and tickers, by the upstream's names. The venue's two feeds and
 * its simulator in the demo market both follow from this declaration.
 */
export interface FlatVenue {
  /** The name of a market: `{BASE}-{QUOTE}`, `{base}{quote}` (lower-case). */
  form: string;
  /** The two calls may spell the name in different cases. */
  ignoreCase?: true;
  /** How prices and volumes are sent. */
  numbers: "text" | "number";
  /** The field that tells an error, its value when all is well, and the fields of the message. */
  status?: { field: string; ok: string | number; words: readonly string[] };
  /** For venues without such a field: the upstream's error message. */
  findError?(body: unknown): string | undefined;
  /** Quotes in which a price is not comparable; volumes count. */
  unpricedQuotes?: readonly string[];
  listing: FlatListing;
  tickers: FlatTickers;
}

export interface FlatListing {
  url: string;
  maxBytes?: number;
  /** The path of the rows in the body (`result.list`). Absent: the body itself. */
  rows?: string;
  market: string;
  /** Absent: the code is part of the market's name. */
  base?: string;
  quote?: string;
  baseName?: string;
  /** A market trades where each of these fields has one of the values. */
  trading: Readonly<Record<string, readonly unknown[]>>;
  /** Absent: every market is a spot market. `bases`: all base codes of the listing, upper-case. */
  findType?(market: FlatMarket, bases: ReadonlySet<string>): Listing["type"];
}

/** A row of a listing; the codes as the venue spells them. */
export interface FlatMarket {
  market: string;
  base: string;
  quote: string;
  baseName: string | null;
  /** All fields of the row, unchecked. */
  fields: Readonly<Record<string, unknown>>;
}

export interface FlatTickers {
  url: string;
  maxBytes?: number;
  rows?: string;
  /** Values that have to stand beside the rows. */
  beside?: Readonly<Record<string, string>>;
  fields: { market: string; last: string } & Partial<
    Record<Exclude<keyof Ticker, "market" | "last" | "base" | "quote" | "priced">, string>
  >;
  /** The change in 24 hours, where a row lacks its open; in percent, as a ratio or as a price. */
  change?: { field: string; unit: "percent" | "ratio" | "price" };
  /** Markets that never traded have no last price; that is not a fault. */
  mayLackLast?: true;
}

/**
 * A venue's candles. Requests, reader and simulator follow from this declaration.
 */
export interface VenueCandles {
  /** Order of preference (rule 5.10), 1 first: depth of history and order books. */
  rank: number;
  /** The quote of the markets that are used. */
  quote: "USD" | "USDT";
  /**
   * The address with `{market}`, `{interval}` and bounds in `Ms`, `Seconds` or `Iso`: `from`, `to`
   * (not included), `before` and `end` (one unit earlier than these), `last` (the last start).
   */
  url: string;
  /** How the address writes an hour and a day. */
  intervals: readonly [hour: string, day: string];
  /** The market's name in the address, where it is not the listing's. */
  nameOf?(market: string): string;
  maxPerCall: number;
  reach?: number;
  /** The path of the rows in the body. */
  rows?: string;
  /** What stands where in a row; `time`, `close` and `baseVolume` have to be among it. */
  columns: readonly string[] | Readonly<Record<string, string>>;
  timeUnitMs: number;
}

export interface Feed<K extends RecordKind = RecordKind, Body = unknown> {
  /** Unique within the source. */
  id: string;
  kind: K;
  /** Feeds of the same source that must have been read before. */
  needs?: readonly string[];
  /** Requested again when the last-known-good answer is older than this. Absent: in every run. */
  refreshMs?: number;
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

/** Infers the body type of a feed from its schema. */
export function defineFeed<K extends RecordKind, Body>(feed: Feed<K, Body>): Feed {
  return feed as unknown as Feed;
}
