import { SECOND_MS } from "../lib/time.ts";
import type { SourceReport } from "../market/run-report.ts";
import type { BuildResult } from "./build-result.ts";
import { escapeCell } from "./markdown.ts";

const HEADLINES: Readonly<Record<BuildResult["outcome"], string>> = {
  published: "Built",
  refused: "Refused by the gate: the published site stays as it is",
  failed: "Failed: the published site stays as it is",
};

/** A build for the page of its run: the verdict, every check of the gate, and a row for each source. */
export function renderSummary(build: BuildResult, notes: readonly string[]): string {
  const { outcome, report, error, seconds } = build;
  const size = `${build.files.toLocaleString("en-US")} files, ${(build.bytes / 1e6).toFixed(1)} MB`;
  const lines = [`## ${HEADLINES[outcome]}`, "", ...(outcome === "published" ? [size, ""] : [])];
  if (error !== null) lines.push("```text", error.replaceAll("```", "'''"), "```", "");
  for (const note of notes) lines.push(`- ${escapeCell(note)}`);
  if (report === null) return `${lines.join("\n")}\n`;
  const passed = report.gate.checks.filter((check) => check.passed).length;
  lines.push("", `### Gate: ${passed} of ${report.gate.checks.length} checks passed`, "");
  lines.push("| check | verdict | measured |", "|---|---|---|");
  for (const { id, passed: held, message } of report.gate.checks)
    lines.push(`| ${id} | ${held ? "passed" : "**refused**"} | ${escapeCell(message)} |`);
  lines.push(
    "",
    "### Sources",
    "",
    "| source | status | records | rejected | seconds | last error |",
    "|---|---|--:|--:|--:|---|",
  );
  for (const source of report.sources) lines.push(renderRow(source, seconds[source.id]));
  return `${lines.join("\n")}\n`;
}

function renderRow({ id, status, records, rejected, lastError }: SourceReport, seconds: number | undefined): string {
  const shown = status === "ok" || status === "off" ? status : `**${status}**`;
  const cells = [records.toLocaleString("en-US"), rejected.toLocaleString("en-US"), seconds?.toFixed(1) ?? ""];
  return `| ${id} | ${shown} | ${cells.join(" | ")} | ${escapeCell(lastError ?? "")} |`;
}

/** `3 m 20 s`. */
export function renderDuration(ms: number): string {
  const seconds = Math.round(ms / SECOND_MS);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} m ${seconds % 60} s`;
}
