import { parseJson } from "../lib/json/parse-json.ts";
import type { Http } from "../platform/platform.ts";
import { sources } from "../sources/registry.ts";
import type { Pacing } from "../sources/source.ts";
import { describeRequest, type SeriesRequest } from "./series-request.ts";
import type { UsdPoint } from "./series-store.ts";
import { STEP_MS } from "./step.ts";

/**
 * Fetches one answer: coin id → ascending points. Candles are in the quote per unit of the venue's
 * code, charts in USD. Throws when the request fails or the body is not usable.
 */
export async function fetchSeries(
  request: SeriesRequest,
  http: Http,
): Promise<ReadonlyMap<string, readonly UsdPoint[]>> {
  const { source, coinIds, fromMs, toMs, step } = request;
  const stepMs = STEP_MS[step];
  if (source.kind === "candles") {
    const feed = source.market.feeds[step];
    const { body, now } = await fetchBody(request, http, feed, feed.request(source.market.market, fromMs, toMs));
    const candles = feed.normalise(parseBody(feed.schema, body, request), { now, fromMs, toMs });
    const points = candles.map(({ timeMs, close }) => ({ timeMs, price: close }));
    return new Map(coinIds.map((id) => [id, points]));
  }
  const { chart } = source;
  const { body, now } = await fetchBody(request, http, chart, chart.request(coinIds, fromMs, toMs, stepMs));
  const series = chart.normalise(parseBody(chart.schema, body, request), { now, fromMs, toMs, stepMs });
  return new Map(
    [...series].map(([id, points]) => [id, points.map(({ timeMs, priceUsd: price }) => ({ timeMs, price }))]),
  );
}

interface Reader {
  maxBytes: number;
  findError?(body: unknown): string | undefined;
}

async function fetchBody(
  { source }: SeriesRequest,
  http: Http,
  { maxBytes, findError }: Reader,
  { url, headers }: { url: string; headers?: Record<string, string> },
): Promise<{ body: unknown; now: number }> {
  const response = await http.fetch({ url, maxBytes, pacing: getPacing(source.id), ...(headers && { headers }) });
  const body = parseJson(response.body);
  const error = findError?.(body);
  if (error !== undefined) throw new Error(`the upstream answered with an error: ${error.slice(0, 200)}`);
  return { body, now: response.receivedAtMs };
}

interface Schema<Value> {
  safeParse(
    body: unknown,
  ): { success: true; data: Value } | { success: false; error: { issues: { message: string }[] } };
}

function parseBody<Value>(schema: Schema<Value>, body: unknown, request: SeriesRequest): Value {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new Error(`${describeRequest(request)} has an unexpected shape: ${parsed.error.issues[0]?.message}`);
}

function getPacing(id: string): Pacing {
  const source = sources.find((candidate) => candidate.id === id);
  if (source === undefined) throw new Error(`there is no source ${id}`);
  return source.pacing;
}
