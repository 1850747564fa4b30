import type { Finding, Level } from "./finding.ts";

export const MARKS: Readonly<Record<Level, string>> = { ok: "✓", warning: "!", problem: "✗" };

/** `✓ coins  made 12 min ago`, one line each, and below a line its advice. */
export function renderFindings(findings: readonly Finding[], paint: (level: Level, mark: string) => string): string {
  const width = Math.max(0, ...findings.map(({ subject }) => subject.length));
  return findings
    .map(({ subject, level, detail, advice }) => {
      const line = `${paint(level, MARKS[level])} ${subject.padEnd(width)}  ${detail}\n`;
      return advice === undefined ? line : `${line}  ${"".padEnd(width)}  → ${advice}\n`;
    })
    .join("");
}

/** The same as a Markdown table, for the summary of an automatic run. */
export function renderMarkdown(title: string, findings: readonly Finding[]): string {
  const rows = findings.map(
    ({ subject, level, detail }) => `| ${MARKS[level]} | ${escapeCell(subject)} | ${escapeCell(detail)} |\n`,
  );
  return `### ${escapeCell(title)}\n\n| | what | found |\n|---|---|---|\n${rows.join("")}\n`;
}

/** Upstreams have a say in details: their text stays text. */
function escapeCell(text: string): string {
  return text.replace(/\s+/g, " ").replace(/[\\|`<>[\]*_#~@]/g, (character) => `&#${character.charCodeAt(0)};`);
}
