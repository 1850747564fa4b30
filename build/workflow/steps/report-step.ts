import type { BackupResult } from "../backup-state.ts";
import type { BuildResult } from "../build-result.ts";
import { listFindings, type Outcome } from "../finding.ts";
import { reportIssues } from "../github/issues.ts";
import { FAILURE, type StepContext } from "./step.ts";

/** Opens, updates and closes the issues. */
export async function reportStep({ run, runner, github, now, print }: StepContext): Promise<void> {
  const build = run.find<BuildResult>("build");
  const findings = listFindings({
    runner,
    build,
    failure: run.find<NonNullable<Outcome["failure"]>>(FAILURE),
    remembered: run.find<BackupResult>("remembered"),
  });
  const hasEvidence = build?.evidence === true;
  const done = await reportIssues({ github, runner, findings, hasEvidence, now: now() });
  for (const line of done.length === 0 ? ["No issue changed."] : done) print(line);
}
