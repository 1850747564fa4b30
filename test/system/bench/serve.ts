import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { COVERED_COINS } from "../../../build/crypto/api/trees.ts";
import { nginx } from "../../../build/kit/hosts/nginx.ts";
import { makeSite, type Site } from "../../fixtures/site.ts";
import type { Case } from "../conformance/case.ts";
import { makeHostFolders } from "../conformance/host-folder.ts";
import { listCases } from "../conformance/list-cases.ts";
import { type ChildServer, startChild } from "../hosts/child-server.ts";
import { startNginx } from "../hosts/nginx-server.ts";
import { explainMissing } from "../hosts/tools.ts";
import { generateLoad, type LoadResult } from "./load-generator.ts";
import type { BenchResult, Goal } from "./result.ts";
import { median } from "./run-apart.ts";

type Row = (string | number)[];

const MAIN = fileURLToPath(new URL("../../../build/bin/open-crypto-data.cjs", import.meta.url));
const CONNECTIONS = 32;
/** The servers take turns, so that a busy machine slows both. */
const TURNS = 5;
const MEMORY_SAMPLES = 10;
const LEAST_RATIO = 0.5;
const WARM_UP_SECONDS = 1;

/**
 * The Node server against nginx: the same files, the same mixed URLs that both answer (files, paths
 * without extension, precomputed queries). Then the Node server alone, with what it has to compute
 * among them, and its memory. `BENCH_SECONDS` is the time under load of each of the three, 30 by
 * default.
 */
export async function bench(): Promise<BenchResult> {
  const seconds = Number(process.env["BENCH_SECONDS"] ?? 30);
  const site = await makeSite(undefined, COVERED_COINS[0]);
  const { all, shared } = listUrls(site);
  const folders = await makeHostFolders(site);
  const servers: ChildServer[] = [];
  try {
    const folder = await folders.write(nginx);
    const own = await startOwn(folder);
    servers.push(own);
    const missing = await explainMissing("nginx");
    const other = missing === undefined ? await startNginx(folder) : undefined;
    if (other !== undefined) servers.push(other);
    const compared = await compare(shared, own, other, seconds);
    const watched = await watchMemory(all, own, seconds);
    return {
      tables: [
        {
          title: `Requests over ${CONNECTIONS} connections, ${shared.length} URLs`,
          columns: ["server", "requests/s", "MB/s", "errors"],
          rows: [...compared.rows, watched.row],
        },
        {
          title: "Memory of the Node server under load, MB",
          columns: watched.megabytes.map((_, at) => `${at + 1}`),
          rows: [watched.megabytes],
        },
      ],
      goals: [
        ...compared.goals,
        { what: "errors", value: compared.errors + watched.errors, unit: "answers", atMost: 0 },
      ],
      notes: [
        ...(missing === undefined ? [] : [`no comparison: ${missing}`]),
        ...[...compared.failed, ...watched.failed].map((path) => `error: ${path}`),
      ],
    };
  } finally {
    for (const server of servers) await server.stop();
    await folders.remove();
  }
}

/** URLs with a response; `shared`: those that nginx answers too, from a file. */
export function listUrls(site: Site): { all: string[]; shared: string[] } {
  const cases = listCases(site).filter(({ url, expected }) => "body" in expected && url.length < 200);
  const urlsOf = (some: readonly Case[]) => some.map(({ url }) => url);
  return { all: urlsOf(cases), shared: urlsOf(cases.filter(({ level }) => level !== "L3")) };
}

function startOwn(folder: string): Promise<ChildServer> {
  return startChild(async (port) => ({
    program: process.execPath,
    args: [MAIN, "serve", folder, "--port", String(port)],
  }));
}

async function compare(
  paths: readonly string[],
  own: ChildServer,
  other: ChildServer | undefined,
  seconds: number,
): Promise<{ rows: Row[]; goals: Goal[]; errors: number; failed: string[] }> {
  const turn = { seconds: seconds / TURNS, connections: CONNECTIONS };
  for (const server of [own, other]) {
    if (server !== undefined) await generateLoad(server.url, paths, { ...turn, seconds: WARM_UP_SECONDS });
  }
  const ours: LoadResult[] = [];
  const theirs: LoadResult[] = [];
  for (let at = 0; at < TURNS; at++) {
    ours.push(await generateLoad(own.url, paths, turn));
    if (other !== undefined) theirs.push(await generateLoad(other.url, paths, turn));
  }
  const errors = total(ours, (one) => one.errors);
  const failed = listFailed([...ours, ...theirs]);
  if (other === undefined) return { rows: [describe("node server", ours)], goals: [], errors, failed };
  const value = median(ours.map((one, at) => rateOf([one]) / rateOf([theirs[at]!])));
  return {
    rows: [describe("node server", ours), describe("nginx", theirs)],
    goals: [{ what: "requests per second against nginx", value, unit: "x", atLeast: LEAST_RATIO }],
    errors: errors + total(theirs, (one) => one.errors),
    failed,
  };
}

/**
 * Resident memory at equal distances; it stands still once the caches are full and the garbage
 * collector has found its pace.
 */
async function watchMemory(
  paths: readonly string[],
  own: ChildServer,
  seconds: number,
): Promise<{ row: Row; megabytes: string[]; errors: number; failed: string[] }> {
  const turn = { seconds: seconds / MEMORY_SAMPLES, connections: CONNECTIONS };
  const results: LoadResult[] = [];
  const memory: (number | undefined)[] = [];
  for (let at = 0; at < MEMORY_SAMPLES; at++) {
    results.push(await generateLoad(own.url, paths, turn));
    memory.push(await readMemory(own.pid));
  }
  return {
    row: describe("node server, computed answers among them", results),
    megabytes: memory.map((bytes) => (bytes === undefined ? "unknown" : (bytes / 1e6).toFixed(0))),
    errors: total(results, (one) => one.errors),
    failed: listFailed(results),
  };
}

function describe(name: string, results: readonly LoadResult[]): Row {
  const megabytes = total(results, ({ bytes }) => bytes) / total(results, ({ seconds }) => seconds) / 1e6;
  return [name, Math.round(rateOf(results)), Math.round(megabytes), total(results, (one) => one.errors)];
}

function rateOf(results: readonly LoadResult[]): number {
  return total(results, ({ requests }) => requests) / total(results, ({ seconds }) => seconds);
}

function listFailed(results: readonly LoadResult[]): string[] {
  return [...new Set(results.flatMap(({ failed }) => failed))];
}

function total(results: readonly LoadResult[], pick: (result: LoadResult) => number): number {
  return results.reduce((sum, one) => sum + pick(one), 0);
}

async function readMemory(pid: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  const kilobytes = /VmRSS:\s+(\d+) kB/.exec(status)?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
}
