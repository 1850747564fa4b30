import { mkdirSync } from "node:fs";
import { createBinaryClient } from "../../../kit/platform/http/binary-client.ts";
import { retry } from "../../../kit/platform/http/http-retry.ts";
import type { Github } from "../../../kit/publish/github.ts";
import type { Runner } from "../../../kit/publish/runner.ts";
import { md } from "../../../lib/markdown.ts";
import { describeError } from "../../../lib/operational-error.ts";
import { nameUserAgent } from "../../../lib/web-url.ts";
import { STATE_KINDS } from "../../run/state-kinds.ts";
import { type BackupResult, backupState } from "../../workflow/backup-state.ts";
import type { BuildResult } from "../../workflow/build-result.ts";
import { reportIssues } from "../../workflow/github/issues.ts";
import { listIssueVerdicts, type RunOutcome } from "../../workflow/issue-verdict.ts";
import { BRANCH_FOLDER } from "./restore-step.ts";
import { FAILURE, type StepContext } from "./step.ts";

/** The workflow passes the state of this build from job to job in this folder. */
export const STATE_FOLDER = "state";
/** Present when the state comes from a backfill. */
export const JOINED = "joined";

/** Pushes the state of the build to the data branch, so that the next run can restore it. */
export async function rememberStep({ run, runner, openGit, now, print, warn, summarise }: StepContext): Promise<void> {
  const folder = run.path(BRANCH_FOLDER);
  mkdirSync(folder, { recursive: true });
  const result = await backupState({
    git: openGit(folder),
    folder,
    remote: runner.remote,
    state: run.path(STATE_FOLDER),
    kinds: STATE_KINDS,
    isBackfill: run.find(JOINED) !== undefined,
    now: now(),
  });
  await run.write("remembered", result);
  if (result.status === "rejected") warn("data branch", result.message);
  else print(result.message);
  summarise(md`${result.message}\n`);
}

/** A failure is only a warning: there are weeks left to retry. */
export async function keepAliveStep({ github, runner, print, warn }: StepContext): Promise<void> {
  await keepAlive(github, runner.repository).then(
    (names) => print(`Kept alive: ${names.join(", ")}`),
    (error) => warn("schedule", `The schedule could not be kept alive: ${describeError(error)}`),
  );
}

interface Workflows {
  workflows: { id: number; name: string; state: string }[];
}

/**
 * GitHub disables the schedules of a public repository after 60 days without activity. Enabling an
 * enabled workflow counts (docs.github.com/en/rest, "Enable a workflow"), and the run's token may
 * do it. Returns the names; workflows that a person disabled stay disabled. Throws the first
 * failure after all of them were tried.
 */
export async function keepAlive(github: Github, repository: string): Promise<string[]> {
  const { workflows } = await github.request<Workflows>("GET", `/repos/${repository}/actions/workflows?per_page=100`);
  const kept = workflows.filter(({ state }) => state === "active" || state === "disabled_inactivity");
  const failures: unknown[] = [];
  for (const { id } of kept) {
    const path = `/repos/${repository}/actions/workflows/${id}/enable`;
    await github.request("PUT", path).catch((error) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
  return kept.map(({ name }) => name);
}

/** Opens, updates and closes the issues about the run. */
export async function reportStep(context: StepContext): Promise<void> {
  const { run, runner, github, now, print } = context;
  const build = run.find<BuildResult>("build");
  const verdicts = listIssueVerdicts({
    runner,
    build,
    failure: run.find<NonNullable<RunOutcome["failure"]>>(FAILURE),
    remembered: run.find<BackupResult>("remembered"),
  });
  const hasEvidence = build?.evidence === true;
  const done = await reportIssues({ github, runner, verdicts, hasEvidence, now: now() });
  for (const line of done.length === 0 ? ["No issue changed."] : done) print(line);
  if (runner.pingUrl !== null && isPublished(runner.results)) await ping(runner.pingUrl, context);
}

function isPublished({ deploy, "deploy-elsewhere": elsewhere, smoke }: Runner["results"]): boolean {
  return [deploy, elsewhere].includes("success") && smoke === "success";
}

const PING_TRIES = 3;
const BETWEEN_PINGS_MS = 10_000;
const MAX_PING_BYTES = 64 * 1024;

/**
 * Tells a monitor outside of GitHub that the site was published (protocol of healthchecks.io, "HTTP
 * API"): a schedule that does not run cannot report itself. A failure is only a warning, without
 * the URL, which is a secret.
 */
async function ping(url: string, { runner, sleep, print, warn }: StepContext): Promise<void> {
  const client = createBinaryClient({ userAgent: nameUserAgent(`${runner.serverUrl}/${runner.repository}`) });
  try {
    const send = () => client.fetch(url, MAX_PING_BYTES);
    await retry(send, { tries: PING_TRIES, sleep, waitMs: () => BETWEEN_PINGS_MS });
    print("The monitor of PING_URL knows of this publication.");
  } catch (error) {
    warn("ping", `PING_URL does not answer: ${describeError(error).replaceAll(url, "PING_URL")}`);
  } finally {
    await client.close();
  }
}
