import { existsSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { type Config, readEnvironment } from "../config.ts";
import { SAMPLE_SEED } from "../demo/demo-seed.ts";
import { startSampleServer } from "../demo/server.ts";
import { checkNode, checkSchedule, checkState } from "../diagnostics/check-environment.ts";
import { checkSize, projectSize } from "../diagnostics/check-size.ts";
import { type Finding, hasProblem } from "../diagnostics/finding.ts";
import { probeSources } from "../diagnostics/probe-sources.ts";
import { getHost } from "../hosts/registry.ts";
import { renderBytes } from "../lib/json/render-measure.ts";
import { OperationalError } from "../lib/operational-error.ts";
import { SECOND_MS } from "../lib/time.ts";
import { createHttp } from "../platform/http/http.ts";
import { sources } from "../sources/registry.ts";
import { judgePublication } from "./doctor-publication.ts";
import { readEngines, readLastBuild, readSchedule, summariseState } from "./environment.ts";
import { loadOwnConfig } from "./find-site-address.ts";
import { type ReportFlags, reportFindings } from "./report-findings.ts";

export interface DoctorFlags extends ReportFlags, Partial<Pick<Config, "coins" | "out" | "state" | "siteHost">> {
  /** Ask nobody. */
  offline?: boolean;
  /** Ask the simulators in place of the upstreams, and no published site. */
  sample?: boolean;
}

/** Whoever has not answered by then would hold up a build. */
const DEADLINE_MS = 20 * SECOND_MS;

/** `npm run doctor`: what this checkout would do here and now. Fails after the report only where a build or its publication is blocked. */
export async function doctorCommand(flags: DoctorFlags): Promise<void> {
  const { json, summary, offline = false, sample = false, ...own } = flags;
  const { config } = loadOwnConfig(own);
  const now = Date.now();
  const last = readLastBuild(config.out);
  const findings: Finding[] = [
    checkNode(process.versions.node, readEngines()),
    describeConfig(config),
    ...(offline ? [] : await probe(config, now, sample)),
    checkState(config.state, summariseState(config.state), now),
    ...config.siteHost.flatMap((host) => checkSize(getHost(host), config.coins, last)),
    await judgeDisk(config, projectSize(config.coins, last).bytes),
    checkSchedule(readSchedule(), config.cadenceMinutes),
    ...(await judgePublication(config, { offline: offline || sample })),
  ];
  reportFindings("What this checkout would do", findings, { ...(json && { json }), ...(summary && { summary }) });
  if (hasProblem(findings)) throw new OperationalError("Something blocks a build here: see the lines marked ✗.");
}

function describeConfig({ coins, siteHost, sourcesOff, sourcesOn }: Config): Finding {
  const changes = [...sourcesOff.map((id) => `without ${id}`), ...sourcesOn.map((id) => `with ${id}`)];
  const key = readEnvironment().apiKeys["COINGECKO_DEMO_KEY"] === undefined ? "without" : "with";
  const parts = [`${coins.toLocaleString("en-US")} coins`, `for ${siteHost.join(" and ")}`, ...changes];
  return { subject: "plan", level: "ok", detail: `${parts.join(", ")}, ${key} a key for CoinGecko` };
}

async function probe(config: Config, now: number, sample: boolean): Promise<Finding[]> {
  const { sourcesOff, sourcesOn, userAgent, gate } = config;
  const enabled = sources.filter(
    ({ id, offByDefault }) => !sourcesOff.includes(id) && (offByDefault === undefined || sourcesOn.includes(id)),
  );
  const world = sample ? await startSampleServer({ seed: SAMPLE_SEED, coins: 10, now }) : undefined;
  const http = createHttp({
    ...{ userAgent, now: Date.now, random: Math.random, tries: 1, deadlineMs: DEADLINE_MS },
    ...(world && { origins: world.origin, paceFactor: 0 }),
  });
  try {
    const { apiKeys } = readEnvironment();
    const elapsed = () => performance.now();
    return await probeSources(enabled, { http, now, elapsed, apiKeys, minVenues: gate["minVenues"] ?? 1 });
  } finally {
    await http.close();
    await world?.close();
  }
}

/** A new site grows beside the old one, so there must be room for both. */
async function judgeDisk({ out }: Config, siteBytes: number): Promise<Finding> {
  let folder = resolve(out);
  while (!existsSync(folder)) folder = dirname(folder);
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const detail = `${renderBytes(free)} free where ${out} lies, ${renderBytes(2 * siteBytes)} needed while a build is written`;
  return free >= 2 * siteBytes
    ? { subject: "disk", level: "ok", detail }
    : { subject: "disk", level: "problem", detail, advice: "Make room, or name another folder with --out." };
}
