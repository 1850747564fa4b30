import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { computeSha256 } from "../../../build/lib/hash.ts";
import { DAY_MS, MINUTE_MS } from "../../../build/lib/time.ts";
import { buildDemo } from "./build-demo.ts";
import type { BenchResult } from "./result.ts";

const COINS = Number(process.env["BENCH_COINS"] ?? 250);
const BUILDS = Number(process.env["BENCH_BUILDS"] ?? 6);
const HOSTS = (process.env["BENCH_HOSTS"] ?? "cloudflare,netlify,github-pages,s3,none").split(",");
/** So many requests fill the history of every coin. */
const REQUESTS = 4 * COINS;
/** History that is still filled would count as changes. 0 would leave candles out. */
const SETTLED_REQUESTS = 1;
/** Away from midnight, where the files of closed days change as well. */
const BEGINNING_MS = Date.parse("2026-11-20T06:09:30Z");
const CADENCE_MS = 30 * MINUTE_MS;
const BUILDS_PER_MONTH = (DAY_MS / CADENCE_MS) * 30.4;

/** Files by path: hash and bytes. */
type Tree = ReadonlyMap<string, { sha256: string; bytes: number }>;

interface Change {
  files: number;
  changed: number;
  /** Contents that the tree before did not have: hosts that store by content take these. */
  contents: number;
  bytes: number;
}

/** What each host has to take in a month of builds, counted over some hours of the demo market. */
export async function bench(): Promise<BenchResult> {
  const folder = mkdtempSync(join(tmpdir(), "uploads-bench-"));
  const changes = new Map(HOSTS.map((host) => [host, [] as Change[]]));
  const kinds = new Map(HOSTS.map((host) => [host, new Map<string, number>()]));
  try {
    let before: ReadonlyMap<string, Tree> | undefined;
    for (let at = 0; at <= BUILDS; at += 1) {
      const now = BEGINNING_MS + at * CADENCE_MS;
      const backfill = at === 0 ? REQUESTS : SETTLED_REQUESTS;
      await buildDemo({ folder, now, coins: COINS, hosts: HOSTS, backfill });
      const after = new Map(HOSTS.map((host) => [host, readTree(join(folder, "site", host))]));
      if (before !== undefined) {
        for (const host of HOSTS) {
          const pair = [before.get(host) ?? new Map(), after.get(host) ?? new Map()] as const;
          changes.get(host)?.push(compare(...pair));
          countKinds(kinds.get(host) ?? new Map(), ...pair);
        }
      }
      before = after;
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return {
    tables: [
      {
        title: `Changed files per build, ${COINS} coins, mean of ${BUILDS} builds every 30 minutes`,
        columns: ["host", "files", "changed", "share, %", "new contents", "MB", "files a month", "GB a month"],
        rows: [...changes].map(([host, all]) => {
          const [files, changed, contents, bytes] = [
            all.at(-1)?.files ?? 0,
            mean(all.map((one) => one.changed)),
            mean(all.map((one) => one.contents)),
            mean(all.map((one) => one.bytes)),
          ];
          return [
            host,
            files,
            Math.round(changed),
            Math.round((changed / files) * 100),
            Math.round(contents),
            (bytes / 1e6).toFixed(1),
            Math.round(changed * BUILDS_PER_MONTH),
            ((bytes * BUILDS_PER_MONTH) / 1e9).toFixed(1),
          ];
        }),
      },
      ...[...kinds].map(([host, counts]) => ({
        title: `${host}: kinds of files that change most`,
        columns: ["files", "changed per build"],
        rows: [...counts]
          .sort(([, a], [, b]) => b - a)
          .slice(0, 25)
          .map(([kind, count]): [string, number] => [kind, Math.round(count / BUILDS)]),
      })),
    ],
    notes: [
      "A file counts where its path is new or its hash is another one; removed files do not count. New contents are what a host takes that stores files by their hash. The files of closed days, which change at midnight UTC, are not among these builds. Hourly series change in the first build of an hour: an even number of builds has as many of them as others.",
    ],
    goals: [],
  };
}

function readTree(root: string): Tree {
  return new Map(
    readdirSync(root, { recursive: true, encoding: "utf8" }).flatMap((path) => {
      const file = join(root, path);
      if (!statSync(file).isFile()) return [];
      const body = readFileSync(file);
      return [[path, { sha256: computeSha256(body), bytes: body.length }] as const];
    }),
  );
}

function compare(before: Tree, after: Tree): Change {
  const known = new Set([...before.values()].map(({ sha256 }) => sha256));
  const changed = [...after]
    .filter(([path, { sha256 }]) => before.get(path)?.sha256 !== sha256)
    .map(([, file]) => file);
  return {
    files: after.size,
    changed: changed.length,
    contents: new Set(changed.map(({ sha256 }) => sha256).filter((sha256) => !known.has(sha256))).size,
    bytes: changed.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

/** Counts changed files by path without the coin: `api/coins/{}/history/7d.json`. */
function countKinds(counts: Map<string, number>, before: Tree, after: Tree): void {
  for (const [path, { sha256 }] of after) {
    if (before.get(path)?.sha256 === sha256) continue;
    const kind = nameKind(path);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
}

function nameKind(path: string): string {
  const place = path.replace(/^((?:api\/|compat\/coingecko\/)(?:in\/)?)(?:eur|btc|usd)\//, "$1{}/");
  return place.replace(
    /((?:coins|price|sparklines|exchanges|search|limit|offset|page|prices|state\/\w+)\/)[^/]+?(?=\/|\.[a-z.]+$)/g,
    "$1{}",
  );
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
