import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { BenchResult } from "./result.ts";
import { median } from "./run-apart.ts";

const MAIN = fileURLToPath(new URL("../../../build/bin/open-crypto-data.cjs", import.meta.url));
const COINS = Number(process.env["BENCH_COINS"] ?? 1_000);
const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 3);
/** A site of 1,000 coins without copies for its host. */
const FILES = 15_000;

/** `npm run verify` on the tree of a first build, in a process of its own. */
export async function bench(): Promise<BenchResult> {
  const folder = mkdtempSync(join(tmpdir(), "verify-bench-"));
  const site = join(folder, "site");
  const state = join(folder, "state");
  const run = (...args: string[]): string =>
    execFileSync(process.execPath, [MAIN, ...args], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
  try {
    run(
      "build",
      "--sample",
      "--coins",
      String(COINS),
      "--backfill",
      String(4 * COINS),
      "--out",
      site,
      "--state",
      state,
    );
    const seconds: number[] = [];
    let said = "";
    for (let round = 0; round < ROUNDS; round += 1) {
      const startedMs = performance.now();
      said = run("verify", site);
      seconds.push((performance.now() - startedMs) / 1e3);
    }
    const files = Number(/(\d+) files verified/.exec(said)?.[1]);
    return {
      tables: [
        {
          title: `Verifying ${files} files of ${COINS} coins`,
          columns: ["", "seconds"],
          rows: seconds.map((one, round) => [`round ${round + 1}`, one.toFixed(1)]),
        },
      ],
      goals: [{ what: `${FILES} files`, value: (median(seconds) * FILES) / files, unit: "s", atMost: 5 }],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
