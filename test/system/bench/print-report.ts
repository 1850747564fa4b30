import { renderTable } from "../../../build/lib/text-layout.ts";
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
  return `\n${title}\n${renderTable([columns, ...rows].map((row) => row.map(String)))}`;
}

function printGoal(goal: Goal): string {
  const verdict = isMet(goal) ? "met" : "MISSED";
  return `${verdict.padEnd(6)}  ${goal.what}: ${formatFigure(goal.value)} ${goal.unit} (goal: ${renderGoal(goal)})`;
}
