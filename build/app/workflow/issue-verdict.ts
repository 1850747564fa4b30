import type { JobResult, Runner } from "../../kit/publish/runner.ts";
import { joinMarkdown, type Markdown, md, renderBlock } from "../../lib/markdown.ts";
import { describeError } from "../../lib/operational-error.ts";
import { renderTime } from "../../lib/time.ts";
import type { BackupResult } from "./backup-state.ts";
import { type BuildResult, judgeSources, renderShare, type SourceVerdict } from "./build-result.ts";

export interface IssueVerdict {
  /**
   * `gate`, `run`, `deploy`, `mirror`, `data-branch`, `source-<id>`, `terms-<id>`: at most one
   * issue each.
   */
  id: string;
  /** `null`: works. */
  broken: { title: string; body: Markdown } | null;
}

export interface RunOutcome {
  runner: Runner;
  build: BuildResult | undefined;
  failure: { step: string; message: string } | undefined;
  remembered: BackupResult | undefined;
}

/** What a run says about each issue that it may open or close: broken, or `null` where it works. */
export function listIssueVerdicts({ runner, build, failure, remembered }: RunOutcome): IssueVerdict[] {
  const { results } = runner;
  const verdicts: IssueVerdict[] = [];
  const add = (id: string, broken: IssueVerdict["broken"]) => void verdicts.push({ id, broken });
  const isRefused = build?.outcome === "refused";
  const said = failure?.message ?? "See the log of the run.";
  if (build?.report) {
    add("gate", isRefused ? describeRefusal(build) : null);
    for (const judged of judgeSources(build.report)) {
      const { source, verdict } = judged;
      if (verdict !== "undecided") add(`source-${source.id}`, verdict === "works" ? null : describeSource(judged));
    }
  }
  if (results["build"] === "success") add("run", null);
  else if (hasFailed(results["build"]) && !isRefused)
    add("run", describeFailure(failure?.message ?? build?.error ?? said));
  const deployments = [results["deploy"], results["deploy-elsewhere"], results["smoke"]];
  if (deployments.some(hasFailed)) add("deploy", describeDeployment(said));
  else if (deployments.includes("success")) add("deploy", null);
  if (hasFailed(results["mirror"])) add("mirror", describeMirror(said));
  else if (results["mirror"] === "success") add("mirror", null);
  if (remembered !== undefined)
    add("data-branch", remembered.status === "rejected" ? describeRejection(remembered.message) : null);
  else if (hasFailed(results["remember"])) add("data-branch", describeRejection("See the log of the run."));
  return verdicts;
}

/** A job that timed out counts as cancelled. Runs that a person cancels report nothing. */
function hasFailed(result: JobResult | undefined): boolean {
  return result === "failure" || result === "cancelled";
}

function describeRefusal({ error }: BuildResult): IssueVerdict["broken"] {
  return {
    title: "The gate refused the build",
    body: md`Nothing was published; the site is unchanged. Result of the gate:\n\n${renderBlock(error ?? "")}`,
  };
}

function describeSource({ source, reachability }: SourceVerdict): IssueVerdict["broken"] {
  const { id, name, status } = source;
  const { absentBuilds = 0, answeredShare, lastSuccessMs = null, lastError = null } = reachability ?? {};
  const share = md`It did not answer in the last ${absentBuilds} builds, and answered in ${renderShare(answeredShare?.week ?? 0)} of those of the last week.`;
  const since =
    lastSuccessMs === null
      ? md`It returned no usable response in the last 30 days.`
      : md`Its last usable response is from ${renderTime(lastSuccessMs)}.`;
  return {
    title: `Source ${id}: no usable response`,
    body: joinMarkdown(
      [
        md`${name} is ${status}. ${share} ${since} The site continues without it, or with earlier responses marked stale.`,
        renderBlock(lastError?.text ?? "no answer"),
        md`If it is unreachable from the runner, add ${id} to \`sourcesOff\` in \`build/settings.ts\`.`,
      ],
      "\n\n",
    ),
  };
}

function describeFailure(said: string): IssueVerdict["broken"] {
  return {
    title: "The build fails",
    body: md`Nothing was published; the site is unchanged.\n\n${renderBlock(describeError(said))}`,
  };
}

function describeDeployment(said: string): IssueVerdict["broken"] {
  return {
    title: "The site cannot be deployed",
    body: md`The build passed, but it could not be published, or the published files differ.\n\n${renderBlock(said)}`,
  };
}

function describeMirror(said: string): IssueVerdict["broken"] {
  return {
    title: "The mirror cannot be published",
    body: md`The mirror holds an older build, or none. The site itself is not affected.\n\n${renderBlock(said)}`,
  };
}

const LIKELY_CAUSES = joinMarkdown(
  [
    md`Likely causes: a protection rule for the branch \`data\`,`,
    md`or read-only workflow permissions (Settings, Actions, General).`,
  ],
  " ",
);

function describeRejection(message: string): IssueVerdict["broken"] {
  return {
    title: "The data branch cannot be written",
    body: joinMarkdown([renderBlock(message), LIKELY_CAUSES], "\n\n"),
  };
}
