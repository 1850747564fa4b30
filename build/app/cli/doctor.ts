import { existsSync, readFileSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import { type Config, chooseStateFolder } from "../../config.ts";
import { endpoints } from "../../crypto/api/registry.ts";
import { chooseSources } from "../../crypto/ingest/choose-sources.ts";
import { buildApi } from "../../crypto/render/market-api.ts";
import { sources } from "../../crypto/sources/registry.ts";
import { readEnvironment } from "../../environment.ts";
import { getHost } from "../../kit/hosts/registry.ts";
import { findRealPath, probeFolder } from "../../kit/platform/output/open-folder.ts";
import { readStateManifest } from "../../kit/platform/state/state-manifest.ts";
import { renderRoutes } from "../../kit/render/documents/routes.ts";
import { MANIFEST_PATH, ManifestData } from "../../kit/render/manifest.ts";
import { describeError, OperationalError } from "../../lib/operational-error.ts";
import { groupThousands, renderBytes } from "../../lib/text-layout.ts";
import { SECOND_MS } from "../../lib/time.ts";
import { checkNode, checkSchedule, checkState, type StateSummary } from "../diagnostics/check-environment.ts";
import { type Finding, hasProblem } from "../diagnostics/finding.ts";
import { probeSources } from "../diagnostics/probe-sources.ts";
import { type BuiltSite, measureToday, planSite } from "../workflow/estimate-site.ts";
import { checkNames } from "./build-flags.ts";
import { checkPublication, readVariables } from "./kit/check-publication.ts";
import { checkGrowth, checkSize } from "./kit/check-size.ts";
import { findOwnRepository, loadOwnConfig } from "./kit/find-site-address.ts";
import { openUpstreams } from "./kit/open-upstreams.ts";
import { type ReportFlags, reportFindings } from "./kit/report-findings.ts";

export interface DoctorFlags extends ReportFlags, Partial<Pick<Config, "coins" | "out" | "state" | "siteHost">> {
  /** No network requests. */
  offline?: boolean;
  /** Use the simulators, and no published site. */
  sample?: boolean;
}

const OFFLINE: Finding = { subject: "sources", level: "ok", detail: "not checked: --offline" };

/** Slower sources would hold up a build. */
const DEADLINE_MS = 20 * SECOND_MS;

/** `npm run doctor`: checks this checkout. Fails only if a build or its publication is blocked. */
export async function doctorCommand(flags: DoctorFlags): Promise<void> {
  const { json, summary, offline = false, sample = false, ...own } = flags;
  const { config } = loadOwnConfig({ ...readVariables(), ...own });
  const now = Date.now();
  const world = sample ? "sample" : "live";
  const state = chooseStateFolder(config, flags.state, world);
  const routes = renderRoutes(buildApi(endpoints));
  const sites = config.siteHost.map((id) => {
    const folder = config.siteHost.length === 1 ? config.out : join(config.out, id);
    const host = getHost(id, config.paidHosts);
    const last = readBuiltSite(folder);
    return { folder, host, last, today: measureToday({ host, routes }, last, config.coins) };
  });
  const plan = planSite(config);
  const findings: Finding[] = [
    checkNode(process.versions.node, readEngines()),
    describeConfig(config, sample),
    ...(offline ? [OFFLINE] : await probe(config, now, sample)),
    checkState(state, summariseState(state), now, world),
    checkFolders(
      sites.map(({ folder }) => folder),
      state,
    ),
    ...sites.flatMap(({ host, last }) => checkSize(host, routes, config.coins, last)),
    ...sites.map(({ host, today }) => checkGrowth(host, today, plan, now)),
    await checkDisk(
      config,
      sites.reduce((sum, { today }) => sum + today.bytes, 0),
    ),
    checkSchedule(readSchedule(), config.cadenceMinutes, findOwnRepository()),
    ...(await checkPublication(config, offline ? "--offline" : sample ? "--sample" : undefined)),
  ];
  reportFindings("Diagnostics of this checkout", findings, { ...(json && { json }), ...(summary && { summary }) });
  if (hasProblem(findings)) throw new OperationalError("A build is blocked: see the lines marked ✗.");
}

function describeConfig(config: Config, sample: boolean): Finding {
  const subject = "plan";
  try {
    checkNames(config);
  } catch (error) {
    const advice = "Correct the settings: a build refuses them.";
    return { subject, level: "problem", detail: describeError(error), advice };
  }
  const { coins, siteHost, sourcesOff, sourcesOn } = config;
  const changes = [...sourcesOff.map((id) => `without ${id}`), ...sourcesOn.map((id) => `with ${id}`)];
  const key = readEnvironment().apiKeys["COINGECKO_DEMO_KEY"] === undefined ? "without" : "with";
  const parts = [`${groupThousands(coins)} coins`, `for ${siteHost.join(" and ")}`, ...changes];
  const market = sample ? "; simulators answer in place of the sources below (--sample)" : "";
  return { subject, level: "ok", detail: `${parts.join(", ")}, ${key} a key for CoinGecko${market}` };
}

async function probe(config: Config, now: number, sample: boolean): Promise<Finding[]> {
  const { userAgent, gate } = config;
  const enabled = chooseSources(sources, config);
  const client = { userAgent, tries: 1, deadlineMs: DEADLINE_MS };
  const { http, close } = await openUpstreams(client, sample ? { coins: 10, now } : undefined);
  try {
    const { apiKeys } = readEnvironment();
    const elapsed = () => performance.now();
    return await probeSources(enabled, { http, now, elapsed, apiKeys, minVenues: gate["minVenues"] ?? 1 });
  } finally {
    await close();
  }
}

/** A new site is written beside the old one, so the folder above must be writable. */
function checkFolders(outputs: readonly string[], state: string): Finding {
  const subject = "folders";
  try {
    for (const folder of outputs) probeFolder("output", folder, dirname(findRealPath(folder)));
    probeFolder("state", state);
    return { subject, level: "ok", detail: `${[...outputs, state].join(", ")} can be written` };
  } catch (error) {
    return { subject, level: "problem", detail: describeError(error) };
  }
}

/** The new site is written beside the old one: both must fit. */
async function checkDisk({ out }: Config, siteBytes: number): Promise<Finding> {
  let folder = resolve(out);
  while (!existsSync(folder)) folder = dirname(folder);
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const detail = `${renderBytes(free)} free where ${out} lies, ${renderBytes(2 * siteBytes)} needed while a build is written`;
  return free >= 2 * siteBytes
    ? { subject: "disk", level: "ok", detail }
    : { subject: "disk", level: "problem", detail, advice: "Make room, or name another folder with --out." };
}

const PROJECT = join(import.meta.dirname, "../../..");

/** The Node version that `package.json` requires. */
function readEngines(): string {
  const { engines } = z
    .object({ engines: z.object({ node: z.string() }) })
    .parse(JSON.parse(readFileSync(join(PROJECT, "package.json"), "utf8")));
  return engines.node;
}

/** The schedule in the publishing workflow; `undefined` without one, as in a container. */
function readSchedule(): string[] | undefined {
  const text = readText(join(PROJECT, ".github/workflows/publish.yml"));
  if (text === undefined) return undefined;
  const workflow = z
    .object({ on: z.object({ schedule: z.array(z.object({ cron: z.string() })).default([]) }) })
    .safeParse(parse(text));
  return workflow.data?.on.schedule.map(({ cron }) => cron);
}

/** Size of the site in a folder; `undefined` if none can be read. */
function readBuiltSite(folder: string): BuiltSite | undefined {
  const manifest = readText(join(folder, MANIFEST_PATH));
  const status = readText(join(folder, "api/status.json"));
  if (manifest === undefined || status === undefined) return undefined;
  try {
    const { files } = z.object({ data: ManifestData }).parse(JSON.parse(manifest)).data;
    const Status = z.object({ data: z.object({ coverage: z.object({ coins: z.int() }) }) });
    return { coins: Status.parse(JSON.parse(status)).data.coverage.coins, files };
  } catch {
    return undefined;
  }
}

function summariseState(folder: string): StateSummary {
  try {
    const manifest = readStateManifest(folder);
    if (manifest === undefined) return { found: "nothing" };
    const documents = [...manifest.documents.values()];
    return {
      found: "state",
      world: manifest.world,
      documents: documents.length,
      bytes: documents.reduce((sum, { bytes }) => sum + bytes, 0),
      updatedAtMs: Math.max(0, ...documents.map(({ updatedAtMs }) => updatedAtMs)),
    };
  } catch (error) {
    return { found: "damaged", reason: describeError(error) };
  }
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
