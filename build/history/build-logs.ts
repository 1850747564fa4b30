import { ANSWER_LOG, type AnswerLog, addAnswers, computeReachability } from "../market/gate/reachability.ts";
import {
  addBuild,
  BUILD_LOG,
  type BuildTrace,
  type Counts,
  type Judged,
  type Reachability,
  traceBuild,
} from "../market/gate/run-report.ts";
import type { StateStore } from "../platform/platform.ts";

/** What a build leaves in the state beside its data, also where the gate refuses it. */
export interface BuildLogs {
  /** What the report shows of the logs. */
  report: { builds: BuildTrace[]; reachability: Reachability[] };
  answers: AnswerLog;
}

/** The logs with one more build. Writes nothing. */
export async function extendLogs(
  state: StateStore,
  judged: Judged,
  counts: Counts,
  durationMs: number | null,
): Promise<BuildLogs> {
  const builds = addBuild((await state.read<BuildTrace[]>(BUILD_LOG)) ?? [], traceBuild(judged, counts, durationMs));
  const answers = addAnswers(await state.read<AnswerLog>(ANSWER_LOG), judged);
  return { report: { builds, reachability: computeReachability(answers, judged) }, answers };
}

export function writeLogs(state: StateStore, { report, answers }: BuildLogs): void {
  state.write(BUILD_LOG, report.builds);
  state.write(ANSWER_LOG, answers);
}
