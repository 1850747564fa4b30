import { type BenchReport, type BenchTable, type Goal, isMet } from "./result.ts";

/** The report as text for a terminal: right-aligned columns, and a line for each goal. */
export function printReport(report: BenchReport): string {
  const { cpu, cores, memoryGb, platform, node } = report.machine;
  const head = `${report.name} · ${cpu}, ${cores} cores, ${memoryGb} GB · ${platform} · Node ${node} · ${report.date}`;
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
  const bound = goal.atMost === undefined ? `at least ${goal.atLeast}` : `at most ${goal.atMost}`;
  const verdict = isMet(goal) ? "met" : "MISSED";
  return `${verdict.padEnd(6)}  ${goal.what}: ${goal.value.toFixed(2)} ${goal.unit} (goal: ${bound} ${goal.unit})`;
}
