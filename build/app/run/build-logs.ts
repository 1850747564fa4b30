import type { BuildTrace, RunReport } from "../../crypto/api/run-report.ts";
import type { StateStore } from "../../kit/platform/platform.ts";
import { addBuild, BUILD_LOG, type Counts, type Judged, traceBuild } from "./build-log.ts";
import {
  ANSWER_LOG,
  type AnswerLog,
  addAnswers,
  computeReachability,
  dropLater,
  findSlowSources,
  listOutages,
  removeSources,
} from "./reachability.ts";

/** What a build leaves in the state beside its data, also where the gate refuses it. */
export interface BuildLogs {
  /** What the report shows of the logs. */
  report: { builds: BuildTrace[] } & Pick<RunReport, "reachability" | "answersSinceMs" | "outages">;
  answers: AnswerLog;
}

/**
 * The logs with one more build. Writes nothing. A build that is published drops builds after
 * itself: a clock that no upstream contradicted was ahead of its time.
 */
export async function extendLogs(
  state: StateStore,
  judged: Judged,
  counts: Counts,
  timedOut: Iterable<string>,
): Promise<BuildLogs> {
  const { generatedAtMs, gate } = judged;
  const lastMs = gate.passed ? generatedAtMs : Number.POSITIVE_INFINITY;
  const known = ((await state.read<BuildTrace[]>(BUILD_LOG)) ?? []).filter(({ timeMs }) => timeMs <= lastMs);
  const builds = addBuild(known, traceBuild(judged, counts));
  const log = await state.read<AnswerLog>(ANSWER_LOG);
  const answers = addAnswers(log && dropLater(log, lastMs), judged, timedOut);
  const reachability = computeReachability(answers, judged);
  const answersSinceMs = answers.times[0] ?? generatedAtMs;
  return { report: { builds, reachability, answersSinceMs, outages: listOutages(answers, judged) }, answers };
}

/** The sources that took all of their time in one of the last builds. */
export async function readSlowSources(state: StateStore): Promise<Set<string>> {
  const log = await state.read<AnswerLog>(ANSWER_LOG);
  return log === undefined ? new Set() : findSlowSources(log);
}

/** Adds this build to the logs in the state. The caller commits. */
export function writeLogs(state: StateStore, { report, answers }: BuildLogs): void {
  state.write(BUILD_LOG, report.builds);
  state.write(ANSWER_LOG, answers);
}

/** The documents of this folder without values of restricted sources. */
export const CLEAN_LOGS = {
  [BUILD_LOG]: (log: readonly BuildTrace[]) => log,
  [ANSWER_LOG]: removeSources,
};
