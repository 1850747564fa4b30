import { parseJson } from "../lib/json/parse-json.ts";
import { describeError } from "../lib/operational-error.ts";
import { DAY_MS, floorTo } from "../lib/time.ts";
import type { Dataset, Listing } from "../normalise/record.ts";
import { candleVenues } from "../sources/candle-venues.ts";
import { defillamaChart } from "../sources/defi/defillama-chart.ts";
import type { FeedRequest, Source } from "../sources/source.ts";
import type { FeedReading } from "./check-contract.ts";
import { type ContractOptions, isUnreachable } from "./read-contract.ts";

/** Enough steps that one without a trade does not matter. */
const STEPS = 10;
/** Every venue trades it at any time. */
const BASE = "BTC";
const COIN_ID = "bitcoin";

/**
 * The requests of the backfill: candles of one pair at each venue that has them, and a chart. Does
 * not throw.
 */
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
      if (market === undefined) readings.push(createReading(source, name, `no pair ${BASE}/${quote} is listed`));
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

interface SeriesRequest {
  request: FeedRequest;
  maxBytes: number;
  findError?(body: unknown): string | undefined;
}

async function readOne(
  source: Source,
  feed: string,
  { request, maxBytes, findError }: SeriesRequest,
  { http }: ContractOptions,
  count: (body: unknown, now: number) => number,
): Promise<FeedReading> {
  try {
    const { pacing } = source;
    const { url, headers } = request;
    const response = await http.fetch({ url, maxBytes, pacing, ...(headers && { headers }) });
    const body = parseJson(response.body);
    const upstreamError = findError?.(body);
    if (upstreamError !== undefined) throw new Error(`the upstream reported an error: ${upstreamError.slice(0, 200)}`);
    const records = count(body, response.receivedAtMs);
    if (records === 0) throw new Error("no points");
    return { ...createReading(source, feed, null), status: "read", records };
  } catch (error) {
    return {
      ...createReading(source, feed, describeError(error)),
      status: isUnreachable(error) ? "unreachable" : "drifted",
    };
  }
}

function createReading({ id }: Source, feed: string, reason: string | null): FeedReading {
  return { source: id, feed, status: "skipped", records: 0, rejected: 0, reason, known: new Map() };
}

function findMarket(datasets: readonly Dataset[], quote: string): string | undefined {
  const listings = datasets.flatMap(({ kind, records }) => (kind === "listing" ? (records as readonly Listing[]) : []));
  return listings.find((row) => row.base === BASE && row.quote === quote && row.trading && row.type === "spot")?.market;
}
