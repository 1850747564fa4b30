import { z } from "zod";
import type { Endpoint } from "../../crypto/api/world.ts";
import { HttpError } from "../../kit/platform/http/http-error.ts";
import { parseJson } from "../../lib/json/parse-json.ts";
import { describeError } from "../../lib/operational-error.ts";
import { renderAge } from "../../lib/text-layout.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../lib/time.ts";
import type { Finding } from "./finding.ts";

export type ReadPublished = (path: string) => Promise<string | undefined>;

export interface HealthOptions {
  endpoints: readonly Endpoint[];
  now: number;
  /** How long expired data is only a warning, because schedules are not exact. */
  graceMs: number;
}

/** Central banks publish nothing from the Thursday before Easter to the Tuesday after it. */
const CLOSED_DAYS_MS = 4 * DAY_MS;
const NEXT_STEP =
  'Open the address in a browser: it must be the root of a published site. If it is not, "npm run doctor" shows what is missing to publish one.';
const DEMO_STEP =
  "The demo is always unhealthy, because no published site may show invented data. Check a site that is built from live data.";
/** Tolerated difference of two clocks. */
const CLOCK_SLACK_MS = 5 * MINUTE_MS;

const time = z.string().transform((text, context) => {
  const timeMs = Date.parse(text);
  if (Number.isNaN(timeMs)) context.addIssue({ code: "custom", message: `"${text.slice(0, 40)}" is not a time` });
  return timeMs;
});
const Answer = z.object({ meta: z.object({ updated_at: time, expires_at: time, sample: z.boolean().optional() }) });
const Status = z.object({
  data: z.object({
    generated_at: time,
    sources: z.array(
      z.object({ id: z.string(), status: z.string(), fetched_at: time.nullable(), last_error: z.string().nullable() }),
    ),
    gate: z.object({ passed: z.boolean() }),
    // Absent in sites of earlier versions.
    endpoints_left_out: z.array(z.object({ endpoint: z.string(), reason: z.string() })).default([]),
  }),
  meta: z.object({ sample: z.boolean().optional() }),
});
const FirstCoin = z.object({ data: z.array(z.object({ path: z.string(), symbol: z.string() })) });
const Series = z.object({ data: z.object({ interval: z.string(), to: time.nullable() }) });

/**
 * Judges a site by the age of its data, not by the time of the build: a site can be rebuilt from
 * old responses. Does not throw.
 */
export async function checkHealth(read: ReadPublished, options: HealthOptions): Promise<Finding[]> {
  const status = await readPublished(read, "api/status.json", Status);
  if (typeof status === "string") return [{ subject: "status", level: "problem", detail: status, advice: NEXT_STEP }];
  const { data, meta } = status;
  const built = `built ${renderAge(options.now - data.generated_at)} ago, which is not judged`;
  // A host may lack optional files.
  const listed = options.endpoints.filter(
    ({ kinds, path, tree }) => kinds.length > 0 && !path.includes("{") && tree === undefined,
  );
  const leftOut = new Map(data.endpoints_left_out.map(({ endpoint, reason }) => [endpoint, reason]));
  return [
    meta.sample === true
      ? {
          subject: "status",
          level: "problem",
          detail: "the data is invented: this is the demo market",
          advice: DEMO_STEP,
        }
      : { subject: "status", level: "ok", detail: built },
    ...(data.gate.passed
      ? []
      : [{ subject: "gate", level: "problem", detail: "the status reports that this build was refused" } as const]),
    ...(await Promise.all(listed.map((one) => checkAnswer(read, one, options, leftOut.get(one.id))))).flat(),
    await checkHistory(read, options),
    ...data.sources
      .filter(({ status: state }) => state === "down" || state === "stale")
      .map((source) => checkSource(source, options.now)),
  ];
}

/**
 * `leftOut`: why the site says that it has no such answer. No finding for an answer that a build
 * has no file of, unless live runs wrote one.
 */
async function checkAnswer(
  read: ReadPublished,
  endpoint: Endpoint,
  options: HealthOptions,
  leftOut: string | undefined,
): Promise<Finding[]> {
  const subject = endpoint.id;
  if (leftOut !== undefined) return [{ subject, level: "ok", detail: leftOut }];
  const path = `api${endpoint.path}.json`;
  if (endpoint.derived !== undefined && (await isMissing(read, path))) return [];
  const answer = await readPublished(read, path, Answer);
  if (typeof answer === "string") return [{ subject, level: "problem", detail: answer }];
  const { updated_at: updatedMs, expires_at: expiresMs } = answer.meta;
  const closedMs = endpoint.kinds.includes("rate") ? CLOSED_DAYS_MS : 0;
  return [checkAge(subject, updatedMs, expiresMs + closedMs, options)];
}

/**
 * Stores answer 403 for a missing file to readers who may not list the bucket. After any other
 * failure, the file may be there.
 */
function isMissing(read: ReadPublished, path: string): Promise<boolean> {
  return read(path).then(
    (text) => text === undefined,
    (error) => error instanceof HttpError && error.status === 403,
  );
}

/** The newest point of the largest coin: prices can be fresh while the history is not. */
async function checkHistory(read: ReadPublished, options: HealthOptions): Promise<Finding> {
  const subject = "history";
  const coins = await readPublished(read, "api/coins.json", FirstCoin);
  if (typeof coins === "string") return { subject, level: "problem", detail: coins };
  const [first] = coins.data;
  if (first === undefined) return { subject, level: "problem", detail: "there is no coin" };
  const path = `api/${first.path.replace(/\.json$/, "")}/history/24h.json`;
  const series = await readPublished(read, path, Series.extend(Answer.shape));
  if (typeof series === "string") return { subject, level: "problem", detail: series };
  const { interval, to } = series.data;
  if (to === null) return { subject, level: "problem", detail: `${first.symbol} has no point in 24 hours` };
  // A new site has hourly points, with the time at which their hour begins.
  const coveredMs = interval === "1h" ? HOUR_MS : 0;
  return checkAge(subject, to, to + coveredMs + series.meta.expires_at - series.meta.updated_at, options);
}

function checkAge(subject: string, madeMs: number, endMs: number, { now, graceMs }: HealthOptions): Finding {
  if (madeMs > now + CLOCK_SLACK_MS) {
    return {
      subject,
      level: "problem",
      detail: `its newest observation is ${renderAge(madeMs - now)} in the future`,
    };
  }
  const age = `newest observation ${renderAge(Math.max(0, now - madeMs))} ago`;
  if (now <= endMs) return { subject, level: "ok", detail: age };
  const late = `${age}, ${renderAge(now - endMs)} past its expiry`;
  return { subject, level: now <= endMs + graceMs ? "warning" : "problem", detail: late };
}

function checkSource(source: z.infer<typeof Status>["data"]["sources"][number], now: number): Finding {
  const last =
    source.fetched_at === null ? "never responded" : `last response ${renderAge(now - source.fetched_at)} ago`;
  const reason = source.last_error === null ? "" : `: ${source.last_error}`;
  return { subject: source.id, level: "warning", detail: `${source.status}, ${last}${reason}` };
}

async function readPublished<Value>(
  read: ReadPublished,
  path: string,
  schema: z.ZodType<Value>,
): Promise<Value | string> {
  try {
    const text = await read(path);
    if (text === undefined) return `${path} is missing`;
    const parsed = schema.safeParse(parseJson(text));
    if (parsed.success) return parsed.data;
    const issue = parsed.error.issues[0];
    return `${path} has an unexpected shape: ${issue?.path.join(".")}: ${issue?.message}`;
  } catch (error) {
    return `${path} cannot be read: ${describeError(error)}`;
  }
}
