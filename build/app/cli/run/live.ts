import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { nameFlag } from "../../../config.ts";
import { describeOutages } from "../../../crypto/demo/simulators.ts";
import { findLiveFile, LIVE_PATH, replaceLiveFile } from "../../../kit/platform/output/live-file.ts";
import type { Effects, Output, StateStore } from "../../../kit/platform/platform.ts";
import { copyState } from "../../../kit/platform/state/state-copy.ts";
import { holdFailures } from "../../../kit/platform/terminal/held-failures.ts";
import { createProgress } from "../../../kit/platform/terminal/progress.ts";
import { OperationalError } from "../../../lib/operational-error.ts";
import { cutList, renderBytes } from "../../../lib/text-layout.ts";
import { type LiveFile, type LiveResult, markExpired, runLive } from "../../../live-pipeline.ts";
import { GateRefusal } from "../../run/gate-refusal.ts";
import { isLiveDocument, LIVE_DEADLINE_MS, parseLive } from "../../run/live-tier.ts";
import { STATE_KINDS } from "../../run/state-kinds.ts";
import { openClient, startClock } from "../build.ts";
import { type BuildFlags, type BuildSettings, createProgram, readBuildFlags } from "../build-flags.ts";
import { nameCommand } from "../kit/installation.ts";
import { refuseOtherSite } from "../kit/no-site.ts";
import { stderr, stdout } from "../kit/standard-streams.ts";

/** Flags about what a live run does not do. */
const REFUSED: readonly (keyof BuildFlags)[] = [
  "record",
  "recordState",
  "replay",
  "only",
  "shard",
  "archives",
  "restoreFrom",
  "trees",
  "backfill",
  "cadenceMinutes",
];

/**
 * `npm run build -- --live`: reads the tickers and replaces the live file of a built site. Uses a
 * copy of the state, so it may run beside a build and never delays one.
 */
export async function liveCommand(flags: BuildFlags): Promise<void> {
  refuseFlags(flags);
  const settings = readBuildFlags(flags);
  const { sites, world } = settings;
  const folders = sites.hosts.map(({ id }) => sites.folderOf(id));
  for (const folder of folders) refuseOtherSite(folder, world);
  const clock = startClock(flags.at, undefined);
  const files = folders.map((folder) => ({
    read: () => findLiveFile(folder),
    replace: (body: Uint8Array) => replaceLiveFile(folder, body),
  }));
  // First: this run may be killed, as the last ones were, or find that the state is damaged.
  await markExpired(files, clock.startedAtMs);
  await replaceLiveFiles(flags, settings, clock, { folders, files });
}

/** `files`: those of the folders. */
async function replaceLiveFiles(
  flags: BuildFlags,
  settings: BuildSettings,
  clock: ReturnType<typeof startClock>,
  { folders, files }: { folders: readonly string[]; files: readonly LiveFile[] },
): Promise<void> {
  const { sites, isLive } = settings;
  const now = () => clock.startedAtMs;
  const state = readState(settings, now);
  // A live run writes no files of a host.
  const program = await createProgram(flags, { ...settings, sites: { ...sites, hosts: [] } });
  const shown = createProgress({ terminal: stderr, quiet: flags.quiet === true || flags.json === true, now: Date.now });
  const { http: client, close } = await openClient(flags, settings, clock, LIVE_DEADLINE_MS);
  if (flags.sample === true) shown.note(describeOutages());
  const progress = holdFailures(shown, () => !isLive || client.isOnline());
  const effects: Effects = { now, elapsedMs: clock.elapsedMs, http: client, output: NO_TREE, state, progress };
  const task = progress.start("live");
  try {
    const result = await runLive(program, effects, files);
    task.done(describeResult(result, folders));
    progress.flush();
    if (flags.json === true) stdout.printJson(summarise(result, folders));
  } catch (error) {
    const isOffline = isLive && client.isOffline();
    if (!isOffline) progress.flush();
    task.failed(error instanceof GateRefusal ? describeKept(folders) : "see below");
    throw isOffline && error instanceof GateRefusal ? new GateRefusal(error.report, { isOffline }) : error;
  } finally {
    await close();
    shown.close();
  }
}

function refuseFlags(flags: BuildFlags): void {
  const names = REFUSED.filter((name) => Object.hasOwn(flags, name)).map(nameFlag);
  // Without the flag, there are pages.
  if (flags.site === false) names.push("--no-site");
  if (names.length === 0) return;
  throw new OperationalError(
    `--live only reads the tickers of all exchanges and replaces one file: leave out ${names.join(", ")}.`,
  );
}

function readState({ folders, world }: BuildSettings, now: () => number): StateStore {
  const { state: folder } = folders;
  const options = { now, world, kinds: STATE_KINDS };
  const state = folder === undefined ? undefined : copyState(folder, isLiveDocument, options);
  if (state !== undefined && state.list().length > 0) return state;
  throw new OperationalError(
    `There is no state in ${folder}: a live run continues a build. Run "${nameCommand("build")}" once, or name the ` +
      "state of that build with --state.",
  );
}

const NO_TREE: Output = {
  begin() {
    throw new Error("a live run writes no tree");
  },
};

function summarise({ prices, bytes, updatedAt }: LiveResult, folders: readonly string[]) {
  return { live: true, prices, bytes, updatedAt, files: folders.map((folder) => join(folder, LIVE_PATH)) };
}

function describeResult({ prices, bytes, updatedAt }: LiveResult, folders: readonly string[]): string {
  const [first = ""] = folders;
  const compressed = gzipSync(findLiveFile(first) ?? "").length;
  const size = `${renderBytes(bytes)}, ${renderBytes(compressed)} compressed`;
  return `${prices} prices of ${updatedAt} · ${size} · ${nameFiles(folders)}`;
}

/** What a refused run leaves. */
function describeKept(folders: readonly string[]): string {
  const [live] = folders.flatMap((folder) => parseLive(findLiveFile(folder)) ?? []);
  if (live === undefined) return "refused: there is no live file yet, and none was written";
  return `refused: ${nameFiles(folders)} keeps the prices of ${live.meta.updated_at}, and says that they are stale`;
}

function nameFiles(folders: readonly string[]): string {
  return cutList(folders.map((folder) => join(folder, LIVE_PATH))).join(", ");
}
