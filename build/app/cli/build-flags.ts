import { type Config, chooseStateFolder } from "../../config.ts";
import { listEndpoints } from "../../crypto/api/registry.ts";
import { parseShard, WHOLE } from "../../crypto/backfill/plan.ts";
import { archives } from "../../crypto/render/archives/archives.ts";
import { bundleProgramFiles, bundleWorker } from "../../crypto/serve/programs.ts";
import { sources } from "../../crypto/sources/registry.ts";
import { readEnvironment } from "../../environment.ts";
import { refuseOverlap } from "../../kit/platform/output/open-folder.ts";
import { computeProgramDigest } from "../../kit/platform/output/program-digest.ts";
import type { StateWorld } from "../../kit/platform/platform.ts";
import { OperationalError } from "../../lib/operational-error.ts";
import { isWebAddress } from "../../lib/web-url.ts";
import { openReplay, type Replay } from "../recording/replay.ts";
import type { Program } from "../run/program.ts";
import { refuseTooLarge } from "./kit/check-size.ts";
import { loadOwnConfig } from "./kit/find-site-address.ts";
import { chooseSites, type Sites } from "./site-outputs.ts";

export interface BuildFlags extends Partial<Config> {
  replay?: string;
  state?: string;
  /** Published sites or folders; the first one must answer, because the others may be older. */
  restoreFrom?: string[];
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
  /** Only replaces the live file of a built site. */
  live?: boolean;
  quiet?: boolean;
  json?: boolean;
}

/** What the flags of a build and the settings of this checkout say together. */
export interface BuildSettings {
  config: Config;
  overrides: readonly string[];
  replay: Replay | undefined;
  isSample: boolean;
  /** Responses come from the network, not from simulators or a recording. */
  isLive: boolean;
  world: StateWorld;
  sites: Sites;
  /** Folders that are written, by what they hold. */
  folders: { output: string; state?: string; recording?: string };
}

/** Throws an `OperationalError` for flags that contradict each other, a recording, or a folder. */
export function readBuildFlags(flags: BuildFlags): BuildSettings {
  refuseContradictions(flags);
  const replay = flags.replay === undefined ? undefined : openReplay(flags.replay);
  if (replay !== undefined) acceptCoins(flags.coins, replay.coins);
  const isSample = flags.sample === true || replay?.sample === true;
  const { config, overrides } = loadOwnConfig(pickConfig(flags, replay?.coins));
  const world = isSample ? "sample" : "live";
  // A replay remembers nothing unless a folder is named.
  const isMemoryless = flags.replay !== undefined && flags.state === undefined;
  const state = isMemoryless ? undefined : chooseStateFolder(config, flags.state, world);
  const folders = {
    output: config.out,
    ...(state !== undefined && { state }),
    ...(flags.record !== undefined && { recording: flags.record }),
  };
  refuseOverlap(folders);
  return {
    config,
    overrides,
    replay,
    isSample,
    isLive: !isSample && replay === undefined,
    world,
    sites: chooseSites(config.siteHost, config.out, config.paidHosts),
    folders,
  };
}

/** The flags that are settings. A replay covers as many coins as its recording. */
function pickConfig(flags: BuildFlags, recordedCoins: number | undefined): Partial<Config> {
  const {
    record,
    recordState,
    replay,
    only,
    shard,
    archives,
    restoreFrom,
    sample,
    paced,
    at,
    site,
    live,
    quiet,
    json,
    ...config
  } = flags;
  const coins = config.coins ?? recordedCoins;
  return { ...config, ...(coins !== undefined && { coins }) };
}

/** The program that the flags ask for, with the worker where a host runs it. */
export async function createProgram(flags: BuildFlags, settings: BuildSettings): Promise<Program> {
  const { record, recordState = false, only, shard, paced = false, site = true } = flags;
  const { config, overrides, replay, isSample, sites } = settings;
  refuseWrongPlan(flags, settings);
  return {
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
    endpoints: listEndpoints(config.currencies, config.trees),
    // A recording repeats on any machine, to the byte.
    digest: record === undefined && replay === undefined ? computeProgramDigest() : undefined,
    sample: isSample,
    only,
    shard: shard === undefined ? WHOLE : parseShard(shard),
    // A recording without a state must be complete, and a demo market of another size has other
    // pairs.
    ignoreCache:
      (isSample && !paced) || (record !== undefined && !recordState) || (replay !== undefined && !replay.state),
  };
}

/** Throws an `OperationalError` for settings with which every build would fail. */
export function refuseWrongPlan({ only, site = true, live = false }: BuildFlags, settings: BuildSettings): void {
  const { config, sites } = settings;
  checkNames(config, only);
  // A site of the API alone is smaller than the estimate, and a live run writes one file.
  if (site && !live) refuseTooLarge(sites.hosts, config.coins);
}

/** The URLs of a site and its mirror, for `client.js`; none without a mirror. */
function listCopies({ baseUrl, mirrorUrl }: Pick<Config, "baseUrl" | "mirrorUrl">): string[] {
  return mirrorUrl === null ? [] : [...(baseUrl === null ? [] : [baseUrl]), mirrorUrl];
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
  const other = restoreFrom?.find((place) => /^[a-z][a-z0-9+.-]*:\/\//i.test(place) && !isWebAddress(place));
  if (other !== undefined)
    throw new OperationalError(
      `--restore-from ${other} cannot be read: name a folder, or an address that begins with https:// or http://.`,
    );
}

/** Unix milliseconds of `--at`. A build starts at exactly this time, so that it can be repeated. */
export function parseAt(at: string): number {
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

/**
 * Throws an `OperationalError` for a source or a dataset that does not exist. `config.ts` cannot:
 * their registries are most of this program, and every command reads the settings.
 */
export function checkNames({ sourcesOff, sourcesOn, archiveMonths }: Config, only?: string): void {
  const ids = sources.map(({ id }) => id);
  const source = [...sourcesOff, ...sourcesOn, only ?? []].flat().find((id) => !ids.includes(id));
  if (source !== undefined) throw new OperationalError(`There is no source "${source}". Known: ${ids.join(", ")}.`);
  const datasets = archives.map(({ dataset }) => dataset);
  const dataset = Object.keys(archiveMonths ?? {}).find((name) => !datasets.includes(name));
  if (dataset !== undefined)
    throw new OperationalError(
      `archiveMonths names "${dataset}", which is no dataset with archives. Known: ${datasets.join(", ")}.`,
    );
}
