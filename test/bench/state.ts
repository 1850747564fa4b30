import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createStateStore } from "../../build/effects/state-store.ts";
import type { Partition } from "../../build/history/partition.ts";
import { nameDaily, nameHourly, nameSamples, parsePartitionName } from "../../build/history/partition-name.ts";
import { roundNumber } from "../../build/lib/numbers.ts";
import { DAY_MS, HOUR_MS } from "../../build/lib/time.ts";
import { createRandom } from "../market/random.ts";

const NOW_MS = Date.parse("2026-11-20T12:00:00Z");
const ROUNDS = 5;

/** What one process says about its load. */
export interface LoadReport {
  milliseconds: number;
  peakBytes: number;
  points: number;
}

/** Every process loads once, cold, as a build does; the two ways take turns, so that a busy machine slows both. */
export async function bench(): Promise<void> {
  const coins = Number(process.env["BENCH_COINS"] ?? 1_000);
  const folder = mkdtempSync(join(tmpdir(), "state-bench-"));
  try {
    await fillState(folder, coins);
    const plain: LoadReport[] = [];
    const series: LoadReport[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      plain.push(loadApart(folder, "plain"));
      series.push(loadApart(folder, "series"));
    }
    const ratios = series.map((one, round) => one.milliseconds / (plain[round] as LoadReport).milliseconds);
    const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] as number;
    const print = (label: string, reports: LoadReport[]) => {
      const milliseconds = median(reports.map((one) => one.milliseconds)).toFixed(0);
      const megabytes = (Math.max(...reports.map((one) => one.peakBytes)) / 1e6).toFixed(0);
      process.stdout.write(`${label}: ${milliseconds} ms, peak memory ${megabytes} MB\n`);
    };
    process.stdout.write(`${coins} coins, 10 years of days, 45 days of hours, ${series[0]?.points} points\n`);
    print("gunzip and JSON.parse", plain);
    print("every series of every coin", series);
    process.stdout.write(`ratio: ${median(ratios).toFixed(2)} (limit 1.50)\n`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function loadApart(folder: string, way: "plain" | "series"): LoadReport {
  const script = new URL("load-state.ts", import.meta.url).pathname;
  return JSON.parse(
    execFileSync(process.execPath, ["--import", "tsx", script, way, folder, String(NOW_MS)], { encoding: "utf8" }),
  );
}

async function fillState(folder: string, coins: number): Promise<void> {
  const state = createStateStore(folder, { now: () => NOW_MS, world: "live" });
  const write = async (name: string, stepMs: number, fromMs: number, toMs: number) => {
    const times = Array.from(
      { length: Math.max(0, Math.ceil((toMs - fromMs) / stepMs)) },
      (_, step) => fromMs + step * stepMs,
    );
    state.write(name, fillColumns(times, coins), { closed: parsePartitionName(name).endMs <= NOW_MS });
    await state.commit();
  };
  const today = Date.parse("2026-11-20T00:00:00Z");
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

/** Random walks with as many digits as real ones have: short numbers would compress and parse too well. */
function fillColumns(times: number[], coins: number): Partition {
  const random = createRandom(times[0] ?? 0);
  const entries = Array.from({ length: coins }, (_, coin) => {
    let price = random.logUniform(1e-6, 1e4);
    const prices = times.map(() => {
      price *= 1 + (random.next() - 0.5) / 20;
      return roundNumber(price);
    });
    const supply = random.logUniform(1e6, 1e11);
    return [
      `coin-${coin}`,
      {
        prices,
        marketCaps: prices.map((value) => roundNumber(value * supply)),
        totalVolumes: prices.map((value) => roundNumber(value * supply * random.next())),
      },
    ] as const;
  });
  return { times, coins: Object.fromEntries(entries) };
}
