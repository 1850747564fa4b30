import { createHash } from "node:crypto";
import { GateRefusal } from "../../build/app/run/gate-refusal.ts";
import { type Config, loadConfig } from "../../build/config.ts";
import { endpoints } from "../../build/crypto/api/registry.ts";
import type { RunReport } from "../../build/crypto/api/run-report.ts";
import { TREES } from "../../build/crypto/api/trees.ts";
import { DEMO_SEED } from "../../build/crypto/demo/demo-market.ts";
import { writeDemoHistory } from "../../build/crypto/demo/history/demo-history.ts";
import { startDemoServer } from "../../build/crypto/demo/server.ts";
import type { Simulator } from "../../build/crypto/demo/simulator.ts";
import type { GateVerdict } from "../../build/crypto/market/gate/verdict.ts";
import { bundleProgramFiles } from "../../build/crypto/serve/programs.ts";
import { newsPublishers } from "../../build/crypto/sources/news/news-publishers.ts";
import { sources } from "../../build/crypto/sources/registry.ts";
import { REPORTS } from "../../build/kit/api/world.ts";
import { createHttp } from "../../build/kit/platform/http/http.ts";
import {
  type Effects,
  type FindPublished,
  type HttpResponse,
  SILENT_PROGRESS,
  type StateStore,
} from "../../build/kit/platform/platform.ts";
import { createMemoryStateStore } from "../../build/kit/platform/state/memory-state-store.ts";
import type { StoredDocument } from "../../build/kit/platform/state/state-document.ts";
import { nameDocumentFile } from "../../build/kit/platform/state/state-document.ts";
import { parseStateManifest, STATE_MANIFEST } from "../../build/kit/platform/state/state-manifest.ts";
import { run } from "../../build/pipeline.ts";
import { createMemoryOutput, type MemoryFiles } from "../kit/platform/output/memory-output.ts";

/** When the first build runs. */
export const START = Date.parse("2026-11-18T10:07:00Z");

/** Sources without influence on prices: without them a build costs a third. */
export const OTHER_SOURCES: readonly string[] = [...newsPublishers.map(({ id }) => id), "alternative-me", "defillama"];

/** Changes an upstream's response: another body or no response. `undefined` keeps it. */
export type Tamper = (url: string, body: string) => string | Error | undefined;

export interface SampleRun {
  /** The sentences of the checks that failed; empty where the build was published. */
  refusals: string[];
  gate: GateVerdict;
  report: RunReport;
  /** What a published JSON file holds, by its path below `api/` without extension. */
  read<T>(path: string): T;
  has(path: string): boolean;
  /** Every published file, by its path; none where the build was refused. */
  files: MemoryFiles;
  /** Paths of the tree before that were read. */
  keptFrom: readonly string[];
  /** Addresses that were asked, in order. */
  urls: readonly string[];
  warnings: readonly string[];
}

export interface SampleRunOptions {
  /** Requests for history that a build may spend; 0 by default. */
  backfill?: number;
  /** Minutes between two builds, as the configuration says. */
  cadenceMinutes?: number;
  /** Builds without restricted sources. */
  openOnly?: boolean;
  /** What is published of order books. */
  evidence?: Config["evidence"];
  /** Ids of sources that are off by default. */
  sourcesOn?: readonly string[];
  /** Answer instead of those of the demo market. */
  simulators?: readonly Simulator[];
  /** With the pages of the site, and what they load. */
  pages?: boolean;
  /** Builds like those over real upstreams: each runner has only the last published site. */
  live?: boolean;
  /** Builds that keep what they can of the tree before. */
  keeps?: boolean;
  /** Ids of sources: `OTHER_SOURCES` leaves those with prices. */
  sourcesOff?: readonly string[];
  /** With the optional trees and Parquet. */
  trees?: boolean;
  /** Ids of the endpoints; all by default. */
  answers?: readonly string[];
  /** Days of past exchange rates: years of them take longer to read than the rest. */
  fixingDays?: number;
  /** The first build continues two years of builds, as in `npm start`. */
  withHistory?: boolean;
  /** What the first build continues; nothing by default. */
  from?: { state: StateStore; findPublished: FindPublished };
}

export interface SampleRuns {
  /** What the builds go on from. */
  state(): StateStore;
  /** One build so many minutes after the first. */
  build(minutes: number, tamper?: Tamper): Promise<SampleRun>;
  close(): Promise<void>;
}

/**
 * The real pipeline over the demo market: builds on one state, with upstreams that tests can
 * change.
 */
export async function openSampleRuns(
  coins: number,
  {
    backfill = 0,
    cadenceMinutes = 30,
    openOnly = false,
    evidence = "full",
    sourcesOn = [],
    simulators = [],
    live = false,
    pages = false,
    keeps = false,
    trees = false,
    answers,
    sourcesOff = [],
    fixingDays = 30,
    withHistory = false,
    from,
  }: SampleRunOptions = {},
): Promise<SampleRuns> {
  let now = START;
  const server = await startDemoServer({ seed: DEMO_SEED, coins, now: () => now, fixingDays, withHistory });
  const stateOptions = { now: () => now, world: live ? "live" : "sample" } as const;
  let state: StateStore = from?.state ?? createMemoryStateStore(stateOptions);
  if (withHistory) writeDemoHistory(state, server.marketAt(now));
  let published: MemoryFiles = new Map();
  let findPublished: FindPublished = from?.findPublished ?? (async () => undefined);
  const client = createHttp({
    userAgent: "test",
    now: () => now,
    random: () => 0.5,
    origins: server.origin,
    paceFactor: 0,
    tries: 1,
  });
  const { config, overrides } = loadConfig({
    coins,
    backfill,
    cadenceMinutes,
    openOnly,
    evidence,
    sourcesOn: [...sourcesOn],
    trees: trees ? [...TREES] : [],
    sourcesOff: [...sourcesOff],
  });
  const environment = { apiKeys: {}, commit: null, run: null };

  function answerInstead(text: string): HttpResponse | undefined {
    const url = new URL(text);
    const simulator = simulators.find(({ hosts }) => hosts.includes(url.host));
    const answer = simulator?.answer({ url, headers: {} }, server.marketAt(now));
    if (answer === undefined) return undefined;
    const body = JSON.stringify(answer.body);
    const times = { receivedAtMs: now, serverTimeMs: now };
    return { url: text, status: 200, body, bytes: Buffer.byteLength(body), ...times, validators: {} };
  }

  async function build(minutes: number, tamper?: Tamper): Promise<SampleRun> {
    now = START + minutes * 60_000;
    const urls: string[] = [];
    const output = createMemoryOutput(published);
    const warnings: string[] = [];
    const effects: Effects = {
      now: () => now,
      http: {
        async fetch(request) {
          urls.push(request.url);
          const response = answerInstead(request.url) ?? (await client.fetch(request));
          const body = tamper?.(request.url, response.body);
          if (body instanceof Error) throw body;
          return body === undefined ? response : { ...response, body };
        },
      },
      output,
      state,
      findPublished,
      progress: { ...SILENT_PROGRESS, warn: (message) => warnings.push(message) },
    };
    const common = {
      ...(keeps && { digest: "this program" }),
      config,
      overrides,
      environment,
      sources,
      endpoints: endpoints.filter(
        ({ id, tree }) => answers?.includes(id) ?? (trees || tree === undefined || tree === REPORTS),
      ),
      sample: !live,
      ignoreCache: false,
    };
    const program = pages
      ? { ...common, programFiles: () => bundleProgramFiles(), site: { repository: config.homepage } }
      : common;
    const report = await run(program, effects).then(
      (done) => done.report,
      (error) => {
        if (error instanceof GateRefusal) return error.report;
        throw error;
      },
    );
    const { gate } = report;
    const parsed = new Map<string, unknown>();
    const files = gate.passed ? output.files : new Map();
    if (gate.passed) findPublished = createFinder(files);
    if (gate.passed) published = files;
    if (live && gate.passed) state = createMemoryStateStore({ ...stateOptions, stored: readState(files) });
    return {
      files,
      keptFrom: output.read,
      urls,
      warnings,
      refusals: gate.checks.flatMap(({ passed, message }) => (passed ? [] : message)),
      gate,
      report,
      has: (path) => files.has(`api/${path}.json`),
      read(path) {
        const body = files.get(`api/${path}.json`);
        if (body === undefined) throw new Error(`${path} was not published`);
        // Tests read a list for each of their claims.
        const value = parsed.get(path) ?? JSON.parse(typeof body === "string" ? body : new TextDecoder().decode(body));
        parsed.set(path, value);
        return value;
      },
    };
  }

  return {
    state: () => state,
    build,
    async close() {
      await client.close();
      await server.close();
    },
  };
}

/** The documents of the published tree, with what is known of each. */
function* readState(files: MemoryFiles): Generator<StoredDocument> {
  const { documents } = parseStateManifest(String(files.get(`state/${STATE_MANIFEST}`)), "memory");
  for (const info of documents.values())
    yield { info, body: files.get(`state/${nameDocumentFile(info)}`) as Uint8Array };
}

export function createFinder(files: MemoryFiles): FindPublished {
  return async (path, sha256) => {
    const body = files.get(path);
    if (body === undefined || createHash("sha256").update(body).digest("hex") !== sha256) return undefined;
    return Buffer.from(body as Uint8Array);
  };
}
