import { setTimeout as delay } from "node:timers/promises";
import { LONGEST_CADENCE } from "../../../config.ts";
import { isRunByNpm } from "../../../environment.ts";
import { OperationalError } from "../../../lib/operational-error.ts";
import { DAY_MS, floorTo, HOUR_MS, MINUTE_MS, renderTime, SECOND_MS } from "../../../lib/time.ts";
import { type BuildFlags, readBuildFlags, refuseWrongPlan } from "../build-flags.ts";
import { stderr } from "../kit/standard-streams.ts";
import { dropOption, type RunningBuild, startProgram, waitForInterrupt } from "../processes.ts";

/** Upstreams have no newer data, and their rate limits are shared. */
const LEAST_MS = 5 * MINUTE_MS;
/** A live run sends one request to most exchanges, which allow hundreds a minute. */
const LEAST_LIVE_MS = MINUTE_MS;
/** The cadence of the builds follows from the interval, and has this limit. */
const MOST_MS = LONGEST_CADENCE * MINUTE_MS;
const UNITS: Readonly<Record<string, number>> = { s: SECOND_MS, m: MINUTE_MS, h: HOUR_MS, d: DAY_MS };

export interface RepeatEffects {
  start(): RunningBuild;
  now(): number;
  sleep(ms: number, signal: AbortSignal): Promise<unknown>;
  /** Resolves when the loop must end. */
  interrupted: Promise<void>;
  print(line: string): void;
  /** Says how a run ended, by its exit code, and when the next one begins. */
  describe(code: number | null, nextMs: number): string | undefined;
}

/** Parses `30m`, `2h` or `1d`; seconds only for the demo market. */
export function parseInterval(
  text: string,
  { sample = false, live = false }: Pick<BuildFlags, "sample" | "live">,
): number {
  const [, number, unit = ""] = /^(\d{1,5})([smhd])$/.exec(text) ?? [];
  const ms = Number(number) * (UNITS[unit] ?? Number.NaN);
  if (!(ms > 0)) throw new OperationalError(`"${text}" is not an interval for --every: write it as 30m, 2h or 1d.`);
  if (ms < (live ? LEAST_LIVE_MS : LEAST_MS) && !sample) {
    const least = live ? "1m is the least of live runs" : "5m is the least";
    throw new OperationalError(`--every ${text} is more often than the sources allow: ${least}.`);
  }
  if (ms > MOST_MS) throw new OperationalError(`--every ${text} is too seldom: ${MOST_MS / DAY_MS}d is the most.`);
  return ms;
}

/**
 * Builds now, then at every multiple of the interval since 1970 (:00 and :30 for half hours) until
 * interrupted. A failed build is reported; the loop continues. After a long build, skips to the
 * next multiple.
 */
export async function repeatBuild(everyMs: number, effects: RepeatEffects): Promise<void> {
  const { start, now, sleep, print, describe } = effects;
  const stop = new AbortController();
  const interrupted = effects.interrupted.then(() => stop.abort());
  while (!stop.signal.aborted) {
    const build = start();
    const end = () => build.stop();
    stop.signal.addEventListener("abort", end);
    const code = await build.ended;
    stop.signal.removeEventListener("abort", end);
    if (stop.signal.aborted) break;
    const next = floorTo(now(), everyMs) + everyMs;
    const line = describe(code, next);
    if (line !== undefined) print(line);
    await sleep(next - now(), stop.signal).catch(() => undefined);
  }
  await interrupted;
}

/** The line after a build. */
export function describeBuild(code: number | null, nextMs: number): string {
  const outcome = code === 0 ? "Published" : "Nothing was published, the last site stands";
  return `${outcome}. The next build is at ${renderTime(nextMs)}.`;
}

/** A live run that succeeds has said so itself, each minute. */
function describeLiveRun(code: number | null, nextMs: number): string | undefined {
  return code === 0 ? undefined : `The last live prices stand. The next live run is at ${renderTime(nextMs)}.`;
}

/**
 * The arguments of one build. Expiry times follow from the interval, unless a cadence is named; a
 * live run has its own, and the ages that it allows are those of a build.
 */
export function listBuildArguments(
  args: readonly string[],
  everyMs: number,
  { cadenceMinutes, live = false }: BuildFlags,
): string[] {
  const once = dropOption(args, "--every");
  if (live || cadenceMinutes !== undefined) return once;
  return [...once, "--cadence", String(Math.ceil(Math.max(LEAST_MS, everyMs) / MINUTE_MS))];
}

/**
 * Repeats this command without `--every`, each build in its own process: no state is shared, and a
 * crash ends one build only. Throws before the first one for settings that no build accepts, and
 * for most such flags. Others end each build: `--at`, `--shard`, those that `--live` excludes.
 */
export async function repeatThisBuild(every: string, flags: BuildFlags): Promise<void> {
  const everyMs = parseInterval(every, flags);
  refuseWrongPlan(flags, readBuildFlags(flags));
  const once = listBuildArguments(process.argv.slice(2), everyMs, flags);
  const isLiveRun = flags.live === true;
  await repeatBuild(everyMs, {
    start: () => startProgram(process.execArgv, once),
    now: Date.now,
    sleep: (ms, signal) => delay(ms, undefined, { signal }),
    interrupted: waitForInterrupt({ followsParent: isRunByNpm() }),
    print: (line) => stderr.print(line),
    describe: isLiveRun ? describeLiveRun : describeBuild,
  });
}
