import { findReferenceMarkets } from "../../../build/crypto/backfill/reference-market.ts";
import { candleVenues } from "../../../build/crypto/sources/candle-venues.ts";
import type { HttpResponse } from "../../../build/kit/platform/platform.ts";
import { DAY_MS, HOUR_MS } from "../../../build/lib/time.ts";
import { type SimulatedBuild, type SimulatedHttp, simulateHttp } from "../../crypto/backfill/simulated-build.ts";
import { createRandom } from "../../fixtures/random.ts";
import type { Asked, CandleLie } from "./candle-lies.ts";
import { hashSeed } from "./random.ts";

const TIMES = ["start", "end", "startTime", "endTime", "since", "after", "before", "startAt", "endAt"];
const CHART_KEY = "coingecko:";

/**
 * Hosts of history beside one demo build: honest except for `lies` (source → lie). Honest
 * responses are computed once.
 */
export function openLyingHosts(
  build: SimulatedBuild,
): (lies: ReadonlyMap<string, CandleLie>, seed: number) => SimulatedHttp {
  const { world, market } = build;
  const honest = simulateHttp(world);
  const answers = new Map<string, Promise<HttpResponse>>();
  const books = findBooks(build);
  const truth = (coinId: string, timeMs: number) => world.priceUsd(coinId, timeMs) ?? 1;
  const ids = market.coins.map(({ id }) => id);
  return (lies, seed) => {
    const urls: string[] = [];
    return {
      urls,
      async fetch(request) {
        const { url } = request;
        urls.push(url);
        if (!answers.has(url)) answers.set(url, honest.fetch(request));
        const answer = await answers.get(url)!;
        const { host } = new URL(url);
        const [source] = Object.entries(CANDLE_HOSTS).find(([, name]) => name === host)!;
        const lie = lies.get(source);
        if (lie === undefined) return answer;
        if (lie.body !== undefined) return { ...answer, body: lie.body(answer.body) };
        const random = createRandom(hashSeed(seed, lie.id, url)).next;
        const body = editSeries(host, answer.body, readPeriod(url), (series, name) => {
          const book = books.get(nameBook(url)) ?? { coinId: name.slice(CHART_KEY.length), stepMs: readPeriod(url) };
          const otherId = ids[(ids.indexOf(book.coinId) + 1) % ids.length]!;
          const asked: Asked = { ...book, now: world.now, truth, otherId, draw: random };
          return lie.edit?.(series, asked) ?? series;
        });
        return { ...answer, body };
      },
    };
  };
}

/** The subject of each candle URL, without its time span. */
function findBooks({ datasets, identification }: SimulatedBuild): Map<string, { coinId: string; stepMs: number }> {
  const books = new Map<string, { coinId: string; stepMs: number }>();
  for (const [coinId, markets] of findReferenceMarkets(datasets, identification, candleVenues)) {
    for (const { market, feeds } of markets) {
      for (const feed of Object.values(feeds)) {
        books.set(nameBook(feed.request(market, 0, DAY_MS).url), { coinId, stepMs: feed.intervalMs });
      }
    }
  }
  return books;
}

function nameBook(url: string): string {
  const parsed = new URL(url);
  for (const name of TIMES) parsed.searchParams.delete(name);
  return parsed.href;
}

const readPeriod = (url: string): number => (url.includes("period=1d") ? DAY_MS : HOUR_MS);

const SECOND_MS = 1_000;

/** A price in a candle row; the rest of the row is kept. */
export interface Told {
  timeMs: number;
  price: unknown;
  row: unknown;
}

/** Where a host's body holds its candle rows, start, close and the other prices. */
interface Form {
  rows(body: never): unknown[][] | Record<string, unknown>[];
  time: string;
  close: string;
  /** They follow the close: a row that contradicts itself would be refused. */
  others: readonly string[];
  unitMs: number;
}

/** Open, high and low right after the time, in any order. */
const FIRST = ["1", "2", "3"];
const FORMS: Readonly<Record<string, Form>> = {
  "api.exchange.coinbase.com": { rows: (body) => body, time: "0", close: "4", others: FIRST, unitMs: SECOND_MS },
  "data-api.binance.vision": { rows: (body) => body, time: "0", close: "4", others: FIRST, unitMs: 1 },
  "api.kraken.com": {
    time: "0",
    close: "4",
    others: FIRST,
    unitMs: SECOND_MS,
    rows: ({ result }: { result: Record<string, unknown[][]> }) =>
      Object.entries(result).find(([key]) => key !== "last")?.[1] ?? [],
  },
  "www.okx.com": {
    time: "0",
    close: "4",
    others: FIRST,
    unitMs: 1,
    rows: ({ data }: { data: unknown[][] }) => data,
  },
  "api.kucoin.com": {
    time: "0",
    close: "2",
    others: ["1", "3", "4"],
    unitMs: SECOND_MS,
    rows: ({ data }: { data: unknown[][] }) => data,
  },
  "www.bitstamp.net": {
    time: "timestamp",
    close: "close",
    others: ["open", "high", "low"],
    unitMs: SECOND_MS,
    rows: ({ data }: { data: { ohlc: Record<string, unknown>[] } }) => data.ohlc,
  },
};
const CHART: Omit<Form, "rows"> = { time: "timestamp", close: "price", others: [], unitMs: SECOND_MS };

export const CANDLE_HOSTS: Readonly<Record<string, string>> = {
  coinbase: "api.exchange.coinbase.com",
  binance: "data-api.binance.vision",
  kraken: "api.kraken.com",
  okx: "www.okx.com",
  kucoin: "api.kucoin.com",
  bitstamp: "www.bitstamp.net",
  defillama: "coins.llama.fi",
};

/**
 * The response of a host with edited series, each in ascending order and written in the host's
 * order. `name` is a coin's key in a chart; empty for candles, whose URL names the coin. A chart
 * reports the ends of steps of `chartStepMs`.
 */
export function editSeries(
  host: string,
  text: string,
  chartStepMs: number,
  edit: (series: Told[], name: string) => Told[],
): string {
  const body: unknown = JSON.parse(text);
  const form = FORMS[host];
  if (form !== undefined) {
    editRows(form.rows(body as never), form, 0, (series) => edit(series, ""));
  } else {
    const { coins } = body as { coins: Record<string, { prices: unknown[][] }> };
    for (const [key, { prices }] of Object.entries(coins))
      editRows(prices, CHART, chartStepMs, (series) => edit(series, key));
  }
  // A number that JSON cannot express is written as seen in real responses.
  return JSON.stringify(body, (_, value: unknown) => (Number.isNaN(value) ? "NaN" : value));
}

function editRows(rows: unknown[], form: Omit<Form, "rows">, endsMs: number, edit: (series: Told[]) => Told[]): void {
  const { time, close, others, unitMs } = form;
  const told = rows.map((row): Told => {
    const fields = row as Record<string, unknown>;
    return { timeMs: Number(fields[time]) * unitMs - endsMs, price: Number(fields[close]), row };
  });
  const descending = told.length > 1 && told[0]!.timeMs > told[1]!.timeMs;
  const edited = edit(descending ? told.reverse() : told).map(({ timeMs, price, row }) => {
    const copy = (Array.isArray(row) ? [...row] : { ...(row as object) }) as Record<string, unknown>;
    const told = (timeMs + endsMs) / unitMs;
    copy[time] = typeof copy[time] === "string" ? String(told) : told;
    const factor = typeof price === "number" ? price / Number(copy[close]) : 1;
    const write = (name: string, value: unknown) => {
      copy[name] = typeof copy[name] === "string" && typeof value === "number" ? String(value) : value;
    };
    for (const name of others) write(name, Number(copy[name]) * factor);
    write(close, price);
    return copy;
  });
  rows.splice(0, rows.length, ...(descending ? edited.reverse() : edited));
}
