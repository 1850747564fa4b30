import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import type { Partition } from "../../../build/crypto/history/partition.ts";
import { verifyState } from "../../../build/kit/platform/state/state-open.ts";
import { computeNaivePoints, listPoints, type NaivePoints, type RawSample } from "../../fixtures/naive-series.ts";
import { createStateStore } from "../../kit/platform/open-store.ts";
import { scale } from "../../seed.ts";
import { drawFaults, NO_FAULTS, openChaosRun, PRICE_ANSWERS, START } from "./chaos-run.ts";
import { createSuite, type Suite, tryBuild } from "./chaos-suite.ts";
import { openDraws, recordTries, SEED } from "./random.ts";

const BUILDS = scale(36);
/** With `COUNT=140`: the builds of more than a hundred days, with more coins. */
const IS_LONG = BUILDS > 1_000;
const COINS = IS_LONG ? 50 : 20;
/** How often heap and state are measured and all endpoints are verified. */
const LOOKS = IS_LONG ? 12 : 4;
const DAY_MS = 86_400_000;
const CADENCE = 30;
const LIKELIHOOD = 0.12;
/** A history of closed days mostly equals that of the previous build. */
const ANSWERS = [...PRICE_ANSWERS, "coin-history"];

interface Soak {
  suite: Suite;
  heap: number[];
  stateBytes: number[];
  problems: string[];
  points: number;
}

/**
 * Runs many builds in a row on a state on disk with random faults, then checks everything that is
 * left.
 */
async function soak(): Promise<Soak> {
  const folder = mkdtempSync(join(tmpdir(), "soak-"));
  // Outside of the memory that is measured.
  const notes = `${folder}.samples`;
  const state = createStateStore(folder, { now: () => START, world: "sample" });
  const result: Soak = { suite: createSuite(), heap: [], stateBytes: [], problems: [], points: 0 };
  const { suite, problems } = result;
  try {
    const random = openDraws(SEED, "soak");
    const run = openChaosRun({ coins: COINS, seed: SEED, state });
    const lookEvery = Math.max(1, Math.floor(BUILDS / LOOKS));
    for (let build = 0; build < BUILDS; build += 1) {
      const last = build === BUILDS - 1;
      const faults = last ? NO_FAULTS : drawFaults(random, LIKELIHOOD);
      const options = { answers: ANSWERS, verify: build % lookEvery === 0 || last };
      const { tree, now } = await tryBuild(suite, run, build * CADENCE, faults, `build ${build}`, options);
      if (tree !== undefined)
        appendFileSync(
          notes,
          readSamples(tree, now)
            .map((sample) => `${JSON.stringify(sample)}\n`)
            .join(""),
        );
      if (build % lookEvery !== 0 && !last) continue;
      result.heap.push(measureHeap());
      result.stateBytes.push(measureFolder(folder));
    }
    problems.push(
      ...verifyState(folder).faults.map(({ name, reason }) => `${name} ${reason}`),
      ...findUnlisted(folder, state.list()),
    );
    const raw = readFileSync(notes, "utf8")
      .trimEnd()
      .split("\n")
      .map((line): RawSample => JSON.parse(line));
    const end = raw.at(-1)!.timeMs;
    result.points += await compare("daily/", "day", 0, end);
    result.points += await compare("hourly/", "hour", end - 45 * DAY_MS, end);

    async function compare(prefix: string, step: "hour" | "day", from: number, to: number): Promise<number> {
      const found: NaivePoints = new Map();
      for (const { name } of state.list(prefix)) {
        for (const point of listPoints((await state.read<Partition>(name))!, step)) found.set(...point);
      }
      const today = new Date(to).toISOString().slice(0, 10);
      const first = new Date(from).toISOString().slice(0, 10);
      const expected = [...computeNaivePoints(raw, step)].filter(([key]) => {
        const day = key.split(" ")[1]!.slice(0, 10);
        return day >= first && day < today;
      });
      for (const [key, value] of expected) {
        if (found.get(key) !== value) problems.push(`${prefix} ${key} is ${found.get(key)} instead of ${value}`);
      }
      if (found.size !== expected.length)
        problems.push(`${prefix} has ${found.size} points instead of ${expected.length}`);
      return expected.length;
    }
  } finally {
    state.close();
    rmSync(folder, { recursive: true, force: true });
    rmSync(notes, { force: true });
  }
  return result;
}

/** The fresh prices of every coin, read from the published files: a history must hold them. */
function readSamples(tree: ReadonlyMap<string, Uint8Array>, timeMs: number): RawSample[] {
  const read = (path: string) => JSON.parse(Buffer.from(tree.get(path)!).toString());
  return read("api/coins/limit/all.json").data.flatMap((row: Record<string, string | number | null>) =>
    row["current_price"] === null || row["price_source"] === "stale"
      ? []
      : {
          timeMs,
          coinId: row["id"],
          price: row["current_price"],
          marketCap: row["market_cap"],
          totalVolume: row["total_volume"],
        },
  );
}

function findUnlisted(folder: string, documents: readonly { name: string }[]): string[] {
  const names = documents.map(({ name }) => name);
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll("\\", "/"),
    )
    .filter((file) => file !== "manifest.json" && file !== "lock" && !names.some((name) => file.startsWith(`${name}.`)))
    .map((file) => `${file} was left behind`);
}

function measureFolder(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}

let collect: (() => void) | undefined;

function measureHeap(): number {
  if (collect === undefined) {
    setFlagsFromString("--expose-gc");
    collect = runInNewContext("gc") as () => void;
  }
  collect();
  collect();
  return process.memoryUsage().heapUsed;
}

/** Bytes by which the heap may rise and fall by itself. */
const BREATH = 12e6;
/**
 * 45 documents of hours, three of samples, one of each other kind: a state of 50 coins is never
 * larger.
 */
const MAX_STATE_BYTES = 12e6;

it("builds in a row with random faults leave bounded memory and state, no temporary file, and an exact history", async () => {
  const { suite, heap, stateBytes, problems, points } = await soak();
  expect([...suite.problems, ...problems.slice(0, 10)]).toEqual([]);
  expect(suite.builds).toBe(BUILDS);
  expect(points).toBeGreaterThan(0);
  // What is loaded once is loaded by the first quarter.
  const settled = heap.slice(Math.ceil(heap.length / 4));
  const half = Math.ceil(settled.length / 2);
  expect(Math.min(...settled.slice(half))).toBeLessThan(Math.min(...settled.slice(0, half)) + BREATH);
  expect(Math.max(...stateBytes)).toBeLessThan(MAX_STATE_BYTES);
  await recordTries({
    name: IS_LONG ? "soak" : "soak-short",
    what: `consecutive builds of ${COINS} coins with random faults ${IS_LONG ? "on one state" : "in every run of the tests"}`,
    tried: BUILDS,
  });
}, 14_400_000);
