import { DAY_MS, HOUR_MS, SECOND_MS } from "../../../lib/time.ts";
import { sources } from "../../sources/registry.ts";
import { CANDLE_LENGTHS_MS, type VenueCandles } from "../../sources/venue.ts";
import type { DemoBook, DemoMarket } from "../demo-market.ts";
import type { SimulatedAnswer } from "../simulator.ts";
import { createPriceReader, isActive, renderDecimal, wrapRows } from "../venue-book.ts";

interface Range {
  intervalMs: number;
  fromMs: number;
  toMs: number;
}

/** The range of opens and closes around the true price. */
const NOISE = 0.0004;
/** Highs and lows are up to this far outside the true range: of trades between two samples. */
const WICK = 0.0006;
/** The true price is sampled so often in an hour or a day; in minutes, at both ends. */
const SAMPLES = 6;
/** Share of the hours without a trade, in markets below `BUSY_TRADES`. */
const IDLE_SHARE = 0.01;
const BUSY_TRADES = 20_000;

/**
 * Answers a request for candles as the venue declares them; `undefined` for another request.
 * `marketOf`: the name of a book in the listing.
 */
export function answerCandles(
  id: string,
  url: URL,
  demo: DemoMarket,
  marketOf: (book: DemoBook) => string,
): SimulatedAnswer | undefined {
  const { candles, flat } = sources.find((source) => source.id === id) ?? {};
  const fields = candles === undefined ? undefined : matchUrl(candles, url);
  if (candles === undefined || fields === undefined) return undefined;
  const { nameOf = (market) => market } = candles;
  const book = demo.books(id).find((each) => nameOf(marketOf(each)) === fields["market"]);
  if (book === undefined) return { status: 404, body: { message: "no such market" } };
  const range = readRange(candles, fields, demo.now);
  const rows = buildCandles(demo, book, range).slice(0, candles.maxPerCall);
  return {
    body: wrapRows(
      flat?.status,
      candles,
      rows.map((row) => arrange(row, candles)),
    ),
  };
}

/** The values of the placeholders in the venue's address. */
function matchUrl({ url: template }: VenueCandles, url: URL): Record<string, string> | undefined {
  const escaped = template.replace(/[.?]/g, "\\$&");
  const pattern = new RegExp(`^${escaped.replace(/\{(\w+)\}/g, "(?<$1>[^&/]*)")}$`);
  const groups = pattern.exec(url.href)?.groups;
  if (groups === undefined) return undefined;
  return Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)]));
}

function readRange({ intervals, reach }: VenueCandles, fields: Record<string, string>, now: number): Range {
  const intervalMs = CANDLE_LENGTHS_MS[intervals.indexOf(fields["interval"] ?? "")] ?? DAY_MS;
  const range = { intervalMs, fromMs: 0, toMs: now };
  for (const [name, text] of Object.entries(fields)) {
    const [, bound, unit] = /^([a-z]+)(Ms|Seconds|Iso)$/.exec(name) ?? [];
    const step = unit === "Seconds" ? SECOND_MS : 1;
    const timeMs = unit === "Iso" ? Date.parse(text) : Number(text) * step;
    if (bound === "from") range.fromMs = timeMs;
    if (bound === "before") range.fromMs = timeMs + step;
    if (bound === "to") range.toMs = timeMs;
    if (bound === "end") range.toMs = timeMs + step;
    if (bound === "last") range.toMs = timeMs + intervalMs;
  }
  if (reach !== undefined) range.fromMs = Math.max(range.fromMs, now - (reach + 1) * intervalMs);
  return range;
}

/** The columns that the source reads; in a list, `null` stands for each of the others. */
function arrange(candle: ReturnType<typeof buildCandles>[number], { columns, timeUnitMs }: VenueCandles): object {
  const cells: Readonly<Record<string, unknown>> = { ...candle, time: candle.timeMs / timeUnitMs };
  if (Array.isArray(columns)) return columns.map((name) => cells[name] ?? null);
  return Object.fromEntries(Object.entries(columns).map(([key, name]) => [key, cells[name]]));
}

/** Ascending, with the running one; none for an interval without a trade. */
function buildCandles(demo: DemoMarket, book: DemoBook, { intervalMs, fromMs, toMs }: Range) {
  if (!isActive(book) || book.type !== "spot") return [];
  const candles = [];
  const priceAt = createPriceReader(demo, book);
  const label = `${book.venue}:${book.base}/${book.quote}`;
  const exists = (timeMs: number) => book.coinId === null || demo.priceUsd(book.coinId, timeMs) !== null;
  const firstMs = Math.ceil(fromMs / intervalMs) * intervalMs;
  for (let timeMs = firstMs; timeMs < toMs && timeMs <= demo.now; timeMs += intervalMs) {
    const draw = (name: string) => demo.noise(`${label}:${intervalMs}:${timeMs}:${name}`);
    const quiet = intervalMs <= HOUR_MS && book.trades < BUSY_TRADES && draw("idle") < IDLE_SHARE;
    if (quiet || !exists(timeMs)) continue;
    const endMs = timeMs + intervalMs;
    const untilMs = Math.min(endMs, demo.now);
    const samples = intervalMs < HOUR_MS ? 1 : SAMPLES;
    const path = Array.from({ length: samples + 1 }, (_, at) => priceAt(timeMs + ((untilMs - timeMs) * at) / samples));
    const open = path[0]! * (1 + NOISE * (draw("open") - 0.5));
    const close = path[samples]! * (1 + NOISE * (draw("close") - 0.5));
    const high = Math.max(open, close, ...path) * (1 + WICK * draw("high"));
    const low = Math.min(open, close, ...path) * (1 - WICK * draw("low"));
    const baseVolume = book.baseVolume * (intervalMs / DAY_MS) * (0.5 + draw("volume"));
    candles.push({
      timeMs,
      open: renderDecimal(open),
      high: renderDecimal(high),
      low: renderDecimal(low),
      close: renderDecimal(close),
      baseVolume: renderDecimal(baseVolume, 12),
      quoteVolume: renderDecimal((baseVolume * (open + close)) / 2, 12),
      confirmed: endMs <= demo.now ? "1" : "0",
    });
  }
  return candles;
}
