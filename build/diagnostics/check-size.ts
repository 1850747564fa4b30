import { COVERED_COINS } from "../api/trees.ts";
import type { Host, HostFile, Limit } from "../hosts/host.ts";
import { advisePlan, describeFitting, GROWS } from "../hosts/kit/host-limits.ts";
import { hosts } from "../hosts/registry.ts";
import { renderBytes } from "../lib/text-layout.ts";
import type { Finding } from "./finding.ts";

export interface SiteSize {
  files: number;
  bytes: number;
}

export interface LastBuild {
  coins: number;
  /** Of any host. */
  files: readonly HostFile[];
}

/** The paths of the API, from which hosts derive their copies. */
export type Routes = Parameters<NonNullable<Host["urlVariants"]>>[0];

/** Files of a coin with full history: from builds of the demo market. */
const COIN = "api/coins/a-coin";
const PERIODS = { "1h": 600, "24h": 2_400, "7d": 13_100, "30d": 54_000, "1y": 27_000, all: 40_000 };
const COIN_FILES: readonly HostFile[] = [
  { path: `${COIN}.json`, bytes: 5_500 },
  { path: `${COIN}/history.json`, bytes: 13_100 },
  ...Object.entries(PERIODS).map(([period, bytes]) => ({ path: `${COIN}/history/${period}.json`, bytes })),
  { path: "api/sparklines/a-coin.json", bytes: 1_600 },
  { path: "api/coins/search/a-coin.json", bytes: 5_500 },
  { path: "api/coins/search/coin.json", bytes: 5_500 },
  { path: "api/price/a-coin.json", bytes: 3_700 },
  // Its page, and its part of lists, archives and the state, which have no copies.
  ...Array.from({ length: 4 }, (_, at) => ({ path: `coins/a-coin/${at}`, bytes: 40_000 })),
];
const FIXED: SiteSize = { files: 305, bytes: 3_100_000 };
/** Files of each of the largest coins in the optional trees, which cover no others. */
const COVERED = { coins: COVERED_COINS[0], files: 35, bytes: 1_100_000 };

/** Above this share of a limit there is no room for a year of growth. */
const TIGHT = 0.8;

/** The expected size of the tree of a host, and what the estimate is based on. */
export function projectSize(
  host: Host,
  routes: Routes,
  coins: number,
  last: LastBuild | undefined,
): SiteSize & { estimate: string } {
  if (last === undefined || last.coins === 0) {
    const own = adaptFiles(host, routes, COIN_FILES);
    const each = { files: own.length, bytes: sum(own) };
    const estimate = `estimated with ${each.files} files and ${renderBytes(each.bytes)} per coin`;
    const [files, bytes] = [FIXED.files + coins * each.files, FIXED.bytes + coins * each.bytes];
    const covered = Math.min(coins, COVERED.coins);
    const whole = { files: files + covered * COVERED.files, bytes: bytes + covered * COVERED.bytes, estimate };
    // A build leaves optional files out where the host has no room for them.
    return fits(host, whole) ? whole : { files, bytes, estimate };
  }
  const own = adaptFiles(host, routes, last.files);
  const growing = own.filter(({ path }) => GROWS.test(path));
  const times = coins / last.coins - 1;
  const files = own.length + growing.length * times;
  const bytes = sum(own) + sum(growing) * times;
  const estimate =
    times === 0 ? "as the last build here" : `estimated from the last build here, with ${count(last.coins)} coins`;
  return { files: Math.round(files), bytes: Math.round(bytes), estimate };
}

function fits({ limits }: Host, { files, bytes }: SiteSize): boolean {
  const most = (key: "files" | "totalBytes") => limits[key]?.max ?? Number.POSITIVE_INFINITY;
  return files <= most("files") && bytes <= most("totalBytes");
}

/** The same files for this host: without the copies that another host needs, with its own. */
function adaptFiles(host: Host, routes: Routes, files: readonly HostFile[]): HostFile[] {
  const finders = hosts.flatMap(({ urlVariants }) => urlVariants?.(routes) ?? []);
  const copies = new Set(finders.flatMap((find) => files.flatMap(({ path }) => [...find(path)])));
  const findOwn = host.urlVariants?.(routes) ?? (() => []);
  return files
    .filter(({ path }) => !copies.has(path))
    .flatMap((file) => [file, ...[...findOwn(file.path)].map((path) => ({ path, bytes: file.bytes }))]);
}

/** How a subject is written: `render` a number, `unit` what follows it. */
interface Measure {
  subject: string;
  key: "files" | "totalBytes";
  render: (value: number) => string;
  unit: string;
}

const MEASURES: readonly Measure[] = [
  { subject: "files", key: "files", render: count, unit: " files" },
  { subject: "bytes", key: "totalBytes", render: renderBytes, unit: "" },
];

export function checkSize(host: Host, routes: Routes, coins: number, last: LastBuild | undefined): Finding[] {
  const size = projectSize(host, routes, coins, last);
  const where = `${host.name}, ${size.estimate}`;
  return MEASURES.map((measure) => {
    const pick = ({ files, bytes }: SiteSize): number => (measure.key === "files" ? files : bytes);
    const value = pick(size);
    const found = checkLimit(measure, value, host.limits[measure.key], where);
    if (found.level !== "problem") return found;
    // The size grows evenly with the coins.
    const before = pick(projectSize(host, routes, coins - 1, last));
    const fitting = coins - (value - host.limits[measure.key]!.max) / (value - before);
    return {
      ...found,
      advice: [found.advice, ...describeFitting(fitting), ...advisePlan(host, measure.key)].join(" "),
    };
  });
}

function checkLimit(measure: Measure, value: number, limit: Limit | undefined, where: string): Finding {
  const { subject, render, unit } = measure;
  if (limit === undefined) return { subject, level: "ok", detail: `${render(value)}${unit}; ${where}; no limit` };
  const share = value / limit.max;
  const detail = describeShare(measure, value, limit, where);
  if (share <= TIGHT) return { subject, level: "ok", detail };
  if (share <= 1) {
    const advice = "It grows with the archives: cover fewer coins, or choose another host.";
    return { subject, level: "warning", detail, advice };
  }
  const advice = `Cover fewer coins in build/settings.ts, or choose another host: ${limit.reason}.`;
  return { subject, level: "problem", detail, advice };
}

function describeShare({ render, unit }: Measure, value: number, { max }: Limit, where: string): string {
  return `${render(value)}${unit} of ${render(max)} (${Math.round((100 * value) / max)} %); ${where}`;
}

function sum(files: readonly HostFile[]): number {
  return files.reduce((total, { bytes }) => total + bytes, 0);
}

function count(number: number): string {
  return number.toLocaleString("en-US");
}
