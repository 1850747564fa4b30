import type { Dataset, Listing } from "../../crypto/normalise/record.ts";
import { isOfKind } from "../../crypto/normalise/record.ts";
import { candleVenues, priceChart } from "../../crypto/sources/candle-venues.ts";
import type { FeedRequest, Source } from "../../crypto/sources/source.ts";
import { parseJson } from "../../lib/json/parse-json.ts";
import { describeError } from "../../lib/operational-error.ts";
import { DAY_MS, floorTo, HOUR_MS, MINUTE_MS } from "../../lib/time.ts";
import type { FeedReading } from "./check-contract.ts";
import { type ContractOptions, isUnreachable } from "./read-contract.ts";

/** Enough steps that one without a trade does not matter. */
const STEPS = 10;
/** Every venue trades it at any time. */
const BASE = "BTC";
const COIN_ID = "bitcoin";

/** Reads the requests of the backfill: candles of one pair per venue, and a chart. Never throws. */
export async function readSeriesContract(
  source: Source,
  datasets: readonly Dataset[],
  options: ContractOptions,
): Promise<FeedReading[]> {
  const readings: FeedReading[] = [];
  const listWindow = (stepMs: number) => {
    const toMs = floorTo(options.now, stepMs);
    return { fromMs: toMs - STEPS * stepMs, toMs };
  };
  for (const { source: id, quote, feeds } of candleVenues) {
    if (id !== source.id) continue;
    const listings = datasets.flatMap((dataset) => (isOfKind(dataset, "listing") ? dataset.records : []));
    const market = findMarket(listings, quote);
    for (const feed of feeds) {
      const name = `candles of ${renderLength(feed.intervalMs)}`;
      const window = listWindow(feed.intervalMs);
      readings.push(
        market === undefined
          ? createReading(
              source,
              name,
              listings.length > 0 ? `no pair ${BASE}/${quote} is listed` : "needs listing, which is missing",
            )
          : await readOne(source, name, options, {
              ...feed,
              request: feed.request(market, window.fromMs, window.toMs),
              count: (body, now) => feed.normalise(feed.schema.parse(body), { now, ...window }).length,
            }),
      );
    }
  }
  if (source.id === priceChart.source) {
    const { request, schema, normalise, maxBytes, findError } = priceChart;
    const window = listWindow(DAY_MS);
    readings.push(
      await readOne(source, "chart", options, {
        maxBytes,
        findError,
        request: request([COIN_ID], window.fromMs, window.toMs, DAY_MS),
        count: (body, now) =>
          [...normalise(schema.parse(body), { now, ...window, stepMs: DAY_MS }).values()].flat().length,
      }),
    );
  }
  return readings;
}

function renderLength(lengthMs: number): string {
  return lengthMs < HOUR_MS ? `${lengthMs / MINUTE_MS} min` : `${lengthMs / HOUR_MS} h`;
}

interface SeriesRequest {
  request: FeedRequest;
  maxBytes: number;
  findError?(body: unknown): string | undefined;
  /** The number of points in a response. */
  count(body: unknown, now: number): number;
}

async function readOne(
  source: Source,
  feed: string,
  { http }: ContractOptions,
  { request, maxBytes, findError, count }: SeriesRequest,
): Promise<FeedReading> {
  try {
    const { url, headers } = request;
    const response = await http.fetch({ url, maxBytes, pacing: source.pacing, ...(headers && { headers }) });
    const body = parseJson(response.body);
    const upstreamError = findError?.(body);
    if (upstreamError !== undefined) throw new Error(`the upstream reported an error: ${upstreamError.slice(0, 200)}`);
    const records = count(body, response.receivedAtMs);
    if (records === 0) throw new Error("no points");
    return { ...createReading(source, feed, null), status: "read", records };
  } catch (error) {
    const status = isUnreachable(error) ? "unreachable" : "drifted";
    return { ...createReading(source, feed, describeError(error)), status };
  }
}

function createReading({ id }: Source, feed: string, reason: string | null): FeedReading {
  return { source: id, feed, status: "skipped", records: 0, rejected: 0, dropped: new Map(), reason, known: new Map() };
}

function findMarket(listings: readonly Listing[], quote: string): string | undefined {
  return listings.find((row) => row.base === BASE && row.quote === quote && row.trading && row.type === "spot")?.market;
}
