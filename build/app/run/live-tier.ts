import type { World } from "../../crypto/api/world.ts";
import { SAMPLES } from "../../crypto/history/partition-document.ts";
import { findMaxAge } from "../../crypto/ingest/read-feed.ts";
import { MARKET } from "../../crypto/market/market-memory.ts";
import type { Dataset } from "../../crypto/normalise/record.ts";
import type { Source } from "../../crypto/sources/source.ts";
import { LAST_KNOWN_GOOD } from "../../kit/platform/platform.ts";
import { renderJson } from "../../lib/json/render-json.ts";
import { OperationalError } from "../../lib/operational-error.ts";
import { isFlag, isText, listOf, objectOf, optional, type Shape, type ShapeOf } from "../../lib/shape.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../lib/time.ts";
import { ANSWER_LOG, type AnswerLog, findAbsentSources } from "./reachability.ts";

/** How often a live run is meant to run: a live file expires after two of them. */
export const LIVE_CADENCE_MS = MINUTE_MS;

/**
 * Deadline for reading. Waits that upstreams demand could take longer than the minute, and a run
 * that its unit kills cannot mark the file as stale. Computing takes the rest of that time.
 */
export const LIVE_DEADLINE_MS = 40 * SECOND_MS;

/**
 * A build takes over a live file whose newest price is younger. An older one means that the live
 * runs were switched off; a pause for an update of the server is shorter.
 */
const CARRIED_MS = HOUR_MS;

/** The documents of the state that a live run needs: no series but the samples of a day. */
export function isLiveDocument(name: string): boolean {
  return name === MARKET || name === ANSWER_LOG || name.startsWith(LAST_KNOWN_GOOD) || name.startsWith(SAMPLES);
}

/**
 * A market that stops after the build counts until the next one, so older builds are refused. Two
 * days: one daily build may fail.
 */
const CONTINUED_MS = 2 * DAY_MS;

/** The age of the last build. Throws an `OperationalError` if that is too old for a live run. */
export function findBuildAge(log: AnswerLog | undefined, now: number): number {
  const ageMs = Math.max(0, now - (log?.times.at(-1) ?? now));
  if (ageMs <= CONTINUED_MS) return ageMs;
  throw new OperationalError(
    `The last build is ${Math.floor(ageMs / HOUR_MS)} hours old. A live run uses its lists of markets, ` +
      `for at most ${CONTINUED_MS / HOUR_MS} hours: build first.`,
  );
}

/**
 * Requests tickers only. Of other feeds, the last known good responses are used as they are: lists
 * of markets as long as the last build, `buildAgeMs` ago, could use them.
 */
export function readTickersOnly(source: Source, { buildAgeMs, cadenceMs }: LiveTiming): Source {
  const feeds = source.feeds.map((feed) => {
    if (hasTickers(feed)) return feed;
    const kept = { ...feed, schedule: () => ({ requests: [] }) };
    if (feed.kind !== "listing") return kept;
    return { ...kept, keepMs: findMaxAge({ source, feed, session: { cadenceMs } }) + buildAgeMs };
  });
  return { ...source, feeds };
}

interface LiveTiming {
  buildAgeMs: number;
  /** Of the builds. */
  cadenceMs: number;
}

/**
 * A list that did not answer the last build is stale in a live run, too: that build took its prices
 * from other lists.
 */
export function markAbsent(datasets: readonly Dataset[], log: AnswerLog | undefined): Dataset[] {
  const absent = log === undefined ? new Set() : findAbsentSources(log);
  return datasets.map((one) => (one.kind !== "ticker" && absent.has(one.source) ? { ...one, stale: true } : one));
}

/** Whether a live run reads the feed: it gives tickers. */
export function hasTickers({ kind }: Source["feeds"][number]): boolean {
  return kind === "ticker";
}

/** A world whose tickers are due each minute. Venues that did not answer are no source of it. */
export function describeLiveWorld(world: World): World {
  const datasets = world.market.datasets
    .filter(({ stale }) => !stale)
    .map((dataset) =>
      dataset.kind === "ticker"
        ? { ...dataset, cadenceMs: LIVE_CADENCE_MS, dueAtMs: dataset.observedAtMs + LIVE_CADENCE_MS }
        : dataset,
    );
  return {
    ...world,
    market: { ...world.market, datasets },
    run: { ...world.run, cadenceMs: LIVE_CADENCE_MS, nextUpdateAtMs: world.run.generatedAtMs + LIVE_CADENCE_MS },
  };
}

const isRow: Shape<unknown> = (_value): _value is unknown => true;
const isLive = objectOf({
  data: listOf(isRow),
  meta: objectOf({
    updated_at: isText,
    expires_at: isText,
    stale: isFlag,
    sources: listOf(isText),
    sample: optional(isFlag),
  }),
});
type Live = ShapeOf<typeof isLive>;

/** `undefined` without a file, and for one of another form. */
export function parseLive(body: Uint8Array | undefined): Live | undefined {
  if (body === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(body));
    return isLive(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Whether prices are out of date that do not say so: no run renewed or marked them. */
export function isExpired({ meta }: Live, now: number): boolean {
  return !meta.stale && Date.parse(meta.expires_at) < now;
}

/** The same prices, marked as stale. */
export function renderStaleLive(live: Live): Uint8Array {
  return renderJson({ ...live, meta: { ...live.meta, stale: true } });
}

/**
 * What a build makes of the live file of the published tree. While live runs keep it up to date,
 * the new tree takes it over; one that has expired says that it is stale. `undefined`: the file is
 * left out, because live runs were switched off, or because it is of the demo market in a site of
 * live data, or has a source that the site leaves out.
 */
export function renewLive(
  body: Uint8Array | undefined,
  { program, sources, now }: Readonly<{ program: { sample: boolean }; sources: readonly Source[]; now: number }>,
): Uint8Array | undefined {
  const live = parseLive(body);
  if (live === undefined) return undefined;
  const { meta } = live;
  const ids = new Set(sources.map(({ id }) => id));
  const isOwn = (meta.sample ?? false) === program.sample && meta.sources.every((id) => ids.has(id));
  // A time far ahead comes from a wrong clock.
  const isRecent = Math.abs(now - Date.parse(meta.updated_at)) < CARRIED_MS;
  if (!isOwn || !isRecent) return undefined;
  return isExpired(live, now) ? renderStaleLive(live) : body;
}
