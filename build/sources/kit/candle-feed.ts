import type { ZodType } from "zod";
import { Dropped, rejected } from "../../normalise/record.ts";
import type { FeedRequest } from "../source.ts";

/** What traded in one book during one interval. */
export interface Candle {
  /** The start of the interval, UTC, unix milliseconds. */
  timeMs: number;
  /** The last price of the interval, in quote per base. */
  close: number;
  /** In base units. */
  baseVolume: number | null;
  /** In quote units. */
  quoteVolume: number | null;
}

/** A venue's candles of one interval: the requests and how to read the answers. Pure. */
export interface CandleFeed<Body = unknown> {
  /** The id of the source whose pacing and terms hold. */
  source: string;
  intervalMs: number;
  /** The most candles that one answer carries. */
  maxPerCall: number;
  /** How many intervals back from now the venue answers at all. Absent: its whole history. */
  reach?: number;
  /** Largest accepted body in bytes after decompression. */
  maxBytes: number;
  /** Requests candles with `fromMs <= start < toMs`. `market` is the name in the listing. */
  request(market: string, fromMs: number, toMs: number): FeedRequest;
  /** The upstream's own words when the body is an error answered with status 200. */
  findError?(body: unknown): string | undefined;
  schema: ZodType<Body>;
  /** Ascending, each interval once, closed and in the range. Throws on an invalid body. */
  normalise(body: Body, context: CandleContext): Candle[];
}

export interface CandleContext {
  /** When the answer arrived. */
  now: number;
  fromMs: number;
  toMs: number;
}

/** As in every feed: the answer is refused when more than a fifth of its rows are invalid. */
const MAX_FAULT_SHARE = 0.2;

/**
 * Orders the rows of one answer. Leaves out the open interval, intervals out of range, and those
 * without a trade: some venues repeat the last price there. A start off the UTC grid is a fault:
 * such days begin at another midnight.
 */
export function acceptCandles(rows: Iterable<Candle | Dropped>, intervalMs: number, context: CandleContext): Candle[] {
  const { now, fromMs, toMs } = context;
  const byTime = new Map<number, Candle>();
  let total = 0;
  const faults: Dropped[] = [];
  for (const row of rows) {
    total += 1;
    if (row instanceof Dropped) faults.push(row);
    else if (row.timeMs % intervalMs !== 0) faults.push(rejected("an interval that begins off the UTC grid"));
    else if (row.timeMs >= fromMs && row.timeMs < toMs && row.timeMs + intervalMs <= now && row.baseVolume !== 0) {
      byTime.set(row.timeMs, row);
    }
  }
  const [first] = faults;
  if (first !== undefined && faults.length > MAX_FAULT_SHARE * total) {
    throw new Error(`${faults.length} of ${total} candles are at fault: ${first.reason}`);
  }
  return [...byTime.values()].sort((a, b) => a.timeMs - b.timeMs);
}

/** Infers the body type of a candle feed from its schema. */
export function defineCandleFeed<Body>(feed: CandleFeed<Body>): CandleFeed {
  return feed as unknown as CandleFeed;
}
