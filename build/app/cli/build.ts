import { describeOutages } from "../../crypto/demo/simulators.ts";
import { createBinaryClient } from "../../kit/platform/http/binary-client.ts";
import type { HttpClient } from "../../kit/platform/http/http.ts";
import { openFolder } from "../../kit/platform/output/open-folder.ts";
import { createPublishedFiles } from "../../kit/platform/output/published-files.ts";
import type { Effects, Http, Progress } from "../../kit/platform/platform.ts";
import { holdFailures } from "../../kit/platform/terminal/held-failures.ts";
import { createProgress } from "../../kit/platform/terminal/progress.ts";
import { MINUTE_MS } from "../../lib/time.ts";
import { run } from "../../pipeline.ts";
import { createRecordingHttp, type RecordingHttp } from "../recording/recording.ts";
import { GateRefusal } from "../run/gate-refusal.ts";
import type { RunResult } from "../run/program.ts";
import { type BuildFlags, type BuildSettings, createProgram, parseAt, readBuildFlags } from "./build-flags.ts";
import { openMemory, recordMemory } from "./build-memory.ts";
import { explainFullDisk } from "./kit/explain-failure.ts";
import { openUpstreams, type Upstreams } from "./kit/open-upstreams.ts";
import { stderr, stdout } from "./kit/standard-streams.ts";
import { openOutputs } from "./site-outputs.ts";

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
  const settings = readBuildFlags(flags);
  const program = await createProgram(flags, settings);
  const { isLive, folders } = settings;
  const clock = startClock(flags.at, settings.replay?.now);
  const shown = createProgress({ terminal: stderr, quiet: flags.quiet === true || flags.json === true, now: Date.now });
  const opened: Opened = { closers: [shown.close] };
  let isPublished = false;
  // Replays and simulators need no network.
  const progress = holdFailures(watch(shown), () => !isLive || opened.client?.isOnline() === true);
  const explain = (error: unknown): never => {
    throw explainFullDisk(error, folders, isPublished) ?? error;
  };
  try {
    const result = await run(program, await openEffects(flags, settings, clock, progress, opened));
    isPublished = true;
    progress.flush();
    return result;
  } catch (error) {
    if (isLive && opened.client?.isOffline() && error instanceof GateRefusal)
      throw new GateRefusal(error.report, { isOffline: true });
    progress.flush();
    return explain(error);
  } finally {
    // A recording is written when it is closed.
    for (const close of opened.closers.reverse()) await (async () => close())().catch(explain);
  }
}

/** What a build has opened. It is closed in reverse order, whatever happens. */
interface Opened {
  closers: (() => unknown)[];
  client?: HttpClient;
}

interface Clock {
  startedAtMs: number;
  now(): number;
  /** Since the build began, in milliseconds. */
  elapsedMs(): number;
}

/** A replay, and a demo market with `--at`, begin at a given time. */
export function startClock(at: string | undefined, replayedMs: number | undefined): Clock {
  const begunMs = performance.now();
  const elapsedMs = () => performance.now() - begunMs;
  const startedAtMs = replayedMs ?? (at === undefined ? Date.now() : parseAt(at));
  return { startedAtMs, now: at === undefined ? Date.now : () => startedAtMs + elapsedMs(), elapsedMs };
}

/** Opens everything that the build reads and writes, and adds it to `opened` at once. */
async function openEffects(
  flags: BuildFlags,
  settings: BuildSettings,
  clock: Clock,
  progress: Progress,
  opened: Opened,
): Promise<Effects> {
  const { record, recordState = false, archives, restoreFrom } = flags;
  const { config, folders, replay, sites, world } = settings;
  const { closers } = opened;
  const now = () => clock.startedAtMs;
  const output = openOutputs(sites);
  if (record !== undefined) openFolder("recording", record);
  const places = { folder: folders.state, restoreFrom, recorded: replay?.state };
  const state = await openMemory(places, config.userAgent, { now, world, progress });
  closers.push(state.close);
  if (record !== undefined && recordState) await recordMemory(record, state);
  const upstreams = await openClient(flags, settings, clock, DEADLINE_MS);
  closers.push(upstreams.close);
  if (flags.sample === true) progress.note(describeOutages());
  opened.client = upstreams.http;
  const http = replay?.http ?? opened.client;
  const recording = openRecording(flags, settings, clock, http);
  if (recording !== undefined) closers.push(recording.close);
  const published = createBinaryClient({ userAgent: config.userAgent });
  closers.push(published.close);
  return {
    findPublished: createPublishedFiles({
      places: [...sites.hosts.map(({ id }) => sites.folderOf(id)), archives ?? [], restoreFrom ?? []].flat(),
      fetch: published.fetch,
      hidesMissing: sites.hosts.some(({ hidesMissing }) => hidesMissing === true),
    }),
    now,
    // A replay gives the bytes of the recorded run, which took another time.
    ...(replay === undefined ? { elapsedMs: () => keepElapsed(clock, recording) } : replay.elapsed),
    http: recording ?? http,
    output,
    state,
    progress,
  };
}

/** The client of the upstreams until a deadline; with `--sample`, of local simulators. */
export function openClient(
  { sample = false, paced = false }: BuildFlags,
  { config }: BuildSettings,
  { startedAtMs, now }: Clock,
  deadlineMs: number,
): Promise<Upstreams> {
  const client = { userAgent: config.userAgent, now, deadlineMs, ...(paced && { paceFactor: 1 }) };
  return openUpstreams(client, sample ? { coins: config.coins, now: startedAtMs } : undefined);
}

/** The recording of a run that failed is the one that is needed: it is closed whatever happens. */
function openRecording(
  { record, recordState = false }: BuildFlags,
  { config, isSample }: BuildSettings,
  { startedAtMs, now }: Clock,
  http: Http,
): RecordingHttp | undefined {
  if (record === undefined) return undefined;
  return createRecordingHttp(http, record, {
    now,
    startedAtMs,
    coins: config.coins,
    sample: isSample,
    state: recordState,
  });
}

/** Milliseconds since the build began. A replay of the recording gets the same ones. */
function keepElapsed({ elapsedMs }: Clock, recording: RecordingHttp | undefined): number {
  const measured = elapsedMs();
  recording?.keepElapsed(measured);
  return measured;
}
