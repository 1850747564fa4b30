import { expect, it } from "vitest";
import { COIN_PAGES } from "../../build/app/run/coin-page-hour.ts";
import type { Partition } from "../../build/crypto/history/partition.ts";
import { MANIFEST_PATH } from "../../build/kit/render/manifest.ts";
import { computeSha256 } from "../../build/lib/hash.ts";
import type { MemoryFiles } from "../kit/platform/output/memory-output.ts";
import { OTHER_SOURCES, openSampleRuns } from "./sample-runs.ts";

const COINS = 3;
/** Few: a backfill ends early on a busy machine, which must not make the two builds differ. */
const BACKFILL = 12;
/** The first day of the site, two builds on the next day, one after a day without any. */
const MINUTES = [0, 15 * 60, 15 * 60 + 30, 60 * 60];

it("a build that keeps the answers of closed days publishes what one that renders everything does", async () => {
  // Live: each build has only what the last one published.
  const keeping = await openSampleRuns(COINS, { backfill: BACKFILL, live: true, keeps: true, trees: true });
  const rendering = await openSampleRuns(COINS, { backfill: BACKFILL, live: true, trees: true });
  try {
    const kept: number[] = [];
    for (const minutes of MINUTES) {
      const { files, keptFrom } = await keeping.build(minutes);
      const expected = await rendering.build(minutes);
      expect(describe(files)).toEqual(describe(expected.files));
      kept.push(keptFrom.filter((path) => /\/coins\/[^/]+\/history\//.test(path)).length);
    }
    // The first build of a day changes the closed days. The others reuse two responses per coin,
    // in USD and in two other currencies.
    const reused = 6 * COINS;
    expect(kept).toEqual([0, 0, reused, 0]);
  } finally {
    await keeping.close();
    await rendering.close();
  }
});

it("the second build of an hour keeps the pages of the coins, as one that renders them writes them", async () => {
  const options = { backfill: 0, pages: true };
  const runs = [await openSampleRuns(COINS, { ...options, keeps: true }), await openSampleRuns(COINS, options)];
  try {
    for (const minutes of [0, 20]) {
      const [keeping, rendering] = [await runs[0]!.build(minutes), await runs[1]!.build(minutes)];
      const [kept, rendered] = [keeping, rendering].map(({ files }) =>
        Object.entries(describe(files)).filter(
          ([path]) => path !== "state/manifest.json" && !path.includes(COIN_PAGES),
        ),
      );
      // The responses of the hour in the state name the program that keeps them.
      expect(kept).toEqual(rendered);
      const pages = keeping.keptFrom.filter((path) => /^coins\/[^/]+\/index\.html$/.test(path));
      expect(pages).toHaveLength(minutes === 0 ? 0 : COINS);
    }
  } finally {
    for (const run of runs) await run.close();
  }
});

it("days that somebody changes between two builds of one day are rendered again", async () => {
  const options = { answers: ["coins", "coin-history"], sourcesOff: OTHER_SOURCES };
  const runs = [await openSampleRuns(4, { ...options, keeps: true }), await openSampleRuns(4, options)];
  const firstPrices = async (minutes: number) =>
    Promise.all(
      runs.map(async (run) => {
        const { files } = await run.build(minutes);
        return JSON.parse(String(files.get("api/coins/btc/history/all.json"))).data.prices[0]?.[1];
      }),
    );
  try {
    for (const minutes of [0, 15 * 60, 15 * 60 + 30]) await firstPrices(minutes);
    expect(await firstPrices(16 * 60)).not.toContain(12_345);
    for (const run of runs) {
      const state = run.state();
      const year = (await state.read<Partition>("daily/2026"))!;
      const { bitcoin, ...others } = year.coins;
      const coins = { ...others, bitcoin: { ...bitcoin!, prices: [12_345] } };
      state.write("daily/2026", { ...year, coins }, { closed: false });
      await state.commit();
    }
    expect(await firstPrices(16 * 60 + 30)).toEqual([12_345, 12_345]);
    expect(await firstPrices(17 * 60)).toEqual([12_345, 12_345]);
  } finally {
    for (const run of runs) await run.close();
  }
});

/** The manifest alone tells what can be kept. */
function describe(files: MemoryFiles): Record<string, string> {
  const hashes = [...files].map(([path, body]) => [path, computeSha256(body)] as const);
  return Object.fromEntries(hashes.filter(([path]) => path !== MANIFEST_PATH));
}
