import { writeLogs } from "./app/run/build-logs.ts";
import { renewLive } from "./app/run/live-tier.ts";
import type { Program, RunResult } from "./app/run/program.ts";
import { openBuild } from "./app/stages/build.ts";
import { computeMarket, readUpstreams } from "./app/stages/compute-market.ts";
import { describeComparison, extendHistory, fillMissing } from "./app/stages/extend-history.ts";
import { judgeBuild } from "./app/stages/judge-build.ts";
import { loadSite, openSite, readWorld, writeSite } from "./app/stages/write-site.ts";
import { recordCorrections } from "./crypto/corrections/record-corrections.ts";
import { LIVE_PATH } from "./kit/platform/output/live-file.ts";
import type { Effects } from "./kit/platform/platform.ts";
import { exportState } from "./kit/platform/state/state-store.ts";
import { describeTree } from "./kit/render/tree/site-writer.ts";

/** Runs the stages in order. Throws a `GateRefusal` when the build may not be published. */
export async function run(program: Program, effects: Effects): Promise<RunResult> {
  const { state, progress } = effects;
  const build = openBuild(program, effects);
  // Loads while real sources are read. Rendering throws its error again.
  if (program.site && !program.sample)
    loadSite()
      .then(({ loadEleventy }) => loadEleventy())
      .catch(() => undefined);

  // 1. Read the sources. Their answers stay valid even if this build is refused.
  const read = await readUpstreams(build);
  // 2. Compute the market.
  const pricing = progress.start("prices");
  const computed = await computeMarket(build, read.datasets);
  const { built } = computed;
  const { market } = built;
  // 3. Judge it: the only place that refuses the data. A refusal leaves its log entry at most.
  const { report, logs, isClockConfirmed } = await judgeBuild(build, read, computed, pricing);

  // 4. Add this build's observation to the series. Once it is durable, the build after a killed one
  // continues from it and counts nothing twice.
  await extendHistory(build, read.datasets, computed, isClockConfirmed);
  await state.commit();

  // 5. Render the files into new trees beside the published ones.
  const world = await readWorld(build, read.datasets, market, report);
  const task = progress.start("files");
  const site = await openSite(build, world, task);
  try {
    await writeSite(site, build, world, task);

    // 6. Fill missing history. The new points are in the files of the next build.
    if (!program.sample) await fillMissing(build, read.datasets, built);
    // Only now: a build that fails while rendering is not in the logs.
    if (!build.isShard) writeLogs(state, logs);
    await recordCorrections(state, describeComparison(market));
    await state.commit();

    // 7. Add the state, so that a build can continue from any site, and replace the trees.
    await site.write(exportState(state));
    const trees = await site.commit([{ path: LIVE_PATH, renew: (body) => renewLive(body, build) }]);
    task.done(trees.map(describeTree).join("; "));
    return { trees, report };
  } finally {
    await site.abandon();
  }
}
