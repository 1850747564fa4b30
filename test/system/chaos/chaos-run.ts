import { isLiveDocument } from "../../../build/app/run/live-tier.ts";
import type { Program } from "../../../build/app/run/program.ts";
import { loadConfig } from "../../../build/config.ts";
import { endpoints } from "../../../build/crypto/api/registry.ts";
import type { RunReport } from "../../../build/crypto/api/run-report.ts";
import type { Endpoint } from "../../../build/crypto/api/world.ts";
import { createDemoMarket } from "../../../build/crypto/demo/create-demo-market.ts";
import { DEMO_SEED, type DemoMarket } from "../../../build/crypto/demo/demo-market.ts";
import { sources } from "../../../build/crypto/sources/registry.ts";
import { REPORTS } from "../../../build/kit/api/world.ts";
import { LIVE_PATH } from "../../../build/kit/platform/output/live-file.ts";
import {
  type Effects,
  type Http,
  type NextTree,
  type Output,
  SILENT_TASK,
  type StateStore,
} from "../../../build/kit/platform/platform.ts";
import { createMemoryStateStore } from "../../../build/kit/platform/state/memory-state-store.ts";
import { runLive } from "../../../build/live-pipeline.ts";
import { run } from "../../../build/pipeline.ts";
import { copyStore } from "../../fixtures/copy-store.ts";
import type { MemoryTree } from "../../fixtures/memory-tree.ts";
import { createMemoryOutput, type MemoryFiles } from "../../kit/platform/output/memory-output.ts";
import { OTHER_SOURCES } from "../../pipeline/sample-runs.ts";
import type { Fault } from "./fault.ts";
import { FAULTS } from "./faults.ts";
import type { Draws } from "./random.ts";
import { createMemoryHttp, createUpstreams, type Upstreams } from "./upstreams.ts";

export const START = Date.parse("2026-11-18T10:07:00Z");

/** Reading years of them would take longer than the rest of a first build. */
export const FIXING_DAYS = 30;

export const PRICE_SOURCES: readonly string[] = sources.flatMap(({ id, offByDefault }) =>
  OTHER_SOURCES.includes(id) || offByDefault !== undefined ? [] : [id],
);

export const PRICE_ANSWERS: readonly string[] = ["coins", "coin", "global", "exchanges", "exchange-rates", "status"];

/** Coins of a build, if a test does not say. */
const COINS = 14;

/** Keeps the market of each time, for chains of builds that share their times. */
export function keepMarkets(): (now: number) => DemoMarket {
  const markets = new Map<number, DemoMarket>();
  return (now) => {
    const market =
      markets.get(now) ?? createDemoMarket({ seed: DEMO_SEED, coins: COINS, now, fixingDays: FIXING_DAYS });
    markets.set(now, market);
    return market;
  };
}

export type Faults = ReadonlyMap<string, Fault>;
export const NO_FAULTS: Faults = new Map();

export function drawFaults(random: Draws, likelihood: number, pool = FAULTS): Faults {
  const wrong = PRICE_SOURCES.filter(() => random() < likelihood);
  return new Map(wrong.map((source) => [source, random.pick(pool)]));
}

/** The result of one build: exactly one of `tree` and `error`. */
export interface ChaosBuild {
  now: number;
  faults: Faults;
  /** The market as it was: the truth. */
  world: DemoMarket;
  tree?: MemoryTree;
  report?: RunReport;
  error?: Error;
  warnings: readonly string[];
  /** Source → its fault when it was last requested. */
  lastFaults: Faults;
  requested: ReadonlySet<string>;
}

export interface ChaosRunOptions {
  coins?: number;
  seed: number;
  backfill?: number;
  /** All sources and all endpoints, not only those with prices. */
  whole?: boolean;
  market?: (world: DemoMarket) => DemoMarket;
  /** The market of a time; a new one for each build by default. */
  marketAt?: (now: number) => DemoMarket;
  /** The client; in memory by default. */
  openHttp?: (upstreams: Upstreams, now: () => number) => Http;
  state?: StateStore;
  output?: Output;
  /** What else is published: pages, what a host needs. */
  program?: () => Partial<Program>;
}

export interface ChaosLiveRun {
  /** The live file after the run; a refused run leaves that of the run before. */
  file: Uint8Array | undefined;
  error: Error | undefined;
  /** One for each request. */
  requested: readonly { source: string; url: string }[];
}

export interface ChaosRun {
  state: StateStore;
  /** Minutes by which the builds' clock is ahead of the market's. */
  setClock(aheadMinutes: number): void;
  /** Builds so many minutes after the first build; `answers` names the endpoints. */
  build(minutes: number, faults?: Faults, answers?: readonly string[] | "all"): Promise<ChaosBuild>;
  /** A live run so many minutes after the first build. */
  live(minutes: number, faults?: Faults): Promise<ChaosLiveRun>;
}

/**
 * Builds of a small demo market with the real pipeline, one after another on one state, with
 * faulty upstreams.
 */
export function openChaosRun({
  coins = COINS,
  seed,
  backfill = 0,
  whole = false,
  market = (world) => world,
  marketAt = (time) => createDemoMarket({ seed: DEMO_SEED, coins, now: time, fixingDays: FIXING_DAYS }),
  ...own
}: ChaosRunOptions): ChaosRun {
  let now = START;
  let aheadMs = 0;
  let faults = NO_FAULTS;
  let world = marketAt(now);
  const memory = createMemoryOutput();
  const state = own.state ?? createMemoryStateStore({ now: () => now, world: "sample" });
  const upstreams = createUpstreams({ world: () => world, faults: () => faults, seed });
  let requested = new Set<string>();
  let requests: { source: string; url: string }[] = [];
  const lastFaults = new Map<string, Fault>();
  const client = (own.openHttp ?? createMemoryHttp)(upstreams, () => now + aheadMs);
  const http: Http = {
    fetch(request) {
      const source = upstreams.sourceOf(new URL(request.url));
      requested.add(source);
      requests.push({ source, url: request.url });
      const fault = faults.get(source);
      if (fault === undefined) lastFaults.delete(source);
      else lastFaults.set(source, fault);
      return client.fetch(request);
    },
  };
  const { config, overrides } = loadConfig({ coins, backfill, trees: [], sourcesOff: whole ? [] : [...OTHER_SOURCES] });
  const environment = { apiKeys: {}, commit: null, run: null };

  function begin(minutes: number, wrong: Faults): void {
    now = START + minutes * 60_000;
    faults = wrong;
    requested = new Set();
    requests = [];
    world = market(marketAt(now));
  }

  function openEffects(store: StateStore, warnings: string[]): Effects {
    const say = (text: string) => void warnings.push(text);
    const task = { ...SILENT_TASK, warned: say, failed: say };
    return {
      now: () => now + aheadMs,
      http,
      output: { begin: (host) => writeTwice(memory.begin(host), own.output?.begin(host)) },
      state: store,
      progress: { start: () => task, note: () => undefined, warn: say },
    };
  }

  function describeProgram(answers: readonly string[] | "all"): Program {
    const chosen: readonly Endpoint[] =
      answers === "all"
        ? endpoints.filter(({ tree }) => tree === undefined || tree === REPORTS)
        : endpoints.filter(({ id }) => answers.includes(id));
    return {
      config,
      overrides,
      environment,
      sources,
      endpoints: chosen,
      sample: true,
      ignoreCache: false,
      // Responses of closed days are kept between builds.
      digest: "this program",
    };
  }

  return {
    state,
    setClock(minutes) {
      aheadMs = minutes * 60_000;
    },
    async build(minutes, wrong = NO_FAULTS, answers = whole ? "all" : PRICE_ANSWERS) {
      begin(minutes, wrong);
      const warnings: string[] = [];
      const before = memory.files;
      const program = { ...describeProgram(answers), ...own.program?.() };
      const common = { now, faults, world, warnings, requested, lastFaults };
      try {
        const { report } = await run(program, openEffects(state, warnings));
        const tree = findTree(before, memory.files);
        if (tree === undefined) throw new Error("the run ended without an error and published nothing");
        return { ...common, tree, report };
      } catch (error) {
        const tree = findTree(before, memory.files);
        return { ...common, ...(tree && { tree }), error: error as Error };
      }
    },
    async live(minutes, wrong = NO_FAULTS) {
      begin(minutes, wrong);
      const copy = await copyStore(state, isLiveDocument, { now: () => now, world: "sample" });
      const read = () => memory.files.get(LIVE_PATH) as Uint8Array | undefined;
      const file = { read, replace: async (body: Uint8Array) => memory.replace(LIVE_PATH, body) };
      const ran = runLive(describeProgram("all"), openEffects(copy, []), [file]);
      const error = await ran.then(
        () => undefined,
        (reason: Error) => reason,
      );
      return { file: read(), error, requested: requests };
    },
  };
}

function findTree(before: MemoryFiles, after: MemoryFiles): MemoryTree | undefined {
  return before === after
    ? undefined
    : new Map([...after].map(([path, body]) => [path, Buffer.from(body as Uint8Array)]));
}

function writeTwice(one: NextTree, other: NextTree | undefined): NextTree {
  return {
    ...one,
    async write(file) {
      await one.write(file);
      await other?.write(file);
    },
    async commit(kept) {
      const written = await other?.commit(kept);
      return { ...(await one.commit(kept)), ...written };
    },
    async abandon() {
      await one.abandon();
      await other?.abandon();
    },
  };
}
