import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  nameDaily,
  nameHourly,
  nameSamples,
  parsePartitionName,
} from "../../../build/crypto/history/partition-document.ts";
import { DAY_MS, floorTo, HOUR_MS } from "../../../build/lib/time.ts";
import { createStateStore } from "../../kit/platform/open-store.ts";
import { makePartition } from "./bench-world.ts";
import type { ProcessReport } from "./process-report.ts";
import type { BenchResult } from "./result.ts";
import { median, runApart } from "./run-apart.ts";

const NOW_MS = Date.parse("2026-11-20T12:00:00Z");
const COINS = Number(process.env["BENCH_COINS"] ?? 1_000);
const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 5);

interface LoadReport extends ProcessReport {
  points: number;
}

/**
 * Every process loads once, cold, as a build does; the two ways take turns, so that a busy machine
 * slows both.
 */
export async function bench(): Promise<BenchResult> {
  const folder = mkdtempSync(join(tmpdir(), "state-bench-"));
  try {
    await fillState(folder, COINS);
    const plain: LoadReport[] = [];
    const series: LoadReport[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      plain.push(runApart("load-state.ts", ["plain", folder, String(NOW_MS)]));
      series.push(runApart("load-state.ts", ["series", folder, String(NOW_MS)]));
    }
    const peakOf = (reports: LoadReport[]) => Math.max(...reports.map(({ peakBytes }) => peakBytes)) / 1e6;
    const row = (label: string, reports: LoadReport[]) => [
      label,
      Math.round(median(reports.map(({ milliseconds }) => milliseconds))),
      Math.round(peakOf(reports)),
    ];
    const ratio = median(series.map(({ milliseconds }, at) => milliseconds / (plain[at]?.milliseconds ?? 0)));
    return {
      tables: [
        {
          title: `${COINS} coins, 10 years of days, 45 days of hours: ${series[0]?.points.toLocaleString("en-US")} points`,
          columns: ["", "ms", "peak MB"],
          rows: [row("gunzip and JSON.parse", plain), row("every series of every coin", series)],
        },
      ],
      goals: [
        { what: "loading against gunzip and JSON.parse", value: ratio, unit: "x", atMost: 1.5 },
        { what: "peak memory", value: peakOf(series), unit: "MB", atMost: 600 },
      ],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function fillState(folder: string, coins: number): Promise<void> {
  const state = createStateStore(folder, { now: () => NOW_MS, world: "live" });
  const write = async (name: string, stepMs: number, fromMs: number, toMs: number) => {
    const partition = makePartition(fromMs, stepMs, toMs, coins);
    state.write(name, partition, { closed: parsePartitionName(name).endMs <= NOW_MS });
    await state.commit();
  };
  const today = floorTo(NOW_MS, DAY_MS);
  for (let year = 2017; year <= 2026; year += 1) {
    const fromMs = Date.UTC(year, 0, 1);
    await write(nameDaily(fromMs), DAY_MS, fromMs, Math.min(Date.UTC(year + 1, 0, 1), today));
  }
  for (let dayMs = today - 45 * DAY_MS; dayMs < today; dayMs += DAY_MS)
    await write(nameHourly(dayMs), HOUR_MS, dayMs, dayMs + DAY_MS);
  for (let dayMs = today - 3 * DAY_MS; dayMs <= today; dayMs += DAY_MS)
    await write(nameSamples(dayMs), HOUR_MS, dayMs, Math.min(dayMs + DAY_MS, NOW_MS));
  state.close();
}
