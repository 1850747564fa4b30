import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ORIGINAL, openStage } from "../workflow/stage.ts";
import { readSizes, tabulateGrowth } from "./growth.ts";
import type { BenchResult, BenchTable } from "./result.ts";

const SIZES = readSizes("1000");
/** GitHub Pages refuses larger ones, so that a series with one of them is published elsewhere. */
const MOST_COINS_ON_PAGES = 2_500;
const ELSEWHERE = { variables: { SITE_HOST: "netlify", SITE_MINUTES: "30" }, secrets: { SITE_TOKEN: "token" } };
const PUBLICATION = Math.max(...SIZES) > MOST_COINS_ON_PAGES ? ELSEWHERE : {};
const PROJECT = fileURLToPath(new URL("../../..", import.meta.url));
/** The second run is the usual one: it continues the first. */
const RUNS = ["2026-11-20T09:07:30Z", "2026-11-20T09:37:30Z"];
const STEPS = ["plan", "restore", "build", "verify"];

/** A step and its seconds. */
type Step = [name: string, seconds: number];

/**
 * The job `build` of the publishing workflow: its installation, the steps of the program over the
 * demo market at the pace of live sources, and the artifact. Other jobs wait for it.
 */
export async function bench(): Promise<BenchResult> {
  const runs: Step[][][] = [];
  for (const coins of SIZES) runs.push(await runJob(coins));
  const costs = runs.at(-1)?.[1]?.map(([name]) => name) ?? [];
  const secondsOf = (name: string) => runs.map(([, next]) => next?.find(([own]) => own === name)?.[1] ?? Number.NaN);
  return {
    tables: [
      ...SIZES.map((coins, at) => tabulateJob(coins, runs[at] ?? [])),
      ...tabulateGrowth(SIZES, {
        ...Object.fromEntries(costs.map((name) => [`${name}, s`, secondsOf(name)])),
        "in all, s": runs.map(([, next = []]) => sum(next)),
      }),
    ],
    goals: [],
  };
}

/** The steps of a first run, and of the next one. */
async function runJob(coins: number): Promise<Step[][]> {
  const folder = mkdtempSync(join(tmpdir(), "job-bench-"));
  const runs: Step[][] = [];
  const stage = await openStage(coins);
  try {
    stage.addRepository(ORIGINAL);
    const installation = install(folder);
    for (const at of RUNS) {
      const steps: Step[] = [["npm ci", installation]];
      const { failures } = await stage.run({
        repository: ORIGINAL,
        at,
        ...PUBLICATION,
        flags: { site: true, paced: true },
        onStep: (name, seconds) => {
          if (STEPS.includes(name)) steps.push([name, seconds]);
        },
      });
      const site = stage.siteOf(ORIGINAL);
      if (failures.length > 0 || !existsSync(site))
        throw new Error(`the job published no site of ${coins} coins: ${failures.join("; ")}`);
      steps.push(["artifact", pack(site, join(folder, "artifact.tar"))]);
      runs.push(steps);
    }
  } finally {
    await stage.close();
    rmSync(folder, { recursive: true, force: true });
  }
  return runs;
}

function tabulateJob(coins: number, [first = [], next = []]: readonly Step[][]): BenchTable {
  return {
    title: `The job for ${coins} coins, in seconds`,
    columns: ["step", "first run", "next run"],
    rows: [
      ...next.map(([name, seconds], at) => [name, first[at]?.[1].toFixed(1) ?? "", seconds.toFixed(1)]),
      ["in all", sum(first).toFixed(1), sum(next).toFixed(1)],
    ],
  };
}

function sum(steps: readonly Step[]): number {
  return steps.reduce((total, [, seconds]) => total + seconds, 0);
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
