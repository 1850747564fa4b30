import { findReferenceMarkets } from "../../../build/backfill/reference-market.ts";
import { DAY_MS, HOUR_MS } from "../../../build/lib/time.ts";
import type { HttpResponse } from "../../../build/platform/platform.ts";
import { candleVenues } from "../../../build/sources/candles/registry.ts";
import { type SimulatedBuild, type SimulatedHttp, simulateHttp } from "../../backfill/simulated-build.ts";
import { createRandom } from "../../fixtures/random.ts";
import { CANDLE_HOSTS, editSeries } from "./candle-body.ts";
import type { Asked, CandleLie } from "./candle-lies.ts";
import { hashSeed } from "./random.ts";

/** URL parameters that select a time span. */
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
