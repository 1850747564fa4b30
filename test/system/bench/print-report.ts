import { formatFigure, isMet, renderGoal, renderMachine } from "../../../build/site/page-data/bench-page.ts";
import type { BenchReport, BenchTable, Goal } from "./result.ts";

/**
 * The report as text for a terminal: columns, the figures right-aligned, and a line for each goal.
 */
export function printReport(report: BenchReport): string {
  const head = `${report.name} · ${renderMachine(report.machine)} · ${report.date}`;
  return [head, ...report.tables.map(printTable), ...report.goals.map(printGoal), ...(report.notes ?? []), ""].join(
    "\n",
  );
}

function printTable({ title, columns, rows }: BenchTable): string {
  const lines = [columns, ...rows].map((row) => row.map(String));
  const widths = columns.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const printed = lines.map((line) =>
    line
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join("  "),
  );
  return `\n${title}\n${printed.join("\n")}\n`;
}

function printGoal(goal: Goal): string {
  const verdict = isMet(goal) ? "met" : "MISSED";
  return `${verdict.padEnd(6)}  ${goal.what}: ${formatFigure(goal.value)} ${goal.unit} (goal: ${renderGoal(goal)})`;
}
