import measured from "../../../../templates/docs/data/benchmarks.json" with { type: "json" };
import { groupThousands } from "../../../lib/text-layout.ts";

/** The result of one benchmark. */
export interface BenchResult {
  tables: readonly {
    title: string;
    columns: readonly string[];
    rows: readonly (readonly (string | number)[])[];
  }[];
  goals: readonly Goal[];
  /** What was measured, and where the remaining time goes. */
  notes?: readonly string[];
}

export type BenchTable = BenchResult["tables"][number];

/** A measured value and its limit. */
export interface Goal {
  what: string;
  value: number;
  /** `x` for a ratio. */
  unit: string;
  atMost?: number;
  atLeast?: number;
}

/** A result with the machine and the versions. */
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
  /** File system of the temporary files. Absent in old reports. */
  files?: string;
  /** MB of JSON that one core parses in a second. Absent in old reports. */
  parsedMbPerSecond?: number;
}

/** The last result of each benchmark, with its goals. */
export function computeBenchPage() {
  const reports: readonly BenchReport[] = measured;
  return {
    benches: reports.map(({ goals, machine, ...report }) => ({
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

/** Whether the measured value is within the goal, bounds included. */
export function isMet({ value, atMost, atLeast }: Goal): boolean {
  return value <= (atMost ?? Number.POSITIVE_INFINITY) && value >= (atLeast ?? Number.NEGATIVE_INFINITY);
}

export function renderGoal({ atMost, atLeast, unit }: Goal): string {
  return atMost === undefined ? `at least ${atLeast} ${unit}` : `at most ${atMost} ${unit}`;
}

/** The machine of a measurement, in one line. */
export function renderMachine({ cpu, cores, memoryGb, platform, node, files, parsedMbPerSecond }: Machine): string {
  const disk = files === undefined ? "" : `, files on ${files}`;
  const speed = parsedMbPerSecond === undefined ? "" : ` · parses ${parsedMbPerSecond} MB of JSON a second`;
  return `${cpu}, ${cores} cores, ${memoryGb} GB · ${platform}${disk} · Node ${node}${speed}`;
}

/** `1,530`, or two decimals for a fraction below 100. */
export function formatFigure(value: number): string {
  return Math.abs(value) >= 100 || Number.isInteger(value) ? groupThousands(Math.round(value)) : value.toFixed(2);
}
