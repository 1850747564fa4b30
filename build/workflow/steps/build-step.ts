import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runBuild } from "../../cli/build.ts";
import { explainFullDisk } from "../../cli/explain-failure.ts";
import { OperationalError } from "../../lib/operational-error.ts";
import { GateRefusal } from "../../market/gate/gate-refusal.ts";
import type { RunResult } from "../../pipeline.ts";
import { type BuildResult, judgeSource } from "../build-result.ts";
import { renderSummary } from "../github/summary.ts";
import type { Plan } from "../plan.ts";
import type { RestorePlan } from "../restore-places.ts";
import { watchSeconds } from "../watch-seconds.ts";
import type { StepContext } from "./step.ts";

/** The recorded answers of the run, which the workflow keeps where they are needed. */
const EVIDENCE_FOLDER = "evidence";
export const SITE_FOLDER = "dist";

/** Builds, and leaves how that went for the jobs that come after. Fails as the build does. */
export async function buildStep(context: StepContext): Promise<void> {
  const { workspace, run, runner, flags, now, summarise, output } = context;
  const plan = run.read<Plan>("plan");
  const restore = run.read<RestorePlan>("restore");
  const startedAtMs = now();
  const { watch, seconds } = watchSeconds(Date.now);
  const done = await runBuild(
    {
      ...flags,
      out: join(workspace, SITE_FOLDER),
      state: join(workspace, ".state"),
      siteHost: [plan.host],
      homepage: plan.homepage,
      userAgent: plan.userAgent,
      baseUrl: plan.baseUrl,
      ...(restore.from.length === 0 ? {} : { restoreFrom: restore.from }),
      // The site answered when it was looked for: one that fails since must not be replaced by what the data branch knows of yesterday.
      needsFirst: !runner.withoutSite,
      record: run.path(EVIDENCE_FOLDER),
      recordState: true,
    },
    (progress) => watch(context.watch?.(progress) ?? progress),
  ).then(
    (result: RunResult) => ({ result, error: undefined }),
    (error: unknown) => ({ result: undefined, error: explainFullDisk(error) ?? error }),
  );
  const { result, error } = done;
  const report = result?.report ?? (error instanceof GateRefusal ? error.report : null);
  const isBroken = report?.sources.some((source) => judgeSource(source, startedAtMs) === "broken") === true;
  const [tree] = result?.trees ?? [];
  const build: BuildResult = {
    outcome: result !== undefined ? "published" : error instanceof GateRefusal ? "refused" : "failed",
    startedAtMs,
    report,
    error: error === undefined ? null : error instanceof Error ? error.message : String(error),
    seconds,
    files: tree?.files ?? 0,
    bytes: tree?.bytes ?? 0,
    manifestSha256: tree === undefined ? null : hashManifest(workspace),
    // A source that stays broken is shown once a day: a recording of every build would be the same one again.
    evidence: result === undefined || (isBroken && restore.remember),
    ...(flags.at === undefined ? {} : { sampleAt: flags.at }),
  };
  await run.write("build", build);
  output({ evidence: String(build.evidence) });
  summarise(renderSummary(build, [...plan.notes, ...restore.notes]));
  if (error instanceof OperationalError || error instanceof Error) throw error;
  if (error !== undefined) throw new OperationalError(String(error));
}

function hashManifest(workspace: string): string {
  const body = readFileSync(join(workspace, SITE_FOLDER, "api/manifest.json"));
  return createHash("sha256").update(body).digest("hex");
}
