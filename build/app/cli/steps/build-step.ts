import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Progress, Task } from "../../../kit/platform/platform.ts";
import { RestoreError } from "../../../kit/platform/state/restore-source.ts";
import { MANIFEST_PATH } from "../../../kit/render/manifest.ts";
import { computeSha256 } from "../../../lib/hash.ts";
import { OperationalError } from "../../../lib/operational-error.ts";
import { isWebAddress } from "../../../lib/web-url.ts";
import { GateRefusal } from "../../run/gate-refusal.ts";
import type { RunResult } from "../../run/program.ts";
import { type BuildResult, judgeSources } from "../../workflow/build-result.ts";
import { renderSummary } from "../../workflow/github/summary.ts";
import { ARCHIVES_FOLDER, keepArchives } from "../../workflow/keep-archives.ts";
import type { Plan } from "../../workflow/plan.ts";
import type { RestorePlan } from "../../workflow/restore-places.ts";
import { runBuild } from "../build.ts";
import type { BuildFlags } from "../build-flags.ts";
import { explainFullDisk } from "../kit/explain-failure.ts";
import { verifyPlace } from "../verify.ts";
import type { StepContext } from "./step.ts";

export const EVIDENCE_FOLDER = "evidence";
export const SITE_FOLDER = "dist";

/** Builds the site as planned, records the responses, and writes the summary. */
export async function buildStep(context: StepContext): Promise<void> {
  const { workspace, run, flags, now, summarise, output } = context;
  const plan = run.read<Plan>("plan");
  const restore = run.read<RestorePlan>("restore");
  const startedAtMs = now();
  const { watch, seconds } = watchSeconds(Date.now);
  const done = await runBuild(
    {
      ...flags,
      out: join(workspace, SITE_FOLDER),
      state: join(workspace, ".state"),
      archives: join(workspace, ARCHIVES_FOLDER),
      siteHost: [plan.host],
      ...listPlanFlags(plan),
      ...(restore.from.length === 0 ? {} : { restoreFrom: restore.from }),
      record: run.path(EVIDENCE_FOLDER),
      recordState: true,
    },
    (progress) => watch(context.watch?.(progress) ?? progress),
  ).then(
    (result: RunResult) => ({ result, error: undefined }),
    (error: unknown) => ({
      result: undefined,
      error: explainFullDisk(error) ?? explainRestore(error, restore) ?? error,
    }),
  );
  const { result, error } = done;
  const report = result?.report ?? (error instanceof GateRefusal ? error.report : null);
  const isBroken = report !== null && judgeSources(report).some(({ verdict }) => verdict === "broken");
  const [tree] = result?.trees ?? [];
  const build: BuildResult = {
    outcome: result !== undefined ? "built" : error instanceof GateRefusal ? "refused" : "failed",
    startedAtMs,
    report,
    error: error === undefined ? null : error instanceof Error ? error.message : String(error),
    seconds,
    files: tree?.files ?? 0,
    bytes: tree?.bytes ?? 0,
    manifestSha256: tree === undefined ? null : hashManifest(workspace),
    // A source that stays broken is recorded once a day: more recordings would say the same.
    evidence: result === undefined || (isBroken && restore.remember),
  };
  await run.write("build", build);
  const archives = tree === undefined ? "" : await keepArchives(tree.folder, join(workspace, ARCHIVES_FOLDER));
  output({ evidence: String(build.evidence), archives });
  summarise(renderSummary(build, [...plan.notes, ...restore.notes]));
  if (error instanceof Error) throw error;
  if (error !== undefined) throw new OperationalError(String(error));
}

/** What the plan decides about the files of the site, whatever their host. */
export function listPlanFlags({ homepage, userAgent, baseUrl, cadenceMinutes, mirror }: Plan): BuildFlags {
  return { homepage, userAgent, baseUrl, cadenceMinutes, ...(mirror && { mirrorUrl: mirror.url }) };
}

/** Names the input that continues without a site whose state cannot be used. */
function explainRestore(error: unknown, { from, bootstrap }: RestorePlan): OperationalError | undefined {
  if (!(error instanceof RestoreError) || bootstrap || !isWebAddress(from[0] ?? "")) return undefined;
  const [message = "", ...lines] = error.message.split("\n");
  const advice =
    "Nothing is published, and the next run tries again. If the site stays like this, run the workflow by hand " +
    "with without_site: the build then continues from the data branch and the cache.";
  return new OperationalError(message, { lines: [...lines, advice] });
}

function hashManifest(workspace: string): string {
  return computeSha256(readFileSync(join(workspace, SITE_FOLDER, MANIFEST_PATH)));
}

function watchSeconds(now: () => number): {
  watch: (progress: Progress) => Progress;
  seconds: Record<string, number>;
} {
  const seconds: Record<string, number> = {};
  const measure = (label: string, task: Task): Task => {
    const beganMs = now();
    const end =
      (finish: (text: string) => void) =>
      (text: string): void => {
        seconds[label] = Number(((seconds[label] ?? 0) + (now() - beganMs) / 1_000).toFixed(1));
        finish(text);
      };
    return { update: task.update, done: end(task.done), warned: end(task.warned), failed: end(task.failed) };
  };
  return {
    seconds,
    watch: (progress) => ({ ...progress, start: (id, label) => measure(id, progress.start(id, label)) }),
  };
}

/** Verifies the built site and the limits of its host before it is published. */
export async function verifyStep({ workspace, run, print }: StepContext): Promise<void> {
  print(await verifyPlace(join(workspace, SITE_FOLDER), { siteHost: run.read<Plan>("plan").host }));
}
