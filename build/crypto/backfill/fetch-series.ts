import pLimit from "p-limit";
import type { ZodType } from "zod";
import type { Http } from "../../kit/platform/platform.ts";
import { groupBy } from "../../lib/collections.ts";
import { parseJson } from "../../lib/json/parse-json.ts";
import { sources } from "../sources/registry.ts";
import type { FeedRequest } from "../sources/source.ts";
import type { SeriesRequest } from "./series-request.ts";
import type { SeriesPoint } from "./series-store.ts";
import { type CandleStep, STEP_MS, type Step } from "./step.ts";

/** Coin id → ascending points. Candles: quote per unit of the venue's code; charts: USD. */
type Answer = ReadonlyMap<string, readonly SeriesPoint[]>;

export interface Attempt<Of extends CandleStep = Step> {
  request: SeriesRequest<Of>;
  isSent: boolean;
  /** `undefined`: the request failed, or had no answer in time. */
  answer?: Answer;
}

/** Bounds the open requests per source, so that a silent host does not delay the others. */
const PER_SOURCE = 2;

/**
 * Sends the requests and returns the attempts in their order. Requests that the time limit prevents
 * are left out. A source without any answer in time counts as failed in all its requests.
 */
export async function fetchAll<Of extends CandleStep = Step>(
  requests: readonly SeriesRequest<Of>[],
  http: Http,
  timeLimitMs: number,
  update: (done: number) => void,
): Promise<Attempt<Of>[]> {
  const attempts = requests.map((request): Attempt<Of> => ({ request, isSent: false }));
  const answered = new Set<string>();
  let done = 0;
  let isOver = false;
  const send = async (attempt: Attempt<Of>): Promise<void> => {
    if (isOver) return;
    attempt.isSent = true;
    const answer = await fetchSeries(attempt.request, http).catch(() => undefined);
    if (isOver) return;
    answered.add(attempt.request.source.id);
    if (answer !== undefined) attempt.answer = answer;
    done += 1;
    update(done);
  };
  const bySource = groupBy(attempts, ({ request }) => request.source.id);
  const all = Promise.all([...bySource.values()].map((own) => pLimit(PER_SOURCE).map(own, send)));
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeUp = new Promise((resolve) => {
    timer = setTimeout(resolve, timeLimitMs);
  });
  await Promise.race([all, timeUp]);
  clearTimeout(timer);
  isOver = true;
  return attempts.filter(({ isSent, request }) => isSent || !answered.has(request.source.id));
}

/** Throws when the request fails or the body is not usable. */
async function fetchSeries(request: SeriesRequest<CandleStep>, http: Http): Promise<Answer> {
  const { source, coinIds, fromMs, toMs, step } = request;
  const stepMs = STEP_MS[step];
  if (source.kind === "candles") {
    const feed = source.market.feeds[step];
    const { body, now } = await fetchBody(source.id, feed.request(source.market.market, fromMs, toMs), feed, http);
    const candles = feed.normalise(body, { now, fromMs, toMs });
    const points = candles.map(({ timeMs, open, high, low, close }) => ({
      timeMs,
      price: close,
      range: { open, high, low },
    }));
    return new Map(coinIds.map((id) => [id, points]));
  }
  const { chart } = source;
  const { body, now } = await fetchBody(source.id, chart.request(coinIds, fromMs, toMs, stepMs), chart, http);
  const series = [...chart.normalise(body, { now, fromMs, toMs, stepMs })];
  return new Map(series.map(([id, points]) => [id, points.map(({ timeMs, priceUsd: price }) => ({ timeMs, price }))]));
}

interface Reader<Body> {
  maxBytes: number;
  findError?(body: unknown): string | undefined;
  schema: ZodType<Body>;
}

async function fetchBody<Body>(
  sourceId: string,
  { url, headers }: FeedRequest,
  { maxBytes, findError, schema }: Reader<Body>,
  http: Http,
): Promise<{ body: Body; now: number }> {
  const pacing = sources.find(({ id }) => id === sourceId)?.pacing;
  if (pacing === undefined) throw new Error(`there is no source ${sourceId}`);
  const response = await http.fetch({ url, maxBytes, pacing, ...(headers && { headers }) });
  const body = parseJson(response.body);
  const error = findError?.(body);
  if (error !== undefined) throw new Error(`the upstream answered with an error: ${error}`);
  return { body: schema.parse(body), now: response.receivedAtMs };
}
