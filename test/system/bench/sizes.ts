import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readSizes, tabulateGrowth } from "./growth.ts";
import { listPlaces } from "./machine.ts";
import { type TreeUsage, watchProcessTree } from "./peers/measure.ts";
import type { BenchResult, Goal } from "./result.ts";

const MAIN = fileURLToPath(new URL("../../../build/bin/open-crypto-data.cjs", import.meta.url));
const SIZES = readSizes("1000,2500,5000,10000");
/** It has no limits: other hosts refuse the largest sizes before the build reads anything. */
const HOST = "s3";
/** The second one is half an hour later, with other prices, and in the same hour. */
const BUILDS = ["2026-11-20T09:07:30Z", "2026-11-20T09:37:30Z"];
const SECONDS_AT_MOST = new Map([
  [1_000, 8],
  [10_000, 90],
]);
const MB_AT_MOST = 1_200;

interface Build extends TreeUsage {
  seconds: number;
  files: number;
}

/** A whole build and the one half an hour later, by the number of coins. */
export async function bench(): Promise<BenchResult> {
  const runs: { coins: number; builds: Build[] }[] = [];
  for (const coins of SIZES) runs.push({ coins, builds: await buildTwice(coins) });
  return {
    tables: [
      {
        title: "Whole builds with pages for object storage, without pacing, and again half an hour later",
        columns: ["coins", "build", "s", "s of CPU", "peak MB", "files"],
        rows: runs.flatMap(({ coins, builds }) =>
          builds.map(({ seconds, cpuSeconds, peakBytes, files }, at) => [
            coins,
            at === 0 ? "first" : "second",
            seconds.toFixed(1),
            cpuSeconds.toFixed(1),
            Math.round(peakBytes / 1e6),
            files,
          ]),
        ),
      },
      ...tabulateGrowth(
        SIZES,
        Object.fromEntries(
          ["first", "second"].flatMap((name, at) => {
            const costs = (of: (build: Build) => number) =>
              runs.map(({ builds }) => (builds[at] === undefined ? Number.NaN : of(builds[at])));
            return [
              [`${name}, s`, costs(({ seconds }) => seconds)],
              [`${name}, s of CPU`, costs(({ cpuSeconds }) => cpuSeconds)],
              [`${name}, peak MB`, costs(({ peakBytes }) => peakBytes / 1e6)],
            ];
          }),
        ),
      ),
    ],
    goals: runs.flatMap(({ coins, builds: [first, second] }) =>
      first === undefined || second === undefined ? [] : listGoals(coins, first, second),
    ),
    notes: [
      "The same process plays the upstreams, and its time counts. The state is empty at first, and both builds fill history; the benchmark rebuild compares builds on a state that has it.",
    ],
  };
}

function listGoals(coins: number, first: Build, second: Build): Goal[] {
  const seconds = SECONDS_AT_MOST.get(coins);
  return [
    ...(seconds === undefined
      ? []
      : [{ what: `a first build of ${coins} coins`, value: first.seconds, unit: "s", atMost: seconds }]),
    {
      what: `${coins} coins, a second build against the first, CPU time`,
      value: second.cpuSeconds / first.cpuSeconds,
      unit: "x",
      atMost: 0.5,
    },
    {
      what: `${coins} coins, peak memory of both builds`,
      value: Math.max(first.peakBytes, second.peakBytes) / 1e6,
      unit: "MB",
      atMost: MB_AT_MOST,
    },
  ];
}

async function buildTwice(coins: number): Promise<Build[]> {
  // In memory, where there is one: an unsteady disk tells nothing of the program.
  const folder = mkdtempSync(join(listPlaces().at(-1)?.folder ?? "", "sizes-bench-"));
  try {
    const builds: Build[] = [];
    for (const at of BUILDS) builds.push(await build(coins, at, folder));
    return builds;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function build(coins: number, at: string, folder: string): Promise<Build> {
  const site = join(folder, "site");
  const flags = ["--sample", "--at", at, "--coins", String(coins), "--out", site, "--state", join(folder, "state")];
  const startedMs = performance.now();
  const child = spawn(process.execPath, [MAIN, "build", "--quiet", "--site-host", HOST, ...flags], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  const errors: string[] = [];
  child.stderr.setEncoding("utf8").on("data", (text: string) => errors.push(text));
  const watch = watchProcessTree(child.pid);
  const [code] = await once(child, "close");
  const usage = watch.stop();
  if (code !== 0) throw new Error(`the build of ${coins} coins ended with ${code}: ${errors.join("").slice(-2_000)}`);
  const seconds = (performance.now() - startedMs) / 1e3;
  const entries = readdirSync(site, { recursive: true, withFileTypes: true });
  return { ...usage, seconds, files: entries.filter((entry) => entry.isFile()).length };
}
