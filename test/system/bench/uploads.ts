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

/** Sums over the builds. */
interface Change {
  changed: number;
  /** Contents that the tree before did not have: hosts that store by content take these. */
  contents: number;
  bytes: number;
}

/** The files of the last build, and what changed in all of them by kind of file. */
interface HostChanges {
  files: number;
  kinds: Map<string, Change>;
}

/** Kinds with a smaller share of the changed files are one row. */
const LEAST_SHARE = 0.005;

/** What each host has to take in a month of builds, counted over some hours of the demo market. */
export async function bench(): Promise<BenchResult> {
  const folder = mkdtempSync(join(tmpdir(), "uploads-bench-"));
  const hosts = new Map(HOSTS.map((host): [string, HostChanges] => [host, { files: 0, kinds: new Map() }]));
  try {
    let before: ReadonlyMap<string, Tree> | undefined;
    for (let at = 0; at <= BUILDS; at += 1) {
      const now = BEGINNING_MS + at * CADENCE_MS;
      const backfill = at === 0 ? REQUESTS : SETTLED_REQUESTS;
      await buildDemo({ folder, now, coins: COINS, hosts: HOSTS, backfill });
      const after = new Map(HOSTS.map((host) => [host, readTree(join(folder, "site", ...folderOf(host)))]));
      if (before !== undefined) {
        for (const [host, changes] of hosts) {
          const tree = after.get(host) ?? new Map();
          changes.files = tree.size;
          countChanges(changes.kinds, before.get(host) ?? new Map(), tree);
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
        rows: [...hosts].map(([host, { files, kinds }]) => {
          const { changed, contents, bytes } = sumUp(kinds.values());
          return [
            host,
            files,
            Math.round(changed / BUILDS),
            Math.round((changed / BUILDS / files) * 100),
            Math.round(contents / BUILDS),
            (bytes / BUILDS / 1e6).toFixed(1),
            Math.round((changed / BUILDS) * BUILDS_PER_MONTH),
            (((bytes / BUILDS) * BUILDS_PER_MONTH) / 1e9).toFixed(1),
          ];
        }),
      },
      ...[...hosts].map(([host, { kinds }]) => ({
        title: `${host}: changes per build by kind of file`,
        columns: ["kind", "changed", "new contents", "MB"],
        rows: listKinds(kinds).map(([kind, { changed, contents, bytes }]): [string, number, number, string] => [
          kind,
          Math.round(changed / BUILDS),
          Math.round(contents / BUILDS),
          (bytes / BUILDS / 1e6).toFixed(1),
        ]),
      })),
    ],
    notes: [
      "A file counts where its path is new or its hash is another one; removed files do not count. New contents are what a host takes that stores files by their hash. The files of closed days, which change at midnight UTC, are not among these builds. Hourly series change in the first build of an hour: an even number of builds has as many of them as others.",
    ],
    goals: [],
  };
}

/** A build for several hosts writes a folder for each. */
function folderOf(host: string): string[] {
  return HOSTS.length === 1 ? [] : [host];
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

/** Adds the files that changed. A new content counts for the first path of each build. */
function countChanges(kinds: Map<string, Change>, before: Tree, after: Tree): void {
  const known = new Set([...before.values()].map(({ sha256 }) => sha256));
  for (const [path, { sha256, bytes }] of after) {
    if (before.get(path)?.sha256 === sha256) continue;
    const kind = nameKind(path);
    const one = { changed: 1, contents: known.has(sha256) ? 0 : 1, bytes };
    kinds.set(kind, sumUp([kinds.get(kind) ?? NOTHING, one]));
    known.add(sha256);
  }
}

const NOTHING: Change = { changed: 0, contents: 0, bytes: 0 };

function sumUp(changes: Iterable<Change>): Change {
  const sum = { ...NOTHING };
  for (const { changed, contents, bytes } of changes) {
    sum.changed += changed;
    sum.contents += contents;
    sum.bytes += bytes;
  }
  return sum;
}

/** The most changed files first; together they are all. */
function listKinds(kinds: ReadonlyMap<string, Change>): [kind: string, change: Change][] {
  const least = sumUp(kinds.values()).changed * LEAST_SHARE;
  const large = [...kinds].filter(([, { changed }]) => changed >= least);
  const small = [...kinds].filter(([, { changed }]) => changed < least).map(([, change]) => change);
  const sorted = large.sort(([, a], [, b]) => b.changed - a.changed);
  return [...sorted, [`${small.length} other kinds`, sumUp(small)]];
}

/** Folders whose entries differ by what they are about: a coin, a search, a month. */
const MANY =
  "coingecko|coins|contracts|download|exchanges|hours|in|last-good|limit|months|movers|offset|page|price|prices|search|sparklines";
/** What is none of their entries. */
const FIXED = "index|limit|list|markets|months|search";
const ENTRY = new RegExp(`(?<=(?:^|/)(?:${MANY})/)(?!(?:${FIXED})(?:/|\\.))[^/.]+`, "g");

/** The path without what differs between files of one kind: `api/coins/{}/history/7d.json`. */
function nameKind(path: string): string {
  return path
    .replace(/^docs\/.*(?=\.\w+$)/, "docs/{}")
    .replace(/^(state\/[\w-]+)[/.].*[0-9a-f]{16}/, "$1/{}")
    .replace(ENTRY, "{}");
}
