import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ORIGINAL, openStage } from "../workflow/stage.ts";
import type { BenchResult } from "./result.ts";

const COINS = Number(process.env["BENCH_COINS"] ?? 1_000);
const PROJECT = fileURLToPath(new URL("../../..", import.meta.url));
/** The second run is the usual one: it continues the first. */
const RUNS = ["2026-11-20T09:07:30Z", "2026-11-20T09:37:30Z"];
const STEPS = ["plan", "restore", "build", "verify"];

/**
 * The job `build` of the publishing workflow: its installation, the steps of the program over the
 * demo market at the pace of live sources, and the artifact. Other jobs wait for it.
 */
export async function bench(): Promise<BenchResult> {
  const folder = mkdtempSync(join(tmpdir(), "job-bench-"));
  const rows: [string, number][][] = [];
  const stage = await openStage(COINS);
  try {
    stage.addRepository(ORIGINAL);
    const installation = install(folder);
    for (const at of RUNS) {
      const steps: [string, number][] = [["npm ci", installation]];
      await stage.run({
        repository: ORIGINAL,
        at,
        flags: { site: true, paced: true },
        onStep: (name, seconds) => {
          if (STEPS.includes(name)) steps.push([name, seconds]);
        },
      });
      steps.push(["artifact", pack(stage.siteOf(ORIGINAL), join(folder, "artifact.tar"))]);
      rows.push(steps);
    }
  } finally {
    await stage.close();
    rmSync(folder, { recursive: true, force: true });
  }
  const [first = [], second = []] = rows;
  const sum = (steps: readonly [string, number][]): number => steps.reduce((total, [, seconds]) => total + seconds, 0);
  const names = second.map(([name]) => name);
  return {
    tables: [
      {
        title: `The job for ${COINS} coins, in seconds`,
        columns: ["step", "first run", "next run"],
        rows: [
          ...names.map((name, at) => [name, first[at]?.[1].toFixed(1) ?? "", second[at]?.[1].toFixed(1) ?? ""]),
          ["in all", sum(first).toFixed(1), sum(second).toFixed(1)],
        ],
      },
    ],
    goals: [],
  };
}

/** Like the job: what is committed, without what only tests need. */
function install(folder: string): number {
  const checkout = join(folder, "checkout");
  mkdirSync(checkout);
  const archive = execFileSync("git", ["archive", "HEAD"], { cwd: PROJECT, maxBuffer: 1e9 });
  execFileSync("tar", ["-x"], { cwd: checkout, input: archive });
  return time(() =>
    execFileSync("npm", ["ci", "--omit=dev", "--no-audit", "--no-fund"], { cwd: checkout, stdio: "ignore" }),
  );
}

/** As the action packs the site for GitHub Pages. */
function pack(site: string, file: string): number {
  return time(() => execFileSync("tar", ["--dereference", "--hard-dereference", "-cf", file, "-C", site, "."]));
}

function time(task: () => unknown): number {
  const startedMs = performance.now();
  task();
  return (performance.now() - startedMs) / 1e3;
}
