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
  /** Its coins have ids of its own (`sourceId`), so that it does not decide which coins exist. */
  ownIds?: true;
  /** Present on exchanges whose tickers are aggregated. */
  venue?: Venue;
  /** Present on venues whose rows only rename fields: reader and simulator follow from it. */
  flat?: FlatVenue;
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

export interface Feed<K extends RecordKind = RecordKind, Body = unknown> {
  /** Unique within the source. */
  id: string;
  kind: K;
  /** Feeds of the same source that must have been read before. */
  needs?: readonly string[];
  /** Asked again only when the last good answer is older than this. Absent: in every run. */
  refreshMs?: number;
  /**
   * Records of earlier runs stay until this old and are replaced by key. Absent: each answer
   * replaces the last.
   */
  keepMs?: number;
  /** Its last good answer stands in for a failed one until this old. Absent: for three cadences. */
  standInMs?: number;
  /**
   * What still holds of a record of the last good answer where a sound answer has rows at fault and
   * this record is missing: a damaged row must cost its own numbers, and not who it is about.
   * Absent: nothing does. Needs `key`.
   */
  standIn?: (record: RecordKinds[K]) => RecordKinds[K];
  /** Identifies a record within the feed, where pages or runs are merged. */
  key?: (record: RecordKinds[K]) => string;
  /**
   * Asked only when every other source of the same kind failed in this run and has no last good
   * answer of the last three cadences.
   */
  fallback?: boolean;
  /**
   * A fallback is also asked when its last good answer is older than this: the identity registry
   * learns its ids in time.
   */
  learnMs?: number;
  /** A failure of it is reported but costs no more than its own absence (details, extras). */
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
  /** The upstream's own words when the body is an error answered with status 200. */
  findError?(body: unknown): string | undefined;
  /** Loose: only what is read. Use `rows` for arrays, so that one bad row costs only itself. */
  schema: ZodType<Body>;
  /**
   * The records of one body. An empty result of all requests together is an error, never an empty
   * day.
   */
  normalise(body: Body, context: NormaliseContext): Iterable<RecordKinds[K] | Dropped>;
}

export interface FeedRequest {
  url: string;
  headers?: Record<string, string>;
  /** Tried when the first address failed. */
  fallbackUrl?: string;
  /**
   * Key of the one record that it is to bring: where that does not come, the failure is remembered.
   */
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

/** Checks a source against the contract where it is written; the identity at run time. */
export function defineSource(source: Source): Source {
  return source;
}

/** Infers the body type of a feed from its schema. */
export function defineFeed<K extends RecordKind, Body>(feed: Feed<K, Body>): Feed {
  return feed as unknown as Feed;
}
