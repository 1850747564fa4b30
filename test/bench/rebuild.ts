import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { listPlaces, type Place } from "./file-system.ts";
import { median } from "./median.ts";
import type { BenchResult } from "./result.ts";

const MAIN = fileURLToPath(new URL("../../build/main.ts", import.meta.url));
const COINS = Number(process.env["BENCH_COINS"] ?? 1_000);
const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 3);
const AT = "2026-11-20T09:17:30Z";
const LIMIT = 0.5;

/** What tells of the build itself, which has a second one to tell of. */
const ABOUT_BUILDS =
  /^(api\/(status|manifest)(\/index)?\.json|docs\/api\/status\/index\.html|status\/index\.html|state\/.*)$/;

/** The same moment of the sample world built twice on one state: nothing is new, so no file may be written again but those that tell of builds. */
export async function bench(): Promise<BenchResult> {
  const places = listPlaces();
  const rounds = Array.from({ length: ROUNDS }, () => places.map(buildTwice)).flat();
  const rewritten = Math.max(...rounds.map((round) => round.rewritten));
  return {
    tables: [
      {
        title: `A build of ${COINS} coins with its pages, and the same again`,
        columns: ["files on", "first, ms", "second, ms", "files", "written again"],
        rows: rounds.map((round) => [
          round.fileSystem,
          Math.round(round.firstMs),
          Math.round(round.secondMs),
          round.files,
          round.rewritten,
        ]),
      },
    ],
    notes: [
      "Over two fifths of the second build load the program, read the upstreams, which the same process plays, and the state. The rest computes and renders everything again, compares it with what is there, and saves writing it, and the archives that did not change: on a disk that is much, in memory nothing.",
    ],
    goals: [
      ...places.map(({ fileSystem }) => ({
        what: `a second build against the first, files on ${fileSystem}`,
        value: median(
          rounds.filter((one) => one.fileSystem === fileSystem).map(({ firstMs, secondMs }) => secondMs / firstMs),
        ),
        unit: "x",
        atMost: LIMIT,
      })),
      { what: "written again", value: rewritten, unit: "files", atMost: 0 },
    ],
  };
}

function buildTwice({ folder: place, fileSystem }: Place) {
  const folder = mkdtempSync(join(place, "rebuild-bench-"));
  try {
    const firstMs = build(folder);
    const before = listTimes(join(folder, "site"));
    const secondMs = build(folder);
    const after = listTimes(join(folder, "site"));
    const rewritten = [...after].filter(([path, time]) => before.get(path) !== time && !ABOUT_BUILDS.test(path)).length;
    return { fileSystem, firstMs, secondMs, files: after.size, rewritten };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function build(folder: string): number {
  const startedMs = performance.now();
  const args = ["build", "--sample", "--at", AT, "--quiet", "--coins", String(COINS)];
  const nothingNew = ["--backfill", "0", "--details-per-build", "0"];
  const folders = ["--out", join(folder, "site"), "--state", join(folder, "state")];
  execFileSync(process.execPath, ["--import", import.meta.resolve("tsx"), MAIN, ...args, ...nothingNew, ...folders], {
    stdio: "pipe",
  });
  return performance.now() - startedMs;
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
