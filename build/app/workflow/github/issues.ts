import { type Github, GithubError } from "../../../kit/publish/github.ts";
import type { Runner } from "../../../kit/publish/runner.ts";
import { joinMarkdown, type Markdown, md, renderLink } from "../../../lib/markdown.ts";
import { DAY_MS } from "../../../lib/time.ts";
import type { IssueVerdict } from "../issue-verdict.ts";

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
  verdicts: readonly IssueVerdict[];
  hasEvidence: boolean;
  now: number;
}

/** A problem that returns within this time reopens its issue: an unstable source has one issue. */
const REOPEN_WITHIN_MS = 30 * DAY_MS;

/**
 * Keeps one open issue per problem: edited in place (edits send no notifications), closed on
 * recovery. Returns one line per action.
 */
export async function reportIssues({ github, runner, verdicts, hasEvidence, now }: ReportOptions): Promise<string[]> {
  const path = `/repos/${runner.repository}/issues`;
  let issues: Issue[];
  try {
    issues = await github.request<Issue[]>(
      "GET",
      `${path}?labels=${LABEL}&state=all&sort=updated&direction=desc&per_page=100`,
    );
  } catch (error) {
    if (error instanceof GithubError && (error.status === 404 || error.status === 410))
      return ["Issues are disabled in this repository."];
    throw error;
  }
  const own = issues.filter(({ pull_request }) => pull_request === undefined);
  const done: string[] = [];
  for (const verdict of verdicts) {
    const { id, broken } = verdict;
    const known = own.filter(({ body }) => findMemory(body)?.id === id);
    const open = known.find(({ state }) => state === "open");
    if (broken === null) {
      if (open === undefined) continue;
      const body = renderRecovery(verdict, runner, open.body);
      await github.request("PATCH", `${path}/${open.number}`, { state: "closed", state_reason: "completed", body });
      done.push(`Closed #${open.number}: ${open.title}`);
      continue;
    }
    const again =
      open ?? known.find(({ closed_at }) => closed_at !== null && now - Date.parse(closed_at) < REOPEN_WITHIN_MS);
    const body = renderIssue({ id, broken }, runner, hasEvidence, again?.body ?? null);
    if (again === undefined) {
      const { number } = await github.request<Issue>("POST", path, { title: broken.title, body, labels: [LABEL] });
      done.push(`Opened #${number}: ${broken.title}`);
    } else {
      const reopened = again.state === "closed" ? { state: "open" } : {};
      await github.request("PATCH", `${path}/${again.number}`, { title: broken.title, body, ...reopened });
      done.push(`${again.state === "closed" ? "Reopened" : "Updated"} #${again.number}: ${broken.title}`);
    }
  }
  return done;
}

const LABEL = "publish";

/** A hidden comment at the start of the body. Each run rewrites the rest without reading it. */
interface Memory {
  id: string;
  first?: string | undefined;
  evidence?: string | undefined;
}

const MARK = /^<!-- publish:([a-z0-9-]+)(?: first=(\d+))?(?: evidence=(\d+))? -->/;

/** Reads the marker; `undefined` for issues that people wrote. */
function findMemory(body: string | null): Memory | undefined {
  const [, id, first, evidence] = MARK.exec(body ?? "") ?? [];
  return id === undefined ? undefined : { id, first, evidence };
}

/** Text of an open issue. Of `before`, the previous text, only the marker is read. */
function renderIssue(
  { id, broken }: IssueVerdict & { broken: NonNullable<IssueVerdict["broken"]> },
  runner: Runner,
  hasEvidence: boolean,
  before: string | null,
): string {
  const { run } = runner;
  const memory = findMemory(before);
  const first = memory?.first ?? run;
  const evidence = hasEvidence ? run : memory?.evidence;
  const parts = [
    broken.body,
    md`First seen in ${linkRun(runner, first)}.`,
    md`Last seen in ${linkRun(runner, run)}.`,
    ...(evidence === undefined ? [] : [renderEvidence(runner, evidence)]),
    md`The workflow updates this issue and closes it after recovery.`,
  ];
  return renderBody({ id, first, evidence }, parts);
}

/** Text of a closed issue. It is rewritten because the old one may hold unescaped text. */
function renderRecovery({ id }: IssueVerdict, runner: Runner, before: string | null): string {
  const { first, evidence } = findMemory(before) ?? {};
  const parts = [
    ...(first === undefined ? [] : [md`First seen in ${linkRun(runner, first)}.`]),
    ...(evidence === undefined ? [] : [renderEvidence(runner, evidence)]),
    md`Recovered in ${linkRun(runner, runner.run)}.`,
  ];
  return renderBody({ id, first, evidence }, parts);
}

function renderBody({ id, first, evidence }: Memory, parts: readonly Markdown[]): string {
  const since = first === undefined ? "" : ` first=${first}`;
  const kept = evidence === undefined ? "" : ` evidence=${evidence}`;
  return `<!-- publish:${id}${since}${kept} -->\n${joinMarkdown(parts, "\n\n").text}\n`;
}

/** The URL of a run ends with its id. */
function linkRun({ run, runUrl }: Runner, id: string): Markdown {
  return renderLink(md`run ${Number(id)}`, `${runUrl.slice(0, runUrl.length - run.length)}${id}`);
}

function renderEvidence(runner: Runner, id: string): Markdown {
  return md`All upstream responses of ${linkRun(runner, id)} and the initial state are in its artifact \`evidence\`. To repeat the build offline, byte for byte:

\`\`\`sh
gh run download ${Number(id)} --name evidence --dir evidence
npm ci
npm run build -- --replay evidence --out dist-replay
\`\`\``;
}
