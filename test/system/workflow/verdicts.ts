import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { HOURLY_KEPT_MS } from "../../../build/crypto/history/kept-hours.ts";
import type { Partition } from "../../../build/crypto/history/partition.ts";
import { HOURLY, parsePartitionName } from "../../../build/crypto/history/partition-document.ts";
import { SAMPLES_KEPT_MS } from "../../../build/crypto/history/retain.ts";
import { HOUR_MS, renderTime } from "../../../build/lib/time.ts";

/** A published state: `document coin time` → price, and which points builds here observed. */
export interface Observed {
  all: Map<string, number>;
  own: Map<string, number>;
}

/** Every point of the series in the state of a site. */
export function readObserved(site: string): Observed {
  const { documents } = JSON.parse(readFileSync(join(site, "state/manifest.json"), "utf8")) as {
    documents: { name: string; file: string }[];
  };
  const observed: Observed = { all: new Map(), own: new Map() };
  for (const { name, file } of documents) {
    if (!/^(samples|hourly|daily)\//.test(name)) continue;
    const body = gunzipSync(readFileSync(join(site, "state", file))).toString("utf8");
    const { times, coins } = JSON.parse(body) as Partition;
    for (const [coin, { prices, origins }] of Object.entries(coins))
      for (const [row, price] of prices.entries()) {
        if (price === null) continue;
        const key = `${name} ${coin} ${times[row]}`;
        observed.all.set(key, price);
        if ((origins?.[row] ?? null) === null) observed.own.set(key, price);
      }
  }
  return observed;
}

/** The gaps that a site's archives announce for hourly prices. */
function readHourlyGaps(site: string): { fromMs: number; toMs: number }[] {
  const { data } = JSON.parse(readFileSync(join(site, "api/data/archives.json"), "utf8"));
  const archives = (data.archives ?? data) as { filename: string; gaps: { from: string; to: string }[] }[];
  return archives
    .filter(({ filename }) => filename.startsWith("hourly-"))
    .flatMap(({ gaps }) => gaps.map(({ from, to }) => ({ fromMs: Date.parse(from), toMs: Date.parse(to) })));
}

/** What the site showed after a build at a time. */
export interface Seen {
  at: number;
  observed: Observed;
}

/**
 * Points that some site showed and the last one lacks, or that changed although they are closed.
 * Expired points are not lost: the daily series, which never expires, has their days.
 */
export function findLost(seen: readonly Seen[], last: Observed): string[] {
  const lastMs = seen.at(-1)!.at;
  const lost = new Set<string>();
  const isExpired = (name: string): boolean => {
    if (name.startsWith("daily/")) return false;
    return parsePartitionName(name).endMs <= lastMs - (name.startsWith(HOURLY) ? HOURLY_KEPT_MS : SAMPLES_KEPT_MS);
  };
  for (const { all, own } of seen.map(({ observed }) => observed)) {
    for (const key of all.keys())
      if (!last.all.has(key) && !isExpired(key.split(" ")[0] ?? "")) lost.add(`${key} is gone`);
    for (const [key, price] of own)
      if (key.startsWith("samples/") && last.own.get(key) !== price) lost.add(`${key} is not ${price} any more`);
  }
  return summarise([...lost]);
}

/** Past hours without a price of our own, since the first one, that no archive lists as a gap. */
export function findSilentGaps(site: string, last: Observed, seen: readonly { at: number }[]): string[] {
  const gaps = readHourlyGaps(site);
  const hours = new Set(
    [...last.own.keys()].flatMap((key) => (key.startsWith("hourly/") ? [Number(key.split(" ")[2])] : [])),
  );
  const floor = (time: number): number => Math.floor(time / HOUR_MS) * HOUR_MS;
  const covered = new Set([...hours].map(floor));
  const silent: string[] = [];
  for (let hour = floor(seen[0]!.at); hour < floor(seen.at(-1)!.at); hour += HOUR_MS) {
    if (covered.has(hour) || gaps.some(({ fromMs, toMs }) => fromMs <= hour && hour <= toMs)) continue;
    silent.push(`${renderTime(hour)} has no price, and no archive says so`);
  }
  if (gaps.length === 0) silent.push("no gap is announced, although runs were hours late");
  return summarise(silent);
}

/**
 * Points that the fork lacks or has differently, apart from its own observations after the
 * original's last build.
 */
export function findDifferences(original: Observed, copy: Observed, lastMs: number): string[] {
  const differences: string[] = [];
  const stepOf = (key: string): number => Number(key.split(" ")[2]);
  for (const [key, price] of original.all) {
    const isOpen = !key.startsWith("samples/") && stepOf(key) >= Math.floor(lastMs / HOUR_MS) * HOUR_MS - 24 * HOUR_MS;
    if (!copy.all.has(key)) differences.push(`${key} is missing`);
    else if (!isOpen && copy.all.get(key) !== price) differences.push(`${key} differs`);
  }
  for (const key of copy.own.keys())
    if (!original.all.has(key) && stepOf(key) <= lastMs && key.startsWith("samples/"))
      differences.push(`${key} is new`);
  return summarise(differences);
}

function summarise(problems: readonly string[]): string[] {
  const more = problems.length > 5 ? [`… and ${problems.length - 5} more`] : [];
  return [...problems.slice(0, 5), ...more];
}
