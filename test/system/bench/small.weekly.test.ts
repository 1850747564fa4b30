import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { benches } from "./registry.ts";
import type { BenchReport, Goal } from "./result.ts";

const RUN = fileURLToPath(new URL("run.ts", import.meta.url));
/**
 * Of a goal of full size on a quiet machine: a ratio beyond it is a defect and not a busy machine.
 */
const SLACK = 40;

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "bench-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function measure(name: string, small: Readonly<Record<string, string>>): { report: BenchReport; printed: string } {
  const printed = execFileSync(process.execPath, ["--import", import.meta.resolve("tsx"), RUN, name], {
    encoding: "utf8",
    env: { ...process.env, ...small, BENCH_RESULTS: folder },
    stdio: ["ignore", "pipe", "pipe"],
  });
  return { report: JSON.parse(readFileSync(join(folder, `${name}.json`), "utf8")) as BenchReport, printed };
}

const isRatio = ({ unit }: Goal) => unit === "x";

describe("a small size of every benchmark", () => {
  it.each(
    Object.entries(benches).flatMap(([name, { small }]) => (small === undefined ? [] : [[name, small] as const])),
  )("%s measures something", (name, small) => {
    const { report, printed } = measure(name, small);
    expect(report.tables.length).toBeGreaterThan(0);
    for (const { columns, rows } of report.tables) {
      expect(rows.length).toBeGreaterThan(0);
      for (const row of rows) expect(row).toHaveLength(columns.length);
    }
    for (const goal of report.goals) {
      if (goal.unit === "files") expect(goal.value, goal.what).toBe(0);
      expect(goal.value, goal.what).not.toBeNaN();
      expect(printed).toContain(goal.what);
      if (isRatio(goal) && goal.atMost !== undefined) expect(goal.value, goal.what).toBeLessThan(goal.atMost * SLACK);
      if (isRatio(goal) && goal.atLeast !== undefined)
        expect(goal.value, goal.what).toBeGreaterThan(goal.atLeast / SLACK);
    }
  });
});
