import { rmSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { createDemoMarket } from "../../../build/crypto/demo/create-demo-market.ts";
import { DEMO_SEED } from "../../../build/crypto/demo/demo-market.ts";
import { writeDemoHistory } from "../../../build/crypto/demo/history/demo-history.ts";
import { CATALOGUE_NAME } from "../../../build/kit/render/archives/archive-memory.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../build/lib/time.ts";
import { createStateStore } from "../../kit/platform/open-store.ts";
import { ORIGINAL, openStage, type Stage } from "./stage.ts";

/** What a site of some age serves to its own builds in a day, and its size. */
export interface SiteDay {
  /** Months since its first build. */
  age: number;
  /** Bytes read from the site by builds that find the files of the build before in the cache. */
  cached: readonly number[];
  /** The same without caches: documents come from the data branch, where it has them. */
  uncached: number;
  files: number;
  bytes: number;
  problems: readonly string[];
}

export interface YearOptions {
  coins: number;
  /** The months of the site that are built once, so that their archives exist. */
  months: readonly number[];
  /** Those in which a whole day is measured. */
  measured: readonly number[];
}

export const BUILDS_PER_DAY = 48;

const BEGAN_MS = Date.UTC(2024, 0, 10);
/** Minutes after midnight: what changes grows over a day, and days are closed at its beginning. */
const MINUTES = [37, 12 * 60 + 7, 23 * 60 + 37];

/**
 * Runs the publishing workflow on the tenth of some months, each on the history of a site of that
 * age, and measures what builds read from the published site, and its size.
 */
export async function measureYears({ coins, months, measured }: YearOptions): Promise<SiteDay[]> {
  const stage = await openStage(coins);
  const days: SiteDay[] = [];
  try {
    stage.addRepository(ORIGINAL);
    for (const age of months) {
      const midnightMs = addMonths(BEGAN_MS, age);
      const problems: string[] = [];
      const build = async (timeMs: number): Promise<number> => {
        const before = stage.countRestored();
        const { results, failures } = await stage.run({ repository: ORIGINAL, at: new Date(timeMs).toISOString() });
        if (results["deploy"] !== "success") problems.push(`${new Date(timeMs).toISOString()}: ${failures.join("; ")}`);
        return stage.countRestored() - before;
      };
      await writeHistory(stage, coins, midnightMs);
      await build(midnightMs + 7 * MINUTE_MS);
      if (!measured.includes(age)) continue;
      const cached: number[] = [];
      for (const minutes of MINUTES) cached.push(await build(midnightMs + minutes * MINUTE_MS));
      rmSync(stage.cachesOf(ORIGINAL), { recursive: true });
      const uncached = await build(midnightMs + 24.5 * HOUR_MS);
      const size = await measureFolder(stage.siteOf(ORIGINAL));
      days.push({ age, cached, uncached, ...size, problems });
    }
    return days;
  } finally {
    await stage.close();
  }
}

function addMonths(timeMs: number, months: number): number {
  const date = new Date(timeMs);
  return date.setUTCMonth(date.getUTCMonth() + months);
}

/** Gives the published site the history since its beginning. Its archives stay. */
async function writeHistory(stage: Stage, coins: number, now: number): Promise<void> {
  const folder = join(stage.siteOf(ORIGINAL), "state");
  const options = { now: () => now, world: "sample" } as const;
  const before = createStateStore(folder, options);
  const archives = await before.read(CATALOGUE_NAME);
  before.close();
  rmSync(folder, { recursive: true, force: true });
  const state = createStateStore(folder, options);
  const historyDays = Math.max(1, Math.floor((now - BEGAN_MS) / DAY_MS));
  writeDemoHistory(state, createDemoMarket({ seed: DEMO_SEED, coins, now, withHistory: true, historyDays }));
  if (archives !== undefined) state.write(CATALOGUE_NAME, archives);
  await state.commit();
  state.close();
}

async function measureFolder(folder: string): Promise<{ files: number; bytes: number }> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(file.parentPath, file.name))).size));
  return { files: files.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}

export function averageOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
}
