import { defineConversion, type Need, Refusal } from "../../../kit/api/derived.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, renderTime } from "../../../lib/time.ts";
import { inCurrency } from "../quote/in-currency.ts";
import { type AnswerMeta, type Points, readPoints } from "../quote/quote.ts";
import type { OriginRun } from "../rows/origin-run.ts";
import { describeNoPrice, findPrice, type PriceSeries } from "./find-price.ts";
import { MOMENT_ALLOWED, parseMoment } from "./parse-moment.ts";

/** The price of a coin at a time. No dependencies: it also runs in workers. */

interface HistoryAnswer {
  data: { id: string; symbol: string; interval: string; prices: Points };
  meta: AnswerMeta & { origins: OriginRun[] };
}

interface GlobalAnswer {
  data: { updated_at: string };
}

/** A series, and the answer that it is from. */
interface KnownSeries extends PriceSeries {
  answer: HistoryAnswer;
}

const UNIT_MS: Readonly<Record<string, number>> = { m: MINUTE_MS, h: HOUR_MS, d: DAY_MS };

/** When the newest price of the market was observed: later hours and days are not closed. */
const newest: Need<GlobalAnswer> = { endpoint: "global", values: {}, optional: true };

export const coinMoment = defineConversion({
  needs: ({ currency, values }) => {
    const historyOf = (period: string): Need<HistoryAnswer> =>
      inCurrency("coin-history", currency, { symbol: String(values["symbol"]), period });
    return [newest, historyOf("30d"), historyOf("24h"), historyOf("all")];
  },
  convert([global, hours, recent, days], { currency, values }) {
    const timeMs = parseMoment(String(values["time"] ?? ""));
    if (timeMs === undefined) return new Refusal("invalid_parameter", `time must be ${MOMENT_ALLOWED}`);
    const { id, symbol } = hours.data;
    const series = listSeries(hours, recent, days, global);
    const nearest = findPrice(series, timeMs);
    const { found } = nearest;
    if (found === undefined) return new Refusal("not_found", describeNoPrice(symbol, timeMs, nearest));
    const { answer, resolution, times } = found.series;
    const { meta } = answer;
    const source = findSource(meta.origins, found.at);
    const requested = renderTime(timeMs);
    const countsFrom = renderTime(found.countsFromMs);
    return {
      data: {
        id,
        symbol,
        price: found.price,
        time: countsFrom,
        resolution,
        distance_seconds: Math.floor((timeMs - found.countsFromMs) / 1000),
        price_source: source ?? "aggregated",
      },
      meta: {
        schema_version: meta["schema_version"],
        self: describeSelf(currency, String(values["symbol"]), requested),
        updated_at: countsFrom,
        expires_at: meta["expires_at"],
        stale: meta.stale && found.at === times.length - 1,
        sources: source === null ? listOwnSources(meta) : [source],
        currency,
        requested_time: requested,
        ...(meta["sample"] === true && { sample: true }),
      },
    };
  },
});

/**
 * Hours come first: the end of a closed hour has the price of the hour, also where a finer point
 * counts from the same time.
 */
function listSeries(
  hours: HistoryAnswer,
  recent: HistoryAnswer,
  days: HistoryAnswer,
  global: GlobalAnswer | undefined,
): KnownSeries[] {
  const updates = [global?.data.updated_at, hours.meta["updated_at"], recent.meta["updated_at"]];
  const knownUntilMs = Math.max(...updates.map((time) => Date.parse(String(time)) || 0));
  const samples = readPoints(recent.data.prices).times;
  // Where there are few points per build, the answer has hours instead, at full hours.
  const isHourly = samples.every((time) => time % HOUR_MS === 0);
  return [
    readClosed("1h", hours, knownUntilMs),
    ...(isHourly ? [] : [readSeries("5m", recent)]),
    readClosed("1d", days, knownUntilMs),
  ];
}

function readSeries(resolution: PriceSeries["resolution"], answer: HistoryAnswer): KnownSeries {
  const { times, values } = readPoints(answer.data.prices);
  const stepMs = parseInterval(resolution);
  const intervalMs = Math.max(stepMs, parseInterval(answer.data.interval));
  return { resolution, stepMs, intervalMs, times, prices: values, answer };
}

/** Without the running hour or day, whose price still changes. */
function readClosed(resolution: "1h" | "1d", answer: HistoryAnswer, knownUntilMs: number): KnownSeries {
  const series = readSeries(resolution, answer);
  const running = series.times.findIndex((time) => time + series.stepMs > knownUntilMs);
  return running === -1 ? series : { ...series, times: series.times.slice(0, running) };
}

/** `30m` → milliseconds. */
function parseInterval(name: string): number {
  return Number.parseInt(name, 10) * (UNIT_MS[name.at(-1) ?? ""] ?? Number.NaN);
}

/** The source of a point; `null` for our own. */
function findSource(origins: readonly OriginRun[], at: number): string | null {
  let end = 0;
  for (const { source, points } of origins) {
    end += points;
    if (at < end) return source;
  }
  return null;
}

/** Sources of our own prices: without those that filled other points. */
function listOwnSources({ sources, origins }: HistoryAnswer["meta"]): string[] {
  const filled = new Set(origins.map(({ source }) => source));
  return sources.filter((source) => !filled.has(source));
}

function describeSelf(currency: string, key: string, time: string): string {
  const folder = currency === "usd" ? "" : `in/${currency}/`;
  return `${folder}coins/${key}/at?time=${encodeURIComponent(time.toLowerCase())}`;
}
