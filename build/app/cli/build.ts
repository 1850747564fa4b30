import { type Config, listCopies } from "../../config.ts";
import { listEndpoints } from "../../crypto/api/registry.ts";
import { parseShard, WHOLE } from "../../crypto/backfill/plan.ts";
import { DEMO_SEED } from "../../crypto/demo/demo-market.ts";
import { startDemoServer } from "../../crypto/demo/server.ts";
import { describeOutages } from "../../crypto/demo/simulators.ts";
import { bundleProgramFiles, bundleWorker } from "../../crypto/serve/programs.ts";
import { sources } from "../../crypto/sources/registry.ts";
import { readEnvironment } from "../../environment.ts";
import { REPORTS } from "../../kit/api/world.ts";
import { createBinaryClient } from "../../kit/platform/http/binary-client.ts";
import { createHttp, type HttpClient } from "../../kit/platform/http/http.ts";
import { openFolder, refuseOverlap } from "../../kit/platform/output/open-folder.ts";
import { computeProgramDigest } from "../../kit/platform/output/program-digest.ts";
import { createPublishedFiles } from "../../kit/platform/output/published-files.ts";
import type { Http, Progress } from "../../kit/platform/platform.ts";
import { holdFailures } from "../../kit/platform/terminal/held-failures.ts";
import { createProgress } from "../../kit/platform/terminal/progress.ts";
import { OperationalError } from "../../lib/operational-error.ts";
import { MINUTE_MS } from "../../lib/time.ts";
import { run } from "../../pipeline.ts";
import { createRecordingHttp } from "../recording/recording.ts";
import { openReplay } from "../recording/replay.ts";
import { GateRefusal } from "../run/gate-refusal.ts";
import type { Program, RunResult } from "../run/program.ts";
import { chooseMemoryFolder, type MemoryFlags, openMemory, recordMemory } from "./build-memory.ts";
import { explainFullDisk } from "./kit/explain-failure.ts";
import { loadOwnConfig } from "./kit/find-site-address.ts";
import { stderr, stdout } from "./kit/standard-streams.ts";
import { chooseSites, openOutputs } from "./site-outputs.ts";

export interface BuildFlags extends Partial<Config>, MemoryFlags {
  record?: string;
  /** Also record the initial state. */
  recordState?: boolean;
  only?: string;
  shard?: string;
  /** A folder with archives of earlier builds, at their paths in a site. */
  archives?: string | undefined;
  sample?: boolean;
  /** Time of the demo market, ISO 8601. */
  at?: string;
  /** Reads the demo market as live builds read: at their pace, and nothing that is young. */
  paced?: boolean;
  /** Pages beside the API. */
  site?: boolean;
  quiet?: boolean;
  json?: boolean;
}

/** Deadline for reading the upstreams. CoinGecko alone takes 90 seconds. */
const DEADLINE_MS = 20 * MINUTE_MS;

/** `npm run build`: reads the upstreams, computes, and publishes into a folder, or says why not. */
export async function buildCommand(flags: BuildFlags): Promise<void> {
  const { trees, report } = await runBuild(flags);
  if (flags.json === true) stdout.printJson({ published: true, ...trees[0], trees, report });
}

/** Runs one build. `watch` wraps the progress, to measure sources. */
export async function runBuild(
  flags: BuildFlags,
  watch: (progress: Progress) => Progress = (progress) => progress,
): Promise<RunResult> {
  const {
    record,
    recordState = false,
    replay,
    only,
    shard,
    archives,
    restoreFrom,
    sample = false,
    paced = false,
    at,
    site = true,
    quiet = false,
    json = false,
    ...own
  } = flags;
  refuseContradictions(flags);
  const replayed = replay === undefined ? undefined : openReplay(replay);
  if (replayed !== undefined) acceptCoins(own.coins, replayed.coins);
  const coins = own.coins ?? replayed?.coins;
  const isSample = sample || replayed?.sample === true;
  const { config, overrides } = loadOwnConfig({ ...own, ...(coins === undefined ? {} : { coins }) });
  const world = isSample ? "sample" : "live";
  const memoryFolder = chooseMemoryFolder(flags, config, world);
  const folders = {
    output: config.out,
    ...(memoryFolder !== undefined && { state: memoryFolder }),
    ...(record !== undefined && { recording: record }),
  };
  refuseOverlap(folders);
  const sites = chooseSites(config.siteHost, config.out, config.paidHosts);
  const program: Program = {
    hosts: sites.hosts,
    worker: sites.hosts.some(({ level }) => level === "L3") ? await bundleWorker() : undefined,
    programFiles: () => bundleProgramFiles(listCopies(config)),
    site: site
      ? { baseUrl: config.baseUrl ?? undefined, mirrorUrl: config.mirrorUrl, repository: config.homepage }
      : undefined,
    config,
    overrides,
    environment: readEnvironment(),
    sources,
    endpoints: listEndpoints(config.currencies).filter(
      ({ tree }) => tree === undefined || tree === REPORTS || config.trees.includes(tree),
    ),
    // A recording repeats on any machine, to the byte.
    digest: record === undefined && replayed === undefined ? computeProgramDigest() : undefined,
    sample: isSample,
    only,
    shard: shard === undefined ? WHOLE : parseShard(shard),
    // A recording without a state must be complete, and a demo market of another size has other
    // pairs.
    ignoreCache:
      (isSample && !paced) || (record !== undefined && !recordState) || (replayed !== undefined && !replayed.state),
  };
  checkSourceIds([...config.sourcesOff, ...config.sourcesOn, ...(only === undefined ? [] : [only])]);

  const begunMs = performance.now();
  const startedAtMs = replayed?.now ?? (at === undefined ? Date.now() : parseAt(at));
  const now = at === undefined ? Date.now : () => startedAtMs + performance.now() - begunMs;
  const shown = createProgress({ terminal: stderr, quiet: quiet || json, now: Date.now });
  let client: HttpClient | undefined;
  let isPublished = false;
  // Replays and simulators need no network.
  const isLive = !isSample && replayed === undefined;
  const progress = holdFailures(watch(shown), () => !isLive || client?.isOnline() === true);
  const explain = (error: unknown): never => {
    throw explainFullDisk(error, folders, isPublished) ?? error;
  };
  const opened: (() => unknown)[] = [shown.close];
  try {
    const output = openOutputs(sites);
    if (record !== undefined) openFolder("recording", record);
    const state = await openMemory(flags, config, progress, replayed?.state, { now: () => startedAtMs, world });
    opened.push(state.close);
    if (record !== undefined && recordState) await recordMemory(record, state);
    const upstreams = sample
      ? await startDemoServer({ seed: DEMO_SEED, coins: config.coins, now: startedAtMs })
      : undefined;
    if (upstreams !== undefined) {
      opened.push(upstreams.close);
      progress.note(describeOutages());
    }
    client = createHttp({
      userAgent: config.userAgent,
      now,
      random: Math.random,
      deadlineMs: DEADLINE_MS,
      ...(upstreams && { origins: upstreams.origin, paceFactor: paced ? 1 : 0 }),
    });
    opened.push(client.close);
    const http: Http = replayed?.http ?? client;
    const recording =
      record === undefined
        ? undefined
        : createRecordingHttp(http, record, {
            now,
            startedAtMs,
            coins: config.coins,
            sample: isSample,
            state: recordState,
          });
    const elapsedMs = (): number => {
      const measured = performance.now() - begunMs;
      recording?.keepElapsed(measured);
      return measured;
    };
    // The recording of a run that failed is the one that is needed: it is closed whatever happens.
    if (recording !== undefined) opened.push(recording.close);
    const published = createBinaryClient({ userAgent: config.userAgent });
    opened.push(published.close);
    const result = await run(program, {
      findPublished: createPublishedFiles({
        places: [...sites.hosts.map(({ id }) => sites.folderOf(id)), archives ?? [], restoreFrom ?? []].flat(),
        fetch: published.fetch,
      }),
      now: () => startedAtMs,
      // A replay gives the bytes of the recorded run, which took another time.
      ...(replayed === undefined ? { elapsedMs } : replayed.elapsed),
      http: recording ?? http,
      output,
      state,
      progress,
    });
    isPublished = true;
    progress.flush();
    return result;
  } catch (error) {
    if (isLive && client?.isOffline() && error instanceof GateRefusal)
      throw new GateRefusal(error.report, { isOffline: true });
    progress.flush();
    return explain(error);
  } finally {
    // A recording is written when it is closed.
    for (const close of opened.reverse()) await (async () => close())().catch(explain);
  }
}

function refuseContradictions({ record, recordState, replay, sample, at, state, restoreFrom }: BuildFlags): void {
  if (at !== undefined && sample !== true)
    throw new OperationalError("--at sets the time of the demo market: add --sample.");
  if (recordState === true && record === undefined) {
    throw new OperationalError("--record-state keeps the state in the folder of a recording: name it with --record.");
  }
  if (record !== undefined && replay !== undefined) {
    throw new OperationalError("--record and --replay exclude each other: a replay would only be copied.");
  }
  if (replay !== undefined && sample === true) {
    throw new OperationalError("--replay and --sample exclude each other: name one place where the answers come from.");
  }
  if (replay !== undefined && state === undefined && restoreFrom !== undefined) {
    throw new OperationalError("A replay remembers nothing: name a folder with --state for --restore-from to fill.");
  }
}

/** Unix milliseconds of `--at`. A build starts at exactly this time, so that it can be repeated. */
function parseAt(at: string): number {
  const timeMs = Date.parse(at);
  if (Number.isNaN(timeMs)) {
    throw new OperationalError(`"${at}" is not a valid time for --at: write it as 2026-11-20T09:07:00Z.`);
  }
  return timeMs;
}

/** The answers in a recording are those about as many coins as it was made for. */
function acceptCoins(wanted: number | undefined, recorded: number | undefined): void {
  if (wanted === undefined || recorded === undefined || wanted === recorded) return;
  throw new OperationalError(
    `The recording covers ${recorded} coins and cannot answer for ${wanted}: leave --coins out, or record anew.`,
  );
}

function checkSourceIds(ids: readonly string[]): void {
  const unknown = ids.find((id) => !sources.some((source) => source.id === id));
  if (unknown === undefined) return;
  const known = sources.map(({ id }) => id).join(", ");
  throw new OperationalError(`There is no source "${unknown}". Known: ${known}.`);
}
