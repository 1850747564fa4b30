import { appendFileSync } from "node:fs";
import { styleText } from "node:util";
import type { Finding, Level } from "../checkup/finding.ts";
import { renderFindings, renderMarkdown } from "../checkup/render-findings.ts";

export interface ReportFlags {
  /** One line of JSON instead of lines for a person. */
  json?: boolean;
  /** A file that a Markdown table is added to, as automatic runs show it. */
  summary?: string;
}

const COLOURS = { ok: "green", warning: "yellow", problem: "red" } as const;

/** Prints findings to the standard output, and to the summary where one is wanted. */
export function reportFindings(title: string, findings: readonly Finding[], { json, summary }: ReportFlags): void {
  const colours = process.stdout.isTTY === true && process.stdout.hasColors();
  const paint = (level: Level, mark: string) =>
    colours ? styleText(COLOURS[level], mark, { validateStream: false }) : mark;
  process.stdout.write(json === true ? `${JSON.stringify({ title, findings })}\n` : renderFindings(findings, paint));
  // An automatic run without one sets it to nothing.
  if (summary) appendFileSync(summary, renderMarkdown(title, findings));
}
