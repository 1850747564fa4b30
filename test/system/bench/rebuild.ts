import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { readSizes, tabulateGrowth } from "./growth.ts";
import { listPlaces, type Place } from "./machine.ts";
import type { BenchResult } from "./result.ts";
import { median } from "./run-apart.ts";

const MAIN = fileURLToPath(new URL("../../../build/bin/open-crypto-data.cjs", import.meta.url));
const SIZES = readSizes("1000");
const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 3);
/** So many requests for each coin fill its history. */
const REQUESTS_PER_COIN = 4;
const BEGINNING = "2026-11-20T09:07:30Z";
const AT = "2026-11-20T09:27:30Z";
/** In the same hour as the others, as every second build of a site is. */
const LATER = "2026-11-20T09:57:30Z";
const LIMIT = 0.5;
/** It has no limits: other hosts refuse the largest sizes before the build reads anything. */
const HOST = "s3";

/** What tells of a build, which the second one does of itself. OpenAPI has examples of it. */
const ABOUT_BUILDS =
  /^(api\/(status|reachability|manifest|openapi)(\/index)?\.json|docs\/api\/(status|reachability)\/index\.(html|md)|status\/.*|state\/.*)$/;

/**
 * The same moment of the sample world built twice on a state with history, first into an empty
 * folder: the second time nothing is new, so no file may be written again but those that tell of
 * builds. Then the build half an hour later, with other prices.
 */
export async function bench(): Promise<BenchResult> {
  const places = listPlaces();
  const rounds: Awaited<ReturnType<typeof buildTwice>>[] = [];
  for (const coins of SIZES)
    for (let round = 0; round < ROUNDS; round += 1)
      for (const place of places) rounds.push(await buildTwice(coins, place));
  const medians = (costOf: (round: (typeof rounds)[number]) => number) =>
    SIZES.map((coins) => median(rounds.filter((round) => round.coins === coins).map(costOf)));
  const rewritten = [...new Set(rounds.flatMap((round) => round.rewritten))];
  return {
    tables: [
      {
        title: "A build with history and pages, the same again, and the one half an hour later",
        columns: [
          "coins",
          "files on",
          "first, ms",
          "second",
          "half an hour later",
          "first, from the last answer on, ms",
          "second",
          "half an hour later",
          "files",
          "written again",
        ],
        rows: rounds.map(({ coins, fileSystem, builds, files, rewritten }) => [
          coins,
          fileSystem,
          ...[...builds.map(({ wholeMs }) => wholeMs), ...builds.map(({ builtMs }) => builtMs)].map(Math.round),
          files,
          rewritten.length,
        ]),
      },
      ...tabulateGrowth(SIZES, {
        "first, from the last answer on, s": medians(({ builds: [first] }) => first.builtMs / 1e3),
        "second, from the last answer on, s": medians(({ builds: [, second] }) => second.builtMs / 1e3),
        "half an hour later, from the last answer on, s": medians(({ builds: [, , later] }) => later.builtMs / 1e3),
        "files, thousands": medians(({ files }) => files / 1e3),
      }),
    ],
    notes: [
      "What counts is the time from the last answer of an upstream on; before it, the program is loaded and the same process plays the upstreams. The second build keeps archives, and what was made of closed hours and days, without making them again. All else it computes and renders as a build with new prices has to, compares it with what is there, and saves writing it. The build half an hour later computes, renders and writes what changes within an hour.",
    ],
    goals: [
      ...places.flatMap(({ fileSystem }) =>
        (["the same build again", "a build half an hour later"] as const).map((what, at) => ({
          what: `${what} against the first, from the last answer on, files on ${fileSystem}`,
          value: median(
            rounds
              .filter((one) => one.fileSystem === fileSystem)
              .map(({ builds: [first, ...others] }) => (others[at]?.builtMs ?? Number.NaN) / first.builtMs),
          ),
          unit: "x",
          atMost: LIMIT,
        })),
      ),
      {
        what: `written again ${rewritten.slice(0, 5).join(", ")}`.trim(),
        value: rewritten.length,
        unit: "files",
        atMost: 0,
      },
    ],
  };
}

async function buildTwice(coins: number, { folder: place, fileSystem }: Place) {
  const folder = mkdtempSync(join(place, "rebuild-bench-"));
  const site = join(folder, "site");
  const state = join(folder, "state");
  const size = ["--coins", String(coins)];
  try {
    await build(
      [...size, "--at", BEGINNING, "--backfill", String(REQUESTS_PER_COIN * coins)],
      join(folder, "beginning"),
      state,
    );
    rmSync(join(folder, "beginning"), { recursive: true });
    const buildAt = (at: string) => build([...size, "--at", at, "--backfill", "0"], site, state);
    const first = await buildAt(AT);
    const before = listTimes(site);
    const second = await buildAt(AT);
    // Without a source other prices are published, and most files are written again.
    if (first.failures.join() !== second.failures.join())
      throw new Error(`the sources differ: "${first.failures}" failed first, then "${second.failures}"; measure again`);
    const after = listTimes(site);
    const later = await buildAt(LATER);
    const rewritten = [...after.keys()].filter(
      (path) => before.get(path) !== after.get(path) && !ABOUT_BUILDS.test(path),
    );
    return { coins, fileSystem, builds: [first, second, later] as const, files: after.size, rewritten };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Times {
  wholeMs: number;
  builtMs: number;
  /** The lines of sources that failed, without the time they took. */
  failures: readonly string[];
}

async function build(when: readonly string[], out: string, state: string): Promise<Times> {
  const startedMs = performance.now();
  const args = ["build", "--sample", ...when, "--details-per-build", "0", "--site-host", HOST];
  const child = spawn(process.execPath, [MAIN, ...args, "--out", out, "--state", state], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let answeredMs = startedMs;
  let isPriced = false;
  const failures: string[] = [];
  let last = "";
  createInterface({ input: child.stderr }).on("line", (line) => {
    last = line;
    isPriced ||= /^\S+ prices /.test(line);
    if (line.startsWith("✗")) failures.push(line.replace(/ · [\d.]+ s$/, ""));
    if (!isPriced) answeredMs = performance.now();
  });
  const [code] = await once(child, "close");
  if (code !== 0 || !isPriced) throw new Error(`the build ended with ${code}: ${last}`);
  const endedMs = performance.now();
  return { wholeMs: endedMs - startedMs, builtMs: endedMs - answeredMs, failures: failures.sort() };
}

/** Device, inode and time of every file: a file that is linked keeps all three. */
function listTimes(root: string): Map<string, string> {
  return new Map(
    readdirSync(root, { recursive: true, encoding: "utf8" }).flatMap((path) => {
      const stat = statSync(join(root, path));
      return stat.isFile() ? [[path, `${stat.ino} ${stat.mtimeMs}`] as const] : [];
    }),
  );
}
