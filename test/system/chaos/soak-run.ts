import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { Partition } from "../../../build/history/partition.ts";
import type { StateStore } from "../../../build/platform/platform.ts";
import { verifyState } from "../../../build/platform/state/state-open.ts";
import { computeNaivePoints, listPoints, type NaivePoints, type RawSample } from "../../fixtures/naive-series.ts";
import { createRandom } from "../../fixtures/random.ts";
import { createStateStore } from "../../platform/open-store.ts";
import { openChaosRun, START } from "./chaos-run.ts";
import { createSuite, type Suite, tryBuild } from "./chaos-suite.ts";
import { FAULTS } from "./faults.ts";
import { OTHER_SOURCES, PRICE_ANSWERS, PRICE_SOURCES } from "./price-sources.ts";
import { hashSeed, SEED } from "./random.ts";

const COINS = 50;
const DAY_MS = 86_400_000;
/** Minutes between two builds, as scheduled ones are. */
const CADENCE = 30;
/** A source is wrong this often. */
const LIKELIHOOD = 0.12;
/** A history of closed days mostly equals that of the previous build. */
const ANSWERS = [...PRICE_ANSWERS, "coin-history"];
/** The heap is looked at so often in a soak. */
const LOOKS = 12;

export interface Soak {
  suite: Suite;
  /** Heap bytes after garbage collection, during the soak. */
  heap: number[];
  /** Bytes of the state on disk, at the same moments. */
  stateBytes: number[];
  /** What does not hold at the end. */
  problems: string[];
  /** Points of the history that were compared. */
  points: number;
  /** Published histories that were compared with the state. */
  answers: number;
}

/**
 * Runs many builds in a row on a state on disk with random faults, then checks everything that is
 * left.
 */
export async function soak(builds: number, report: (line: string) => void = () => undefined): Promise<Soak> {
  const folder = mkdtempSync(join(tmpdir(), "soak-"));
  // Outside of the memory that is measured.
  const notes = `${folder}.samples`;
  const state = createStateStore(folder, { now: () => START, world: "sample" });
  const result: Soak = { suite: createSuite(), heap: [], stateBytes: [], problems: [], points: 0, answers: 0 };
  const { suite, problems } = result;
  try {
    const random = createRandom(hashSeed(SEED, "soak")).next;
    const run = openChaosRun({ coins: COINS, seed: SEED, sourcesOff: [...OTHER_SOURCES], state });
    const lookEvery = Math.max(1, Math.floor(builds / LOOKS));
    const faultless = new Map<string, never>();
    for (let build = 0; build < builds; build += 1) {
      const wrong = PRICE_SOURCES.filter(() => random() < LIKELIHOOD);
      const faults = new Map(wrong.map((source) => [source, FAULTS[Math.floor(random() * FAULTS.length)]!]));
      const last = build === builds - 1;
      const options = { label: `build ${build}`, answers: ANSWERS, verify: build % lookEvery === 0 || last };
      const { tree, now } = await tryBuild(suite, run, build * CADENCE, last ? faultless : faults, options);
      if (tree !== undefined)
        appendFileSync(
          notes,
          readSamples(tree, now)
            .map((sample) => `${JSON.stringify(sample)}\n`)
            .join(""),
        );
      if (build % lookEvery !== 0 && !last) continue;
      if (tree !== undefined) result.answers += await compareAnswers(tree, state, problems);
      result.heap.push(measureHeap());
      result.stateBytes.push(measureFolder(folder));
      report(`${build + 1} builds, ${suite.refused} refused, heap ${mb(result.heap)}, state ${mb(result.stateBytes)}`);
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
          ...{ timeMs, coinId: row["id"], price: row["current_price"] },
          ...{ marketCap: row["market_cap"], totalVolume: row["total_volume"] },
        },
  );
}

/** Every published history of all days against the state. Returns how many there are. */
async function compareAnswers(
  tree: ReadonlyMap<string, Uint8Array>,
  state: StateStore,
  problems: string[],
): Promise<number> {
  const read = (path: string) => JSON.parse(Buffer.from(tree.get(path)!).toString());
  const held: NaivePoints = new Map();
  for (const { name } of state.list("daily/"))
    for (const point of listPoints((await state.read<Partition>(name))!, "day")) held.set(...point);
  const published: NaivePoints = new Map();
  const coins: { id: string }[] = read("api/coins/limit/all.json").data;
  const files = [...tree.keys()].filter((path) => /^api\/coins\/[^/]+\/history\/all\.json$/.test(path));
  for (const file of files) {
    const { id, prices, market_caps, total_volumes } = read(file).data;
    for (const [at, [timeMs, price]] of (prices as [number, number][]).entries())
      published.set(
        `${id} ${new Date(timeMs).toISOString().slice(0, 10)}`,
        JSON.stringify([price, market_caps[at][1], total_volumes[at][1]]),
      );
  }
  const ids = new Set(coins.map(({ id }) => id));
  const expected = new Map([...held].filter(([key]) => ids.has(key.split(" ")[0]!)));
  if (files.length !== coins.length) problems.push(`${coins.length} coins have ${files.length} histories`);
  if (expected.size !== published.size) problems.push(`${published.size} days are published of ${expected.size}`);
  for (const [key, value] of expected)
    if (published.get(key) !== value)
      problems.push(`the published ${key} is ${published.get(key)} instead of ${value}`);
  return files.length;
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

const mb = (values: readonly number[]): string => `${(values.at(-1)! / 1e6).toFixed(1)} MB`;
