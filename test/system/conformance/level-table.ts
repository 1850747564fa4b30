import { mkdir, writeFile } from "node:fs/promises";
import type { Level } from "../../../build/kit/hosts/host.ts";
import type { Verdict } from "./check-response.ts";

export const LEVELS: readonly Level[] = ["L0", "L1", "L2", "L3"];

export interface LevelCount {
  cases: number;
  exact: number;
  refused: number;
  other: number;
  wrong: number;
}

/** The verdicts of one host, by level. */
export interface HostResult {
  host: string;
  /** The highest level at which every case is exact. */
  level: Level | "none";
  levels: Readonly<Record<Level, LevelCount>>;
}

export function countVerdicts(host: string, verdicts: readonly (readonly [Level, Verdict])[]): HostResult {
  const levels = Object.fromEntries(
    LEVELS.map((level) => [level, { cases: 0, exact: 0, refused: 0, other: 0, wrong: 0 }]),
  ) as Record<Level, LevelCount>;
  for (const [level, verdict] of verdicts) {
    levels[level].cases += 1;
    levels[level][typeof verdict === "string" ? verdict : "wrong"] += 1;
  }
  const first = LEVELS.findIndex((level) => levels[level].exact < levels[level].cases);
  const level = first === -1 ? LEVELS.at(-1)! : (LEVELS[first - 1] ?? "none");
  return { host, level, levels };
}

/** Percent of exact responses by host and level, and the number of other verdicts. */
export function renderTable(results: readonly HostResult[]): string {
  const rows = results.map(({ host, level, levels }) => [
    host,
    level,
    ...LEVELS.map((one) => renderShare(levels[one])),
    ...(["refused", "other", "wrong"] as const).map((kind) =>
      String(LEVELS.reduce((sum, one) => sum + levels[one][kind], 0)),
    ),
  ]);
  const cases = LEVELS.map((one) => `${one} of ${results[0]?.levels[one].cases}`);
  const table = [["host", "reaches", ...cases, "refused", "other", "wrong"], ...rows];
  const widths = table[0]!.map((_, column) => Math.max(...table.map((row) => row[column]!.length)));
  return table
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** Rounded down: 100 % is all of them. */
function renderShare({ exact, cases }: LevelCount): string {
  return cases === 0 ? "-" : `${Math.floor((1000 * exact) / cases) / 10} %`;
}

/** Prints the table, and writes the results to `test-results/`. */
export async function reportResults(name: string, results: readonly HostResult[]): Promise<void> {
  process.stdout.write(`\n${renderTable(results)}\n`);
  const folder = new URL("../../../test-results/", import.meta.url);
  await mkdir(folder, { recursive: true });
  await writeFile(new URL(`${name}.json`, folder), `${JSON.stringify(results, null, 2)}\n`);
}
