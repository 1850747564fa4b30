import {
  describeLiveWorld,
  findBuildAge,
  hasTickers,
  isExpired,
  LIVE_CADENCE_MS,
  markAbsent,
  parseLive,
  readTickersOnly,
  renderStaleLive,
} from "./app/run/live-tier.ts";
import type { Program } from "./app/run/program.ts";
import { ANSWER_LOG, type AnswerLog } from "./app/run/reachability.ts";
import { openBuild } from "./app/stages/build.ts";
import { computeMarket, readUpstreams } from "./app/stages/compute-market.ts";
import { judgeBuild } from "./app/stages/judge-build.ts";
import { readWorld } from "./app/stages/write-site.ts";
import type { RunReport } from "./crypto/api/run-report.ts";
import type { World } from "./crypto/api/world.ts";
import { type Effects, type Progress, SILENT_TASK } from "./kit/platform/platform.ts";
import { encodeText } from "./kit/render/manifest.ts";
import { renderResponses } from "./kit/render/responses.ts";
import { MINUTE_MS, renderTime } from "./lib/time.ts";

/** The live file of a published tree. */
export interface LiveFile {
  /** `undefined`: there is none yet. */
  read(): Uint8Array | undefined;
  replace(body: Uint8Array): Promise<void>;
}

export interface LiveResult {
  prices: number;
  bytes: number;
  /** Of the newest price, ISO 8601. */
  updatedAt: string;
  report: RunReport;
}

/**
 * Runs the stages of a live run in order: reads the tickers, computes the market by the rules of a
 * build, judges it, and replaces the live file of each tree. `effects.state` is a copy. Throws a
 * `GateRefusal` when the prices may not be published. After any error the files keep theirs, and
 * say so.
 */
export async function runLive(program: Program, effects: Effects, files: readonly LiveFile[]): Promise<LiveResult> {
  try {
    const { live, report } = await computeLive(program, effects);
    const { body, data, meta } = live;
    // Of two runs at once, the later one may end first.
    for (const file of files) if (!isYounger(file, meta.updated_at, effects.now())) await file.replace(body);
    return { prices: data.length, bytes: body.length, updatedAt: meta.updated_at, report };
  } catch (error) {
    // If that fails, too, the first error says more.
    for (const file of files) await markStale(file, effects.now()).catch(() => undefined);
    throw error;
  }
}

/** Marks prices that are out of date and do not say so: no run renewed or marked them. */
export async function markExpired(files: readonly LiveFile[], nowMs: number): Promise<void> {
  for (const file of files) {
    const live = parseLive(file.read());
    if (live !== undefined && isExpired(live, nowMs)) await file.replace(renderStaleLive(live));
  }
}

async function computeLive(program: Program, effects: Effects) {
  const log = await effects.state.read<AnswerLog>(ANSWER_LOG);
  const timing = {
    buildAgeMs: findBuildAge(log, effects.now()),
    cadenceMs: program.config.cadenceMinutes * MINUTE_MS,
  };
  const sources = program.sources.map((source) => readTickersOnly(source, timing));
  const progress = showPolled(effects.progress, program.sources);
  const build = openBuild({ ...program, sources }, { ...effects, progress });
  const read = await readUpstreams(build);
  const datasets = markAbsent(read.datasets, log);
  const pricing = progress.start("prices");
  const computed = await computeMarket(build, datasets);
  const { report } = await judgeBuild(build, { ...read, datasets }, computed, pricing);
  const world = await readWorld(build, datasets, computed.built.market, report);
  return { live: renderLive(program, describeLiveWorld(world)), report };
}

/** The answer of the endpoint, which has no file in a build. */
function renderLive({ endpoints }: Program, world: World) {
  const declared = endpoints.filter(({ id }) => id === "live").map((one) => ({ ...one, variants: () => [{}] }));
  const [file] = renderResponses(declared, world);
  const body = file && encodeText(file.body);
  const live = parseLive(body);
  if (body === undefined || live === undefined) throw new Error("the endpoint of live prices has no answer");
  return { body, ...live };
}

/** Whether the file has prices after `updatedAt`. Those of the future come from a wrong clock. */
function isYounger(file: LiveFile, updatedAt: string, nowMs: number): boolean {
  const live = parseLive(file.read());
  if (live === undefined) return false;
  const heldMs = Date.parse(live.meta.updated_at);
  return heldMs > Date.parse(updatedAt) && heldMs <= nowMs + LIVE_CADENCE_MS;
}

/** Marks the prices as stale, unless a run that began later wrote them. */
async function markStale(file: LiveFile, startedMs: number): Promise<void> {
  const live = parseLive(file.read());
  if (live === undefined || live.meta.stale || isYounger(file, renderTime(startedMs), startedMs)) return;
  await file.replace(renderStaleLive(live));
}

/** Sources that a live run does not request are not shown. */
function showPolled(progress: Progress, sources: Program["sources"]): Progress {
  const silent = new Set(sources.filter(({ feeds }) => !feeds.some(hasTickers)).map(({ id }) => id));
  return { ...progress, start: (id, label) => (silent.has(id) ? SILENT_TASK : progress.start(id, label)) };
}
