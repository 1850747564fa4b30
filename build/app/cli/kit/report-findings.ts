import { appendSummary } from "../../../kit/publish/runner.ts";
import type { Finding } from "../../diagnostics/finding.ts";
import { renderFindings, renderMarkdown } from "../../diagnostics/finding.ts";
import { stdout } from "./standard-streams.ts";

export interface ReportFlags {
  /** Print one line of JSON. */
  json?: boolean;
  /** Append a Markdown table to this file. */
  summary?: string;
}

/** Prints findings, and appends them to the summary if one is named. */
export function reportFindings(title: string, findings: readonly Finding[], { json, summary }: ReportFlags): void {
  if (json === true) stdout.printJson({ title, findings });
  else stdout.print(...renderFindings(findings));
  // Empty outside of a workflow.
  if (summary) appendSummary(summary, renderMarkdown(title, findings));
}
