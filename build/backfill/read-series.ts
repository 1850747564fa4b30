import { parseJson } from "../lib/json/parse-json.ts";
import type { Http } from "../platform/platform.ts";
import { defillamaChart } from "../sources/defi/defillama-chart.ts";
import type { Pacing } from "../sources/source.ts";
import type { UsdPoint } from "./join.ts";
import { describeRequest, type SeriesRequest } from "./series-request.ts";
import { STEP_MS } from "./step.ts";

/** Coin id → ascending points: of candles in the quote per unit of the venue's code, of charts in USD. */
export type ReadSeries = ReadonlyMap<string, readonly UsdPoint[]>;

/** Asks for one request of the plan and reads the answer. Throws where either goes wrong. */
export async function readSeries(request: SeriesRequest, http: Http, pacing: Pacing): Promise<ReadSeries> {
  const { coinIds, fromMs, toMs, step } = request;
  const stepMs = STEP_MS[step];
  const feed = request.kind === "candles" ? request.feed : defillamaChart;
  const asked =
    request.kind === "candles"
      ? request.feed.request(request.market.market, fromMs, toMs)
      : defillamaChart.request(coinIds, fromMs, toMs, stepMs);
  const response = await http.fetch({
    url: asked.url,
    maxBytes: feed.maxBytes,
    pacing,
    ...(asked.headers && { headers: asked.headers }),
  });
  const body = parseJson(response.body);
  const upstreamError = feed.findError?.(body);
  if (upstreamError !== undefined) throw new Error(`the upstream answered an error: ${upstreamError.slice(0, 200)}`);
  const context = { now: response.receivedAtMs, fromMs, toMs };
  if (request.kind === "candles") {
    const candles = request.feed.normalise(parse(request.feed.schema, body, request), context);
    const points = candles.map(({ timeMs, close }) => ({ timeMs, price: close }));
    return new Map(coinIds.map((id) => [id, points]));
  }
  const series = defillamaChart.normalise(parse(defillamaChart.schema, body, request), { ...context, stepMs });
  return new Map(
    [...series].map(([id, points]) => [id, points.map(({ timeMs, priceUsd: price }) => ({ timeMs, price }))]),
  );
}

interface Schema<Value> {
  safeParse(
    body: unknown,
  ): { success: true; data: Value } | { success: false; error: { issues: { message: string }[] } };
}

function parse<Value>(schema: Schema<Value>, body: unknown, request: SeriesRequest): Value {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new Error(`${describeRequest(request)} has another shape than expected: ${parsed.error.issues[0]?.message}`);
}
