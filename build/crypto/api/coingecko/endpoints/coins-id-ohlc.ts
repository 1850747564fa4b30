import { type DerivedRequest, defineDerived, type Need } from "../../../../kit/api/derived.ts";
import { DAY_MS, floorTo, HOUR_MS, MINUTE_MS } from "../../../../lib/time.ts";
import type { Candle } from "../../endpoints/coin-ohlc.ts";
import { findQuote, listReferences, readPoints, readReferences } from "../../quote/quote.ts";
import { quoteAnswer } from "../../quote/quote-answer.ts";
import { currencyOf, refuseChart } from "../currency.ts";
import { id, precision, query, roundPrice, unsupported, vsCurrencyOfChart } from "../parameters.ts";
import { BASE_PATH, type CandlesAnswer, candlesOf, type HistoryAnswer, historyOf, status } from "../published.ts";
import { listOpenSources, readSeries, seriesOf } from "../series.ts";

const DAYS = ["1", "7", "14", "30", "90", "180", "365", "max"];

/** What the candles of an answer are made from. `days`, `hours`: candles of that length. */
type Pieces = "points" | "hours" | "days";

interface Plan {
  pieces: Pieces;
  /** Length of a candle of the answer. */
  stepMs: number;
  lengthMs: number;
}

/** CoinGecko's rule: 30 minutes up to 2 days, 4 hours up to 30 days, 4 days beyond. */
function planCandles({ values }: Pick<DerivedRequest, "values">): Plan {
  const days = values["days"] === "max" ? Number.POSITIVE_INFINITY : Number(values["days"]);
  const lengthMs = days * DAY_MS;
  if (days <= 2) return { pieces: "points", stepMs: 30 * MINUTE_MS, lengthMs };
  if (days <= 30) return { pieces: "hours", stepMs: 4 * HOUR_MS, lengthMs };
  return { pieces: "days", stepMs: 4 * DAY_MS, lengthMs };
}

export const coinsIdOhlc = defineDerived({
  path: `${BASE_PATH}/coins/{id}/ohlc`,
  title: "Candles of a coin",
  description:
    "Open, high, low and close of a coin. As at CoinGecko, a candle has the time at which it ends, and the length " +
    "follows from `days`: 30 minutes for 1 day, 4 hours up to 30 days, then 4 days. Candles of 30 minutes have the " +
    "first, highest, lowest and last price of `history/24h`: those that builds observed and, of the 100 largest " +
    "coins, closes of one exchange every 5 minutes. Half hours without a price have no candle. The others are made " +
    "from the candles of hours and of closed days, of the 250 largest coins. The last candle ends with the newest " +
    "known hour or day. Only hosts with the handler answer it.",
  parameters: {
    id,
    days: query("Number of days until the newest candle, or `max`.", "30", { enum: DAYS, required: true }),
    interval: unsupported("the length of a candle follows from days"),
    vs_currency: vsCurrencyOfChart,
    precision,
  },
  example: (coin) => ({ id: coin.id, days: "30" }),
  needs: (request) => [status, ...listNeeds(request)],
  convert([sources, ...answers], request) {
    const open = listOpenSources(sources);
    const { pieces, stepMs, lengthMs } = planCandles(request);
    const currency = currencyOf(request);
    const { asOfMs = 0 } = request;
    const found =
      pieces === "points"
        ? readObserved(answers, currency, open, asOfMs)
        : readCandles(answers, currency, open, { pieceMs: pieces === "hours" ? HOUR_MS : DAY_MS, stepMs });
    if (found === undefined) return refuseChart(request) ?? [];
    const fromMs = found.endMs - lengthMs;
    const { precision: places } = request.values;
    return joinPieces(found, stepMs)
      .filter(({ startMs, endMs }) => startMs >= fromMs && startMs < endMs)
      .map(({ endMs, prices }) => [endMs, ...prices.map((price) => roundPrice(price, places))]);
  },
});

function listNeeds(request: DerivedRequest): Need[] {
  const { key = "" } = request;
  const currency = currencyOf(request);
  const { pieces } = planCandles(request);
  if (pieces === "points") return seriesOf("24h", key, currency);
  const period = pieces === "hours" ? "30d" : "all";
  const references = currency === "usd" ? [] : listReferences("candles", currency, { period });
  return [historyOf(key, period), candlesOf(key, period), ...references];
}

interface Found {
  /** Candles and points in ascending time, in the currency of the answer. */
  pieces: readonly Candle[];
  /** When the newest price of them was known. */
  endMs: number;
}

/**
 * The points of the last day, of builds and of an exchange: each is a candle of one price.
 * `undefined`: the currency has no rate of their times.
 */
function readObserved(
  answers: readonly unknown[],
  currency: string,
  open: ReadonlySet<string>,
  asOfMs: number,
): Found | undefined {
  const points = readSeries("24h", answers, currency, open);
  if (points === undefined) return undefined;
  // A price is known at the end of its step: that of a full half hour belongs to the candle before.
  const pieces = points.flatMap(([time, price]): Candle[] =>
    price === null ? [] : [[time - 1, price, price, price, price]],
  );
  return { pieces, endMs: asOfMs };
}

/**
 * Published candles whose open and close may stand in this form: a close is a price of the history,
 * and the open is the close before. The first candle is left out, because the history does not say
 * where the close before it is from; so are those up to the first whole candle of the answer.
 * `undefined`: the currency has no rate of their times.
 */
function readCandles(
  [history, candles, ...references]: readonly unknown[],
  currency: string,
  open: ReadonlySet<string>,
  { pieceMs, stepMs }: { pieceMs: number; stepMs: number },
): Found | undefined {
  const copied = listCopied(history as HistoryAnswer, open);
  const answer = candles as CandlesAnswer;
  const { data } = answer;
  const secondMs = data.candles[1]?.[0] ?? Number.POSITIVE_INFINITY;
  const wholeMs = Math.ceil(secondMs / stepMs) * stepMs;
  const isOwn = (time: number) => !copied.has(time) && !copied.has(time - pieceMs);
  const own = data.candles.filter(([time]) => time >= wholeMs && isOwn(time));
  const endMs = (data.candles.at(-1)?.[0] ?? 0) + pieceMs;
  if (currency === "usd") return { pieces: own, endMs };
  const quote = findQuote("candles", currency, readReferences(references));
  if (quote === undefined) return undefined;
  const quoted = quoteAnswer("candles", answer, quote, () => []);
  const kept = new Set(own.map(([time]) => time));
  const { candles: converted } = quoted.data as CandlesAnswer["data"];
  const pieces = converted.filter(([time]) => kept.has(time));
  return pieces.length === 0 && own.length > 0 ? undefined : { pieces, endMs };
}

/** Starts of the hours or days whose price is a copy of a list. */
function listCopied({ data, meta }: HistoryAnswer, open: ReadonlySet<string>): ReadonlySet<number> {
  const { times } = readPoints(data.prices);
  const isCopied = meta.origins.flatMap(({ source, points }) =>
    new Array<boolean>(points).fill(source !== null && !open.has(source)),
  );
  return new Set(times.filter((_, at) => isCopied[at]));
}

interface Joined {
  startMs: number;
  endMs: number;
  prices: [open: number, high: number, low: number, close: number];
}

/**
 * Longer candles, which begin at multiples of their length since 1970. The running one ends at the
 * newest price.
 */
function joinPieces({ pieces, endMs }: Found, stepMs: number): Joined[] {
  const joined: Joined[] = [];
  for (const [timeMs, open, high, low, close] of pieces) {
    const startMs = floorTo(timeMs, stepMs);
    const last = joined.at(-1);
    if (last?.startMs === startMs) {
      const [first, highest, lowest] = last.prices;
      last.prices = [first, Math.max(highest, high), Math.min(lowest, low), close];
    } else joined.push({ startMs, endMs: Math.min(startMs + stepMs, endMs), prices: [open, high, low, close] });
  }
  return joined;
}
