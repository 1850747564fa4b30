import { DAY_MS } from "../../lib/time.ts";
import type { Finding } from "../finding.ts";
import type { Github } from "./github.ts";
import { GithubError } from "./github-error.ts";
import { findMemory, LABEL, renderIssue, renderRecovery } from "./issue-text.ts";
import type { Runner } from "./runner.ts";

interface Issue {
  number: number;
  state: "open" | "closed";
  title: string;
  body: string | null;
  closed_at: string | null;
  pull_request?: unknown;
}

export interface ReportOptions {
  github: Github;
  runner: Runner;
  findings: readonly Finding[];
  /** The run keeps the recorded answers. */
  hasEvidence: boolean;
  now: number;
}

/** What breaks again within this time goes on in the issue that it had, so that a shaky source does not fill the list. */
const REOPEN_WITHIN_MS = 30 * DAY_MS;

/**
 * Keeps one open issue for each thing that is broken: opened once, edited in place without a comment (an edit notifies nobody), closed when
 * the thing works. Returns what was done, a line each. A repository without issues is none of our business.
 */
export async function reportIssues({ github, runner, findings, hasEvidence, now }: ReportOptions): Promise<string[]> {
  const path = `/repos/${runner.repository}/issues`;
  let issues: Issue[];
  try {
    issues = await github.ask<Issue[]>(
      "GET",
      `${path}?labels=${LABEL}&state=all&sort=updated&direction=desc&per_page=100`,
    );
  } catch (error) {
    if (error instanceof GithubError && (error.status === 404 || error.status === 410))
      return ["Issues are switched off here."];
    throw error;
  }
  const own = issues.filter(({ pull_request }) => pull_request === undefined);
  const done: string[] = [];
  for (const finding of findings) {
    const { id, broken } = finding;
    const known = own.filter(({ body }) => findMemory(body)?.id === id);
    const open = known.find(({ state }) => state === "open");
    if (broken === null) {
      if (open === undefined) continue;
      const body = renderRecovery(finding, runner, open.body);
      await github.ask("PATCH", `${path}/${open.number}`, { state: "closed", state_reason: "completed", body });
      done.push(`Closed #${open.number}: ${open.title}`);
      continue;
    }
    const again =
      open ?? known.find(({ closed_at }) => closed_at !== null && now - Date.parse(closed_at) < REOPEN_WITHIN_MS);
    const body = renderIssue({ id, broken }, runner, hasEvidence, again?.body ?? null);
    if (again === undefined) {
      const { number } = await github.ask<Issue>("POST", path, { title: broken.title, body, labels: [LABEL] });
      done.push(`Opened #${number}: ${broken.title}`);
    } else {
      const reopened = again.state === "closed" ? { state: "open" } : {};
      await github.ask("PATCH", `${path}/${again.number}`, { title: broken.title, body, ...reopened });
      done.push(`${again.state === "closed" ? "Reopened" : "Updated"} #${again.number}: ${broken.title}`);
    }
  }
  return done;
}
