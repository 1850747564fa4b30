import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { STATE_KINDS } from "../../../build/app/run/state-kinds.ts";
import { restoreState } from "../../../build/kit/platform/state/restore.ts";
import { verifyState } from "../../../build/kit/platform/state/state-open.ts";
import { OperationalError } from "../../../build/lib/operational-error.ts";
import { makeTempFolder } from "../../cleanup.ts";
import type { MemoryTree } from "../../fixtures/memory-tree.ts";
import { createStateStore } from "../../kit/platform/open-store.ts";
import { scale } from "../../seed.ts";
import { openChaosRun, START } from "./chaos-run.ts";
import { openDraws, recordTries, SEED } from "./random.ts";

const place = makeTempFolder();

/** Two consecutive builds, as two uploads of one site. */
async function buildTwice(): Promise<MemoryTree[]> {
  const run = openChaosRun({ seed: SEED });
  const trees: MemoryTree[] = [];
  for (const minutes of [0, 24 * 60]) {
    const { tree, error } = await run.build(minutes);
    if (tree === undefined) throw error;
    trees.push(new Map([...tree].filter(([path]) => path.startsWith("state/"))));
  }
  return trees;
}

function write(folder: string, files: Iterable<readonly [string, Uint8Array]>): void {
  for (const [path, body] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), body);
  }
}

describe("a partially uploaded site", () => {
  it("restores the whole state of one upload, or none, and never damages an existing state", async () => {
    const [before, after] = await buildTwice();
    const random = openDraws(SEED, "upload");
    const tries = scale(30);
    const outcomes = { restored: 0, refused: 0 };
    for (let attempt = 0; attempt < tries; attempt += 1) {
      const site = join(place, `site-${attempt}`);
      const share = random();
      write(site, before!);
      write(
        site,
        [...after!].filter(() => random() < share),
      );
      // Some hosts delete old files before the upload is complete, and some uploads stop within a
      // file.
      for (const path of before!.keys())
        if (random() < 0.1 && path !== "state/manifest.json") rmSync(join(site, path), { force: true });
      const [broken] = [...after!].filter(() => random() < 0.05);
      if (broken !== undefined) write(site, [[broken[0], broken[1].subarray(0, broken[1].length / 2)]]);

      const own = join(place, `own-${attempt}`);
      mkdirSync(own);
      try {
        await restoreState({
          strategy: "newest",
          from: [site],
          into: own,
          world: "sample",
          kinds: STATE_KINDS,
          warn: () => undefined,
          fetch: () => Promise.reject(new Error("no network")),
          sleep: async () => undefined,
        });
        outcomes.restored += 1;
        expect([attempt, verifyState(own).faults]).toEqual([attempt, []]);
        const state = createStateStore(own, { now: () => START, world: "sample" });
        const { error } = await openChaosRun({ seed: SEED, state }).build(48 * 60);
        state.close();
        expect([attempt, error?.message]).toEqual([attempt, undefined]);
      } catch (error) {
        if (!(error instanceof OperationalError)) throw error;
        outcomes.refused += 1;
        expect(existsSync(join(own, "manifest.json"))).toBe(false);
      }
      rmSync(site, { recursive: true, force: true });
      rmSync(own, { recursive: true, force: true });
    }
    expect(outcomes.restored).toBeGreaterThan(0);
    expect(outcomes.refused).toBeGreaterThan(0);
    await recordTries({
      name: "half-uploaded",
      what: "states restored from partly uploaded sites",
      tried: tries,
    });
  });
});
