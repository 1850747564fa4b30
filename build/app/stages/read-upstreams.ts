import { listFixingDays } from "../../crypto/history/datasets/fixings.ts";
import { readSources } from "../../crypto/ingest/read-sources.ts";
import { openReadingTime } from "../../crypto/ingest/reading-time.ts";
import { isClockWrong } from "../../crypto/market/gate/gate.ts";
import { measureClockSkew } from "../../crypto/market/gate/measure-build.ts";
import { readSlowSources } from "../run/build-logs.ts";
import type { Build } from "./build.ts";

/** Reads the sources, and commits their answers: these stay valid even if the build is refused. */
export async function readUpstreams({ program, effects, now, cadenceMs, sources, thresholds, isFirst }: Build) {
  const { config, environment, ignoreCache, only } = program;
  const { coins, detailsPerBuild } = config;
  const { state } = effects;
  const days = new Map([["fixing", await listFixingDays(state)] as const]);
  const settings = { now, cadenceMs, coins, detailsPerBuild, apiKeys: environment.apiKeys, ignoreCache, days };
  const time = openReadingTime({ elapsedMs: effects.elapsedMs, slow: await readSlowSources(state) });
  const outcomes = await readSources(sources, { effects, ...settings, time, outcomes: new Map() }, only);
  const datasets = outcomes.flatMap(({ dataset }) => dataset ?? []);
  // The gate refuses a build with a wrong clock. Its times would stay in the state: it leaves none.
  const hasWrongClock = isClockWrong(measureClockSkew(datasets), thresholds);
  if (hasWrongClock) state.rollback();
  else if (!isFirst) await state.commit();
  return { outcomes, datasets, hasWrongClock, timedOut: time.timedOut };
}

export type ReadUpstreams = Awaited<ReturnType<typeof readUpstreams>>;
