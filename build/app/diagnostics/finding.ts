import { joinMarkdown, type Markdown, md } from "../../lib/markdown.ts";

/** `warning`: worth a look; `problem`: the command fails. */
export type Level = "ok" | "warning" | "problem";

export interface Finding {
  subject: string;
  level: Level;
  detail: string;
  /** What to do about it, a whole sentence. */
  advice?: string;
}

export type FindingLine = [mark: { text: string; colour: (typeof COLOURS)[Level] }, text: string] | [text: string];

const MARKS: Readonly<Record<Level, string>> = { ok: "✓", warning: "!", problem: "✗" };
const MARK_CELLS: Readonly<Record<Level, Markdown>> = { ok: md`✓`, warning: md`!`, problem: md`✗` };
const COLOURS = { ok: "green", warning: "yellow", problem: "red" } as const;

/** Whether a finding blocks what was checked. */
export function hasProblem(findings: readonly Finding[]): boolean {
  return findings.some(({ level }) => level === "problem");
}

/** `✓ coins  made 12 min ago`, one line each, with the advice below. */
export function renderFindings(findings: readonly Finding[]): FindingLine[] {
  const width = Math.max(0, ...findings.map(({ subject }) => subject.length));
  return findings.flatMap(({ subject, level, detail, advice }): FindingLine[] => {
    const mark = { text: MARKS[level], colour: COLOURS[level] };
    const line: FindingLine = [mark, ` ${subject.padEnd(width)}  ${detail}`];
    return advice === undefined ? [line] : [line, [`  ${"".padEnd(width)}  → ${advice}`]];
  });
}

/** The findings as a table, for the summary of a run. */
export function renderMarkdown(title: string, findings: readonly Finding[]): Markdown {
  const rows = findings.map(({ subject, level, detail }) => md`| ${MARK_CELLS[level]} | ${subject} | ${detail} |`);
  return md`### ${title}\n\n${joinMarkdown([md`| | what | found |`, md`|---|---|---|`, ...rows])}\n`;
}
