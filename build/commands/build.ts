import { parseShard, WHOLE } from "../backfill/shard.ts";
import { type Config, loadConfig, readEnvironment } from "../config.ts";
import { bundleProgramFiles, bundleWorker } from "../edge/bundle.ts";
import type { Http, Progress } from "../effects/effects.ts";
import { createHttp } from "../effects/http.ts";
import { createMemoryStateStore } from "../effects/memory-state-store.ts";
import { createProgress } from "../effects/progress.ts";
import { createPublishedFiles } from "../effects/published-files.ts";
import { createRecordingHttp } from "../effects/recording.ts";
import { openReplay } from "../effects/replay.ts";
import { createBinaryClient } from "../effects/restore-fetch.ts";
import { openState } from "../effects/state-open.ts";
import type { StateStoreOptions } from "../effects/state-store.ts";
import { endpoints } from "../endpoints/registry.ts";
import { OperationalError } from "../lib/operational-error.ts";
import { MINUTE_MS } from "../lib/time.ts";
import { run } from "../pipeline.ts";
import type { Program } from "../program.ts";
import { SAMPLE_SEED } from "../sample/sample-seed.ts";
import { startSampleServer } from "../sample/server.ts";
import { sources } from "../sources/registry.ts";
import { chooseSites, openOutputs } from "./site-outputs.ts";
import { STATE_MERGERS } from "./state-mergers.ts";

export interface BuildFlags extends Partial<Config> {
  record?: string;
  replay?: string;
  only?: string;
  shard?: string;
  /** Published sites or folders, the preferred one first. */
  restoreFrom?: string[];
  sample?: boolean;
  /** Pages beside the API. */
  site?: boolean;
  quiet?: boolean;
  json?: boolean;
}

/** A run that has not read its upstreams by then is one of those that never end; what is asked of CoinGecko takes a minute and a half. */
const DEADLINE_MS = 20 * MINUTE_MS;

/** `npm run build`: reads the upstreams, computes, and publishes into a folder, or says why not. */
export async function buildCommand(flags: BuildFlags): Promise<void> {
  const {
    record,
    replay,
    only,
    shard,
    restoreFrom,
    sample = false,
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
  const { config, overrides } = loadConfig({ ...own, ...(coins === undefined ? {} : { coins }) });
  const sites = chooseSites(config.siteHost, config.out);
  const program: Program = {
    hosts: sites.hosts,
    bundles: sites.hosts.some(({ bundles }) => bundles.includes("worker")) ? { worker: await bundleWorker() } : {},
    programFiles: await bundleProgramFiles(),
    site: site ? { baseUrl: config.baseUrl ?? undefined, repository: config.homepage } : undefined,
    config,
    overrides,
    environment: readEnvironment(),
    sources,
    endpoints,
    sample: isSample,
    only,
    shard: shard === undefined ? WHOLE : parseShard(shard),
    // A recording must be complete, and a sample world of another size has other books under the same names.
    ignoreCache: record !== undefined || replay !== undefined || sample,
  };
  checkSourceIds([...config.sourcesOff, ...config.sourcesOn, ...(only === undefined ? [] : [only])]);

  const begunMs = performance.now();
  const startedAtMs = replayed?.now ?? Date.now();
  const progress = createProgress({
    stream: process.stderr,
    isTty: process.stderr.isTTY === true,
    quiet: quiet || json,
    now: Date.now,
  });
  const opened: (() => unknown)[] = [progress.close];
  try {
    const outputOf = openOutputs(sites);
    const state = await openMemory(flags, config, progress, {
      now: () => startedAtMs,
      world: isSample ? "sample" : "live",
    });
    opened.push(state.close);
    const world = sample
      ? await startSampleServer({ seed: SAMPLE_SEED, coins: config.coins, now: startedAtMs })
      : undefined;
    if (world !== undefined) opened.push(world.close);
    const client = createHttp({
      userAgent: config.userAgent,
      now: Date.now,
      random: Math.random,
      deadlineMs: DEADLINE_MS,
      ...(world && { origins: world.origin, paceFactor: 0 }),
    });
    opened.push(client.close);
    const http: Http = replayed?.http ?? client;
    const recording =
      record === undefined
        ? undefined
        : createRecordingHttp(http, record, { now: Date.now, startedAtMs, coins: config.coins, sample: isSample });
    // The recording of a run that failed is the one that is needed: it is closed whatever happens.
    if (recording !== undefined) opened.push(recording.close);
    const published = createBinaryClient({ userAgent: config.userAgent });
    opened.push(published.close);
    const { trees, report } = await run(program, {
      findPublished: createPublishedFiles({
        places: [...sites.hosts.map(({ id }) => sites.folderOf(id)), ...(flags.restoreFrom ?? [])],
        fetch: published.fetch,
      }),
      now: () => startedAtMs,
      // A replay gives the bytes of the recorded run, which took another time.
      ...(record === undefined && replay === undefined && { elapsedMs: () => performance.now() - begunMs }),
      http: recording ?? http,
      output: outputOf(sites.hosts[0]!.id),
      outputOf,
      state,
      progress,
    });
    if (json) process.stdout.write(`${JSON.stringify({ published: true, ...trees[0], trees, report })}\n`);
  } finally {
    for (const close of opened.reverse()) await close();
  }
}

/** A replay remembers nothing unless it is told where: its prices of another day must not mix with those of a live state. */
async function openMemory(flags: BuildFlags, config: Config, progress: Progress, options: StateStoreOptions) {
  if (flags.replay !== undefined && flags.state === undefined) {
    return { ...createMemoryStateStore(options), close: () => undefined };
  }
  const site = createBinaryClient({ userAgent: config.userAgent });
  try {
    return await openState(config.state, {
      ...options,
      from: flags.restoreFrom ?? [],
      fetch: site.fetch,
      mergers: STATE_MERGERS,
      progress,
    });
  } finally {
    await site.close();
  }
}

function refuseContradictions({ record, replay, sample, state, restoreFrom }: BuildFlags): void {
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
