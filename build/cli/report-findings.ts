import type { Finding } from "../diagnostics/finding.ts";
import { renderFindings, renderMarkdown } from "../diagnostics/finding.ts";
import { appendSummary } from "../workflow/github/step-files.ts";
import { stdout } from "./standard-streams.ts";

export interface ReportFlags {
  /** One line of JSON instead of lines for a person. */
  json?: boolean;
  /** A file that a Markdown table is added to, as automatic runs show it. */
  summary?: string;
}

/** Prints findings to the standard output, and to the summary where one is wanted. */
export function reportFindings(title: string, findings: readonly Finding[], { json, summary }: ReportFlags): void {
  if (json === true) stdout.printJson({ title, findings });
  else stdout.print(...renderFindings(findings));
  // An automatic run without one sets it to nothing.
  if (summary) appendSummary(summary, renderMarkdown(title, findings));
}
