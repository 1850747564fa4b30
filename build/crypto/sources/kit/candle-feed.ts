import { type ZodType, z } from "zod";
import { SECOND_MS } from "../../../lib/time.ts";
import { Dropped, rejected } from "../../normalise/record.ts";
import type { FeedRequest, Source } from "../source.ts";
import { CANDLE_LENGTHS_MS, type VenueCandles } from "../venue.ts";
import { createBody } from "./flat-venue.ts";
import { amount, mapRows, maybeAmount, maybeText, numeric, positive } from "./schema.ts";

/** What traded in one book during one interval. */
export interface Candle {
  /** The start of the interval, UTC, unix milliseconds. */
  timeMs: number;
  /** Prices of the interval, in quote per base: the first, highest, lowest and last one. */
  open: number;
  high: number;
  low: number;
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
  /** The upstream's message when the body is an error with status 200. */
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

/** A thousand candles take some 100 kB. */
const MAX_BYTES = 4_000_000;

/** One feed for each length of candles. The venue reports errors as in its other answers. */
export function createCandleFeeds({ id, findError, flat }: Source, candles: VenueCandles): CandleFeed[] {
  const { maxPerCall, reach, rows } = candles;
  const schema = createBody(flat?.status, rows === undefined ? {} : { rows }, createRow(candles));
  return CANDLE_LENGTHS_MS.map((intervalMs) => {
    const feed: CandleFeed<z.infer<typeof schema>> = {
      source: id,
      intervalMs,
      maxPerCall,
      maxBytes: MAX_BYTES,
      schema,
      ...(reach === undefined ? {} : { reach }),
      ...(findError === undefined ? {} : { findError }),
      request: (market, fromMs, toMs) => ({ url: renderUrl(candles, market, { intervalMs, fromMs, toMs }) }),
      normalise: (body, context) =>
        acceptCandles(
          mapRows(body, (candle) => candle),
          intervalMs,
          context,
        ),
    };
    return feed;
  });
}

function renderUrl(
  { url, intervals, nameOf }: VenueCandles,
  market: string,
  { intervalMs, fromMs, toMs }: { intervalMs: number; fromMs: number; toMs: number },
): string {
  return url.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (name === "market") return encodeURIComponent(nameOf?.(market) ?? market);
    if (name === "interval") return intervals[CANDLE_LENGTHS_MS.indexOf(intervalMs)] ?? "";
    const [, bound = "", unit] = /^([a-z]+)(Ms|Seconds|Iso)$/.exec(name) ?? [];
    const step = unit === "Seconds" ? SECOND_MS : 1;
    const bounds = { from: fromMs, before: fromMs - step, to: toMs, end: toMs - step, last: toMs - intervalMs };
    const timeMs = bounds[bound as keyof typeof bounds];
    return unit === "Iso" ? new Date(timeMs).toISOString() : String(timeMs / step);
  });
}

/**
 * `undefined`: the venue says that the interval is still open. A row whose high or low contradicts
 * its open and close is a fault.
 */
function createRow({ columns, timeUnitMs }: VenueCandles): ZodType<Candle | undefined> {
  const names = Object.entries(columns);
  const has = (name: string) => names.some(([, column]) => column === name);
  const Row = z.object({
    time: numeric,
    open: positive,
    high: positive,
    low: positive,
    close: positive,
    baseVolume: amount,
    quoteVolume: has("quoteVolume") ? amount : maybeAmount,
    confirmed: has("confirmed") ? z.enum(["0", "1"]) : maybeText,
  });
  return z
    .union([z.array(z.unknown()), z.looseObject({})])
    .transform((row) => Object.fromEntries(names.map(([key, name]) => [name, Reflect.get(row, key)])))
    .pipe(Row.refine(isConsistent, "a high or a low that contradicts open and close"))
    .transform(({ time, open, high, low, close, baseVolume, quoteVolume, confirmed }) =>
      confirmed === "0" ? undefined : { timeMs: time * timeUnitMs, open, high, low, close, baseVolume, quoteVolume },
    );
}

function isConsistent({ open, high, low, close }: Pick<Candle, "open" | "high" | "low" | "close">): boolean {
  return high >= Math.max(open, close) && low <= Math.min(open, close);
}

/** As in every feed: the answer is refused when more than a fifth of its rows are invalid. */
const MAX_FAULT_SHARE = 0.2;

/**
 * Orders the rows of one answer. Leaves out the open interval, intervals out of range, and those
 * without a trade: some venues repeat the last price there. A start off the UTC grid is a fault:
 * such days begin at another midnight. Two different rows of one interval are a fault, and neither
 * counts.
 */
export function acceptCandles(rows: Iterable<Candle | Dropped>, intervalMs: number, context: CandleContext): Candle[] {
  const { now, fromMs, toMs } = context;
  const byTime = new Map<number, Candle>();
  const contradicted = new Set<number>();
  let total = 0;
  const faults: Dropped[] = [];
  for (const row of rows) {
    total += 1;
    if (row instanceof Dropped) {
      faults.push(row);
      continue;
    }
    const { timeMs } = row;
    if (timeMs % intervalMs !== 0) {
      faults.push(rejected("an interval that begins off the UTC grid"));
      continue;
    }
    if (timeMs < fromMs || timeMs >= toMs || timeMs + intervalMs > now) continue;
    const other = byTime.get(timeMs) ?? row;
    byTime.set(timeMs, other);
    if (areEqual(other, row)) continue;
    faults.push(rejected("two different candles of one interval"));
    contradicted.add(timeMs);
  }
  const [first] = faults;
  if (first !== undefined && faults.length > MAX_FAULT_SHARE * total) {
    throw new Error(`${faults.length} of ${total} candles are at fault: ${first.reason}`);
  }
  return [...byTime.values()]
    .filter(({ timeMs, baseVolume }) => baseVolume !== 0 && !contradicted.has(timeMs))
    .sort((a, b) => a.timeMs - b.timeMs);
}

function areEqual(one: Candle, other: Candle): boolean {
  return (Object.keys(one) as (keyof Candle)[]).every((field) => one[field] === other[field]);
}
