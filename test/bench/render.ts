import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { median } from "./median.ts";
import type { RenderReport } from "./render/render-report.ts";
import { runApart } from "./run-apart.ts";

const SIZES = (process.env["BENCH_COINS"] ?? "250,1000,2500,10000").split(",").map(Number);
const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 5);

/** `unchecked` is without validation and hashing, whose price is thereby known; `floor` is to write the same bytes, by two threads. */
const WAYS = ["full", "unchecked", "floor"] as const;
type Way = (typeof WAYS)[number];

/** From a market and a state in memory to every file of the API on disk, against writing the very same bytes to the same paths. */
export async function bench(): Promise<void> {
  for (const coins of SIZES) {
    const folder = mkdtempSync(join(tmpdir(), "render-bench-"));
    try {
      print(coins, measure(coins, folder));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
}

/** Every process renders once, cold, as a build does; the ways take turns, so that a busy machine slows them all. */
function measure(coins: number, folder: string): Record<Way, RenderReport[]> {
  const kept = join(folder, "kept");
  runApart("render/render-tree.ts", ["full", String(coins), kept]);
  const reports: Record<Way, RenderReport[]> = { full: [], unchecked: [], floor: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const way of WAYS) {
      const target = join(folder, way);
      rmSync(target, { recursive: true, force: true });
      const [script, first] = way === "floor" ? ["write-floor.ts", [kept]] : ["render-tree.ts", [way, String(coins)]];
      reports[way].push(runApart(`render/${script}`, [...first, target]));
    }
  }
  return reports;
}

function print(coins: number, reports: Record<Way, RenderReport[]>): void {
  const timeOf = (way: Way) => median(reports[way].map((one) => one.milliseconds));
  for (const way of WAYS) {
    const [first] = reports[way];
    const peak = Math.max(...reports[way].map((one) => one.peakBytes)) / 1e6;
    const ratio = median(reports[way].map((one, at) => one.milliseconds / (reports.floor[at]?.milliseconds ?? 0)));
    process.stdout.write(
      `${coins} coins, ${way}: ${timeOf(way).toFixed(0)} ms, ${first?.files} files, ${((first?.bytes ?? 0) / 1e6).toFixed(1)} MB, peak ${peak.toFixed(0)} MB, ${ratio.toFixed(2)} x floor\n`,
    );
  }
}
