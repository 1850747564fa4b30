import { joinMarkdown, type Markdown, md, renderLink } from "../../lib/markdown.ts";
import type { Finding } from "../finding.ts";
import type { Runner } from "./runner.ts";

/** The label by which the issues of the workflow are found. */
export const LABEL = "publish";

/**
 * What an issue remembers between runs: a hidden comment at the very beginning of its body. Each
 * run writes everything below it anew and does not read it, so no text there can pose as a marker.
 */
interface Memory {
  /** The finding that the issue is about. */
  id: string;
  /** Id of the run that saw it first. */
  first?: string | undefined;
  /** Id of the last run that kept its recorded answers. */
  evidence?: string | undefined;
}

/** How issues whose marker has no `first` told of that run; the last match is their own. */
const FIRST = /^First seen in \[run (\d+)\]\(\S+\)\.$/gm;

const MARK = /^<!-- publish:([a-z0-9-]+)(?: first=(\d+))?(?: evidence=(\d+))? -->/;

/** Which issue of the workflow it is; `undefined` where a person wrote it. */
export function findMemory(body: string | null): Memory | undefined {
  const text = body ?? "";
  const [, id, first, evidence] = MARK.exec(text) ?? [];
  return id === undefined ? undefined : { id, first: first ?? [...text.matchAll(FIRST)].at(-1)?.[1], evidence };
}

/**
 * The text of an open issue: what is wrong, since which run, and how to see it. `before` is the
 * text that it replaces: only its memory is read.
 */
export function renderIssue(
  { id, broken }: Finding & { broken: NonNullable<Finding["broken"]> },
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
    md`This issue is kept up to date by the workflow, and closed when a run finds that it works again.`,
  ];
  return renderBody({ id, first, evidence }, parts);
}

/** The text of a closed issue. It is new too: the old one may hold text that was not escaped. */
export function renderRecovery({ id }: Finding, runner: Runner, before: string | null): string {
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

/** The address of a run ends with its id. */
function linkRun({ run, runUrl }: Runner, id: string): Markdown {
  return renderLink(md`run ${Number(id)}`, `${runUrl.slice(0, runUrl.length - run.length)}${id}`);
}

function renderEvidence(runner: Runner, id: string): Markdown {
  return md`Every answer of the upstreams in ${linkRun(runner, id)}, and what the build began with, are its artifact \`evidence\`. To repeat the build offline, to the byte:

\`\`\`sh
gh run download ${Number(id)} --name evidence --dir evidence
npm ci
npm run build -- --replay evidence --out dist-replay
\`\`\``;
}
