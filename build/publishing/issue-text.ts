import type { Finding } from "./finding.ts";
import type { Runner } from "./runner.ts";

/** The label by which the issues of the workflow are found. */
export const LABEL = "publish";

const EVIDENCE = /<!-- evidence -->[\s\S]*?<!-- \/evidence -->/;
const SINCE = /^First seen in \[run (\d+)\]\((\S+)\)\.$/m;

/** A line that nobody sees and that tells whose issue it is. */
function renderMark(id: string): string {
  return `<!-- publish:${id} -->`;
}

/** Whose issue it is; `undefined` where a person wrote it. */
export function findMark(body: string | null): string | undefined {
  return /^<!-- publish:([a-z0-9-]+) -->/.exec(body ?? "")?.[1];
}

/**
 * The text of an open issue: what is wrong, since which run, and how to see it. `before` is the text that it replaces; the first run and
 * the evidence of an earlier one are carried on where this run brings none.
 */
export function renderIssue(
  { id, broken }: Finding & { broken: NonNullable<Finding["broken"]> },
  { run, runUrl }: Runner,
  hasEvidence: boolean,
  before: string | null,
): string {
  const first = SINCE.exec(before ?? "")?.[0] ?? `First seen in [run ${run}](${runUrl}).`;
  const kept = EVIDENCE.exec(before ?? "")?.[0];
  const evidence = hasEvidence ? renderEvidence(run, runUrl) : kept;
  const parts = [`${renderMark(id)}\n${broken.body}`, first, `Last seen in [run ${run}](${runUrl}).`];
  if (evidence !== undefined) parts.push(evidence);
  parts.push("This issue is kept up to date by the workflow, and closed when a run finds that it works again.");
  return `${parts.join("\n\n")}\n`;
}

/** What was open is told from what was: one sentence at the end. */
export function renderRecovery(before: string, { run, runUrl }: Runner): string {
  return `${before.trimEnd()}\n\nRecovered in [run ${run}](${runUrl}).\n`;
}

function renderEvidence(run: string, runUrl: string): string {
  return [
    "<!-- evidence -->",
    `Every answer of the upstreams in [run ${run}](${runUrl}), and what the build began with, are its artifact \`evidence\`. To repeat the build offline, to the byte:`,
    "",
    "```sh",
    `gh run download ${run} --name evidence --dir evidence`,
    "npm ci",
    "npm run build -- --replay evidence --out dist-replay",
    "```",
    "<!-- /evidence -->",
  ].join("\n");
}
