import type { World } from "../../crypto/api/world.ts";
import { SAMPLES } from "../../crypto/history/partition-document.ts";
import { MARKET } from "../../crypto/market/open-only.ts";
import type { Source } from "../../crypto/sources/source.ts";
import { LIVE_PATH } from "../../kit/platform/output/live-file.ts";
import { LAST_KNOWN_GOOD } from "../../kit/platform/platform.ts";
import { isFlag, isText, listOf, objectOf, type Shape, type ShapeOf } from "../../lib/shape.ts";
import { HOUR_MS, MINUTE_MS } from "../../lib/time.ts";
import { ANSWER_LOG } from "./reachability.ts";

/** How often a live run is meant to run: a live file expires after two of them. */
export const LIVE_CADENCE_MS = MINUTE_MS;

/**
 * A build takes over a live file whose newest price is younger. An older one means that the live
 * runs were switched off; a pause for an update of the server is shorter.
 */
const CARRIED_MS = HOUR_MS;

/** The documents of the state that a live run needs: no series but the samples of a day. */
export function isLiveDocument(name: string): boolean {
  return name === MARKET || name === ANSWER_LOG || name.startsWith(LAST_KNOWN_GOOD) || name.startsWith(SAMPLES);
}

/** Requests tickers only. Of other feeds, the last known good responses are used as they are. */
export function readTickersOnly(source: Source): Source {
  const feeds = source.feeds.map((feed) => (hasTickers(feed) ? feed : { ...feed, schedule: () => ({ requests: [] }) }));
  return { ...source, feeds };
}

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
const isLive = objectOf({ data: listOf(isRow), meta: objectOf({ updated_at: isText, stale: isFlag }) });

/** `undefined` without a file, and for one of another form. */
export function parseLive(body: Uint8Array | undefined): ShapeOf<typeof isLive> | undefined {
  if (body === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(body));
    return isLive(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Whether live runs keep the published tree up to date. */
export function hasLiveTier({ readOld }: { readOld(path: string): Uint8Array | undefined }, now: number): boolean {
  const live = parseLive(readOld(LIVE_PATH));
  // A time far ahead comes from a wrong clock.
  return live !== undefined && Math.abs(now - Date.parse(live.meta.updated_at)) < CARRIED_MS;
}
