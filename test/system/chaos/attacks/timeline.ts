import { createDemoMarket } from "../../../../build/crypto/demo/create-demo-market.ts";
import type { DemoMarket } from "../../../../build/crypto/demo/demo-market.ts";
import { readSources } from "../../../../build/crypto/ingest/read-sources.ts";
import { openReadingTime } from "../../../../build/crypto/ingest/reading-time.ts";
import type { Dataset } from "../../../../build/crypto/normalise/record.ts";
import { newsPublishers } from "../../../../build/crypto/sources/news/news-publishers.ts";
import { sources } from "../../../../build/crypto/sources/registry.ts";
import { type Effects, SILENT_PROGRESS } from "../../../../build/kit/platform/platform.ts";
import { createMemoryStateStore } from "../../../../build/kit/platform/state/memory-state-store.ts";
import { MINUTE_MS } from "../../../../build/lib/time.ts";
import { NO_OUTPUT } from "../../../kit/platform/output/memory-output.ts";
import { FIXING_DAYS, START } from "../chaos-run.ts";
import { createMemoryHttp, createUpstreams } from "../upstreams.ts";

/** The data of the upstreams at one moment, as the market receives it. */
export interface Reading {
  now: number;
  world: DemoMarket;
  datasets: readonly Dataset[];
}

export interface TimelineOptions {
  seed: number;
  coins: number;
  stepMinutes: number;
}

/** News and the mood of the market do not influence the attacked numbers. */
const WITHOUT: readonly string[] = [...newsPublishers.map(({ id }) => id), "alternative-me"];

export const READ_SOURCES = sources.filter(
  ({ id, offByDefault }) => offByDefault === undefined && !WITHOUT.includes(id),
);

/**
 * The simulated upstreams, read once per step by the real sources and ingestion, with one state.
 * Attacks change the read data, so an attacked market costs milliseconds.
 */
export function openTimeline({ seed, coins, stepMinutes }: TimelineOptions) {
  const readings: Promise<Reading>[] = [];
  let now = START;
  let world: DemoMarket;
  const state = createMemoryStateStore({ now: () => now, world: "sample" });
  const upstreams = createUpstreams({ world: () => world, faults: () => new Map(), seed });
  const effects: Effects = {
    now: () => now,
    http: createMemoryHttp(upstreams, () => now),
    output: NO_OUTPUT,
    state,
    progress: SILENT_PROGRESS,
  };

  async function read(step: number): Promise<Reading> {
    now = START + step * stepMinutes * MINUTE_MS;
    world = createDemoMarket({ seed, coins, now, fixingDays: FIXING_DAYS });
    const session = {
      effects,
      now,
      coins,
      cadenceMs: stepMinutes * MINUTE_MS,
      detailsPerBuild: 0,
      apiKeys: {},
      ignoreCache: false,
      time: openReadingTime(),
      outcomes: new Map(),
    };
    const outcomes = await readSources(READ_SOURCES, session, undefined);
    return { now, world, datasets: outcomes.flatMap(({ dataset }) => dataset ?? []) };
  }

  /** Steps are read in order: each uses the state of the one before. */
  return async function readStep(step: number): Promise<Reading> {
    while (readings.length <= step) {
      const before = readings.at(-1) ?? Promise.resolve();
      const next = readings.length;
      readings.push(before.then(() => read(next)));
    }
    return readings[step]!;
  };
}
