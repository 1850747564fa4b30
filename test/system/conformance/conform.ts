import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { COVERED_COINS } from "../../../build/crypto/api/trees.ts";
import type { Host, Level } from "../../../build/kit/hosts/host.ts";
import { makeSite } from "../../fixtures/site.ts";
import { sample } from "../../seed.ts";
import type { HostServer, RunningHost } from "../hosts/host-server.ts";
import type { Case } from "./case.ts";
import type { Leniency } from "./check-response.ts";
import { type HostFolders, makeHostFolders } from "./host-folder.ts";
import { countVerdicts, type HostResult, reportResults } from "./level-table.ts";
import { listCases } from "./list-cases.ts";
import { listRandomCases } from "./random-cases.ts";
import { listFaults, runCases } from "./run-cases.ts";

/** A server and its expected level. */
export interface Candidate {
  server: HostServer;
  /** The host whose control files are in the tree. */
  host: Host;
  /** The declared level. */
  level: Level;
  leniency?: Leniency;
  /** The program that serves the files decides about ranges: it must do what the host declares. */
  decidesRanges?: true;
  /** Its rules read any query: random requests get no wrong answer, nor do other methods. */
  readsQueries?: true;
  /** URLs at which the program itself ends. */
  omit?: RegExp;
  /** Tests only one case in so many; all of them with as large a `COUNT`. */
  every?: number;
  /** Why the server cannot run here. */
  missing?: string | undefined;
}

/** Kinds of cases beyond the level, for hosts that read any spelling. */
const SPELLINGS = ["capitals", "mixed case", "blanks around"];
/** Read by programs in parts. */
const RANGED = "/api/data/download/coins-latest.parquet";

async function answersRanges(host: RunningHost): Promise<boolean> {
  const { status, headers } = await host.fetch(RANGED, { headers: { range: "bytes=-8" } });
  expect([200, 206]).toContain(status);
  return status === 206 && /^bytes \d+-\d+\/\d+$/.test(headers.get("content-range") ?? "");
}

/** Other sites may ask by any allowed method; others are refused in the form of the interface. */
async function checkMethods(host: RunningHost): Promise<void> {
  for (const path of ["/api/coins", "/api/coins?limit=7", "/api/nope"]) {
    const preflight = await host.fetch(path, { method: "OPTIONS" });
    expect([preflight.status, await preflight.text()]).toEqual([204, ""]);
    expect(preflight.headers.get("access-control-allow-methods")).toContain("GET");
    for (const method of ["POST", "PUT", "DELETE"]) {
      const refusal = await host.fetch(path, { method });
      expect([refusal.status, refusal.headers.get("access-control-allow-origin")]).toEqual([405, "*"]);
      expect(await refusal.json()).toMatchObject({ error: { code: "method_not_allowed", status: 405 } });
    }
  }
}

/** Tests all cases: up to its level a host gives the exact response, beyond it that or an error. */
export function conform(name: string, candidates: readonly Candidate[]): void {
  let cases: readonly Case[];
  let randomCases: readonly Case[];
  let folders: HostFolders | undefined;
  const written = new Map<Host, Promise<string>>();
  const results: HostResult[] = [];
  const running = new Set<RunningHost>();

  beforeAll(async () => {
    // The cases take every coin's file for stored.
    const site = await makeSite(undefined, COVERED_COINS[0]);
    cases = listCases(site);
    randomCases = listRandomCases(site);
    folders = await makeHostFolders(site);
  }, 240_000);
  afterAll(async () => {
    // A test that timed out leaves its server.
    for (const host of running) await host.close();
    await folders?.remove();
    await reportResults(name, results);
  });

  describe.each(candidates)(
    "$server.name",
    ({ server, host, level, leniency = {}, every = 1, missing, decidesRanges, readsQueries, omit }) => {
      it.skipIf(missing !== undefined)(
        `answers ${level} in full, and nothing wrong${missing === undefined ? "" : ` (${missing})`}`,
        async () => {
          const writing = written.get(host) ?? folders!.write(host);
          written.set(host, writing);
          const folder = await writing;
          const own = await server.start(folder);
          running.add(own);
          const asked = level === "L3" || readsQueries ? [...cases, ...randomCases] : cases;
          const judged = await runCases(
            own,
            folder,
            sample(asked, every).filter(({ url }) => !omit?.test(url)),
            leniency,
          );
          if (decidesRanges) expect(await answersRanges(own)).toBe(host.ranges);
          if (readsQueries) await checkMethods(own);
          running.delete(own);
          await own.close();
          const result = countVerdicts(
            every === 1 ? server.name : `${server.name} (1 in ${every})`,
            judged.map(({ asked, verdict }) => [asked.level, verdict] as const),
          );
          results.push(result);
          expect(listFaults(judged, level, host.anySpelling ? SPELLINGS : []).slice(0, 20)).toEqual([]);
          expect(result.level).toBe(level);
        },
        240_000,
      );
    },
  );
}
