import { cpus, totalmem } from "node:os";

/** What one benchmark found: tables to read, and the ratios that were aimed at. */
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

/** A figure of this run against what it should be at most or at least. */
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
  date: string;
  machine: Machine;
}

export interface Machine {
  cpu: string;
  cores: number;
  memoryGb: number;
  platform: string;
  node: string;
}

export function describeMachine(): Machine {
  return {
    cpu: cpus()[0]?.model.trim() ?? "unknown",
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 1e9),
    platform: `${process.platform} ${process.arch}`,
    node: process.version,
  };
}

export function isMet({ value, atMost, atLeast }: Goal): boolean {
  return value <= (atMost ?? Number.POSITIVE_INFINITY) && value >= (atLeast ?? Number.NEGATIVE_INFINITY);
}
