import measured from "../../../templates/docs/data/benchmarks.json" with { type: "json" };

/** What one benchmark found: tables to read, and the figures that were aimed at. */
export interface BenchResult {
  tables: readonly BenchTable[];
  goals: readonly Goal[];
  /** Sentences about what was measured, and where the remaining time goes. */
  notes?: readonly string[];
}

export interface BenchTable {
  title: string;
  columns: readonly string[];
  rows: readonly (readonly (string | number)[])[];
}

/** A figure of a run against what it should be at most or at least. */
export interface Goal {
  what: string;
  value: number;
  /** `x` for a ratio, otherwise the unit. */
  unit: string;
  atMost?: number;
  atLeast?: number;
}

/** A result as it is kept: with the machine and the versions that it belongs to. */
export interface BenchReport extends BenchResult {
  name: string;
  about: string;
  /** `2026-11-20`. */
  date: string;
  machine: Machine;
}

export interface Machine {
  cpu: string;
  cores: number;
  memoryGb: number;
  platform: string;
  node: string;
  /** Kind of file system that temporary files are on. */
  files: string;
}

/** The benchmarks as they were last measured, and which of their goals were met. */
export interface BenchPage {
  benches: readonly (Omit<BenchReport, "goals" | "machine"> & {
    machine: string;
    goals: readonly { what: string; value: string; goal: string; met: boolean }[];
  })[];
}

export function computeBenchPage(): BenchPage {
  return {
    benches: (measured as readonly BenchReport[]).map(({ goals, machine, ...report }) => ({
      ...report,
      machine: renderMachine(machine),
      goals: goals.map((goal) => ({
        what: goal.what,
        value: `${formatFigure(goal.value)} ${goal.unit}`,
        goal: renderGoal(goal),
        met: isMet(goal),
      })),
    })),
  };
}

export function isMet({ value, atMost, atLeast }: Goal): boolean {
  return value <= (atMost ?? Number.POSITIVE_INFINITY) && value >= (atLeast ?? Number.NEGATIVE_INFINITY);
}

export function renderGoal({ atMost, atLeast, unit }: Goal): string {
  return atMost === undefined ? `at least ${atLeast} ${unit}` : `at most ${atMost} ${unit}`;
}

export function renderMachine({ cpu, cores, memoryGb, platform, node, files }: Machine): string {
  return `${cpu}, ${cores} cores, ${memoryGb} GB · ${platform}, files on ${files} · Node ${node}`;
}

export function formatFigure(value: number): string {
  return Math.abs(value) >= 100 || Number.isInteger(value)
    ? Math.round(value).toLocaleString("en-US")
    : value.toFixed(2);
}
