import { type Markdown, md, renderBlock } from "../lib/markdown.ts";
import { describeError } from "../lib/operational-error.ts";
import { renderTime } from "../lib/time.ts";
import type { SourceReport } from "../market/gate/run-report.ts";
import type { BackupResult } from "./backup-state.ts";
import { BROKEN_AFTER_HOURS, type BuildResult, judgeSource } from "./build-result.ts";
import type { JobResult, Runner } from "./github/runner.ts";

/** What a run says about one thing that can break. */
export interface Finding {
  /** `gate`, `run`, `deploy`, `data-branch` or `source-<id>`: each has at most one open issue. */
  id: string;
  /** `null`: it works. */
  broken: { title: string; body: Markdown } | null;
}

export interface Outcome {
  runner: Runner;
  build: BuildResult | undefined;
  /** What ended a step with a message. */
  failure: { step: string; message: string } | undefined;
  remembered: BackupResult | undefined;
}

/** Everything that this run knows to work or not to work; what it did not get to is not among them. */
export function listFindings({ runner, build, failure, remembered }: Outcome): Finding[] {
  const { results } = runner;
  const findings: Finding[] = [];
  const isRefused = build?.outcome === "refused";
  if (build?.report) {
    findings.push({ id: "gate", broken: isRefused ? describeRefusal(build) : null });
    for (const source of build.report.sources) {
      const verdict = judgeSource(source, build.startedAtMs);
      if (verdict === "undecided") continue;
      findings.push({ id: `source-${source.id}`, broken: verdict === "works" ? null : describeSource(source) });
    }
  }
  if (results["build"] === "success") findings.push({ id: "run", broken: null });
  else if (hasFailed(results["build"]) && !isRefused)
    findings.push({ id: "run", broken: describeFailure(failure, build) });
  const deployed = judgeJobs([results["deploy"], results["deploy-elsewhere"], results["smoke"]]);
  if (deployed !== undefined) findings.push({ id: "deploy", broken: deployed ? null : describeDeployment(failure) });
  if (remembered !== undefined)
    findings.push({
      id: "data-branch",
      broken: remembered.status === "rejected" ? describeRejection(remembered.message) : null,
    });
  else if (hasFailed(results["remember"]))
    findings.push({ id: "data-branch", broken: describeRejection("The log of the run says what happened.") });
  return findings;
}

/** A job that took too long counts as cancelled. Of a run that a person cancelled nothing is reported at all. */
function hasFailed(result: JobResult | undefined): boolean {
  return result === "failure" || result === "cancelled";
}

/** Whether all that ran went well; `undefined` where nothing of it did. */
function judgeJobs(results: readonly (JobResult | undefined)[]): boolean | undefined {
  if (results.some(hasFailed)) return false;
  return results.includes("success") ? true : undefined;
}

function describeRefusal({ error }: BuildResult): Finding["broken"] {
  return {
    title: "The gate refuses the build",
    body: md`Nothing was published, and the site stays as it was. What the gate says:\n\n${renderBlock(error ?? "")}`,
  };
}

function describeSource({ id, name, status, fetchedAtMs, lastError }: SourceReport): Finding["broken"] {
  const since =
    fetchedAtMs === null
      ? md`It never gave a usable answer here.`
      : md`Its last usable answer is of ${renderTime(fetchedAtMs)}.`;
  return {
    title: `Source ${id}: no usable answer`,
    body: md`${name} is ${status}. ${since} The site goes on without it, or with its earlier answers, and says so. An issue is opened when that lasts for more than ${BROKEN_AFTER_HOURS} hours.\n\n${renderBlock(lastError ?? "no answer")}\n\nIf it cannot be reached from where the builds run, add ${id} to \`sourcesOff\` in \`build/config.ts\`.`,
  };
}

function describeFailure(failure: Outcome["failure"], build: BuildResult | undefined): Finding["broken"] {
  const said = failure?.message ?? build?.error ?? "The log of the run says what happened.";
  return {
    title: "The build fails",
    body: md`Nothing was published, and the site stays as it was.\n\n${renderBlock(describeError(said))}`,
  };
}

function describeDeployment(failure: Outcome["failure"]): Finding["broken"] {
  return {
    title: "The site cannot be deployed",
    body: md`A build was sound, but publishing it failed or what is published is not what was built.\n\n${renderBlock(failure?.message ?? "The log of the run says what happened.")}`,
  };
}

function describeRejection(message: string): Finding["broken"] {
  return {
    title: "The data branch cannot be written",
    body: md`${renderBlock(message)}\n\nA rule that protects the branch \`data\`, or workflows that may only read (Settings, Actions, General, Workflow permissions), would do that.`,
  };
}
