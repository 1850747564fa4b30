import { parseJson } from "../lib/json/parse-json.ts";
import { describeError } from "../lib/operational-error.ts";
import { DAY_MS, floorTo } from "../lib/time.ts";
import type { Dataset, Listing } from "../normalise/record.ts";
import { candleVenues } from "../sources/candles/registry.ts";
import { defillamaChart } from "../sources/defi/defillama-chart.ts";
import type { FeedRequest, Source } from "../sources/source.ts";
import type { FeedReading } from "./feed-reading.ts";
import { isUnreachable } from "./is-unreachable.ts";
import type { ContractOptions } from "./read-contract.ts";

/** Steps asked for: enough that one without a trade is not all of them. */
const STEPS = 10;
/** Traded everywhere and always. */
const BASE = "BTC";
const COIN_ID = "bitcoin";

/** What the backfill asks: candles of one book at each venue that has them, and a chart. Does not throw. */
export async function readSeriesContract(
  source: Source,
  datasets: readonly Dataset[],
  options: ContractOptions,
): Promise<FeedReading[]> {
  const readings: FeedReading[] = [];
  for (const { source: id, quote, feeds } of candleVenues) {
    if (id !== source.id) continue;
    const market = findMarket(datasets, quote);
    for (const feed of feeds) {
      const name = `candles of ${feed.intervalMs / 3_600_000} h`;
      if (market === undefined) readings.push(unasked(source, name, `no book of ${BASE} in ${quote} is listed`));
      else {
        const toMs = floorTo(options.now, feed.intervalMs);
        const fromMs = toMs - STEPS * feed.intervalMs;
        readings.push(
          await readOne(
            source,
            name,
            { ...feed, request: feed.request(market, fromMs, toMs) },
            options,
            (body, now) => feed.normalise(feed.schema.parse(body), { now, fromMs, toMs }).length,
          ),
        );
      }
    }
  }
  if (source.id === defillamaChart.source) {
    const toMs = floorTo(options.now, DAY_MS);
    const fromMs = toMs - STEPS * DAY_MS;
    const request = defillamaChart.request([COIN_ID], fromMs, toMs, DAY_MS);
    readings.push(
      await readOne(source, "chart", { ...defillamaChart, request }, options, (body, now) => {
        const context = { now, fromMs, toMs, stepMs: DAY_MS };
        return [...defillamaChart.normalise(defillamaChart.schema.parse(body), context).values()].flat().length;
      }),
    );
  }
  return readings;
}

interface Question {
  request: FeedRequest;
  maxBytes: number;
  findError?(body: unknown): string | undefined;
}

async function readOne(
  source: Source,
  feed: string,
  { request, maxBytes, findError }: Question,
  { http }: ContractOptions,
  count: (body: unknown, now: number) => number,
): Promise<FeedReading> {
  try {
    const { pacing } = source;
    const { url, headers } = request;
    const response = await http.fetch({ url, maxBytes, pacing, ...(headers && { headers }) });
    const body = parseJson(response.body);
    const upstreamError = findError?.(body);
    if (upstreamError !== undefined) throw new Error(`the upstream answered an error: ${upstreamError.slice(0, 200)}`);
    const records = count(body, response.receivedAtMs);
    if (records === 0) throw new Error("no points");
    return { ...unasked(source, feed, null), status: "read", records };
  } catch (error) {
    return { ...unasked(source, feed, describeError(error)), status: isUnreachable(error) ? "unreachable" : "drifted" };
  }
}

function unasked({ id }: Source, feed: string, reason: string | null): FeedReading {
  return { source: id, feed, status: "unasked", records: 0, rejected: 0, reason, known: new Map() };
}

function findMarket(datasets: readonly Dataset[], quote: string): string | undefined {
  const listings = datasets.flatMap(({ kind, records }) => (kind === "listing" ? (records as readonly Listing[]) : []));
  return listings.find((row) => row.base === BASE && row.quote === quote && row.trading && row.type === "spot")?.market;
}
