import { capitalise } from "../../../../public/js/format.js";
import { BACKFILL_PARTS } from "../../../crypto/backfill/budget.ts";
import { estimateFullRun } from "../../../crypto/backfill/past-hours/full-run.ts";
import { CANDLE_REQUESTS_PER_DAY } from "../../../crypto/candles/candle-budget.ts";
import { DENSE_RULES } from "../../../crypto/candles/dense/dense-rules.ts";
import { LARGEST_COINS } from "../../../crypto/history/kept-hours.ts";
import { groupThousands, renderBytes } from "../../../lib/text-layout.ts";

interface FileCount {
  files: number;
  bytes: number;
}

/** The files of a build by tree, and the limits of each host. */
export interface MeasuredSite {
  /** What the first host has: every site's files, then the optional trees. */
  trees: readonly { title: string; files: number; bytes: number; leftOut: string | null }[];
  /** Room for files that are written later. */
  later: FileCount;
  hosts: readonly {
    id: string;
    name: string;
    maxFiles: number | null;
    maxBytes: number | null;
    /** A month, on the free plan. `null`: any number. */
    maxDeployments: number | null;
    /** `null`: this build is for other hosts. */
    used: FileCount | null;
    leftOut: readonly string[];
  }[];
}

interface LimitDay {
  /** `2029-03-14`. */
  date: string;
  soon: boolean;
}

/** Size of a site and number of requests over time, with their limits. Sizes in bytes. */
export interface LimitsInput {
  coins: number;
  buildsPerDay: number;
  host: { id: string; name: string };
  /** `null`: no limit. */
  limits: { site: number | null; branch: number };
  /** `core`: what every site has. `leftOut`: titles of the trees that the host has no room for. */
  rows: readonly {
    day: number;
    site: number;
    core: number;
    branch: number;
    leftOut: readonly string[];
  }[];
  requests: readonly {
    name: string;
    /** In a build with nothing cached. */
    perBuild: number;
    perDay: number;
    /** Requests per day that the pacing allows; `null` without pacing. */
    paceAllows: number | null;
    /** The upstream's limit, in words. */
    reason: string;
  }[];
  /** Requests for candles to each exchange that has them, at most. */
  candles: readonly {
    name: string;
    /** For prices between builds, per build. */
    dense: number;
    /** For highs and lows, per day. */
    ranges: number;
    perDay: number;
    /** What the pacing allows. */
    perMinute: number;
    /** The upstream's limit, in words. */
    reason: string;
  }[];
  /** What this build wrote. Absent: unknown. */
  sizes?: MeasuredSite;
  /** When a limit of a host is exceeded; `null`: no limit, or not within ten years. */
  forecasts: readonly { id: string; files: LimitDay | null; bytes: LimitDay | null }[];
  /** What a build for a host would write. `isWhole`: with all optional files, instead of none. */
  estimates: readonly ({ id: string; isWhole: boolean } & FileCount)[];
  /** Bytes that a build reads from the published site, with and without caches. */
  restored: { cached: number; uncached: number };
  /** Most backfill requests per build. */
  backfill: number;
}

export function computeLimitsPage(input: LimitsInput) {
  const { coins, buildsPerDay, host, limits, rows, requests, backfill, sizes, restored, forecasts } = input;
  return {
    buildsPerDay,
    host: host.name,
    coins: groupThousands(coins),
    sizes: sizes === undefined ? null : describeSizes(sizes, input),
    restored: {
      cached: renderBytes(restored.cached),
      uncached: renderBytes(restored.uncached),
      perDay: renderBytes(restored.cached * buildsPerDay),
    },
    siteLimit: limits.site === null ? null : renderBytes(limits.site),
    branchLimit: renderBytes(limits.branch),
    rows: rows.map(({ day, site, core, branch, leftOut }) => ({
      after: day === 0 ? "Today" : day % 365 === 0 ? renderYears(day / 365) : `${day} days`,
      site: renderBytes(site),
      core: renderBytes(core),
      leftOut: leftOut.join(", "),
      branch: renderBytes(branch),
    })),
    fullOn: forecasts.find(({ id }) => id === host.id)?.bytes?.date ?? null,
    requests: requests.map(({ name, perBuild, perDay, paceAllows, reason }) => ({
      name,
      reason,
      perBuild: groupThousands(perBuild),
      perDay: groupThousands(perDay),
      paceAllows: paceAllows === null ? null : groupThousands(paceAllows),
    })),
    backfill: { perBuild: backfill, perDay: groupThousands(backfill * buildsPerDay) },
    candles: input.candles.map(({ name, dense, ranges, perDay, perMinute, reason }) => ({
      name,
      reason,
      dense: groupThousands(dense),
      ranges: groupThousands(ranges),
      perDay: groupThousands(perDay),
      perMinute: groupThousands(perMinute),
    })),
    denseCoins: DENSE_RULES.coins,
    candleRequests: groupThousands(CANDLE_REQUESTS_PER_DAY),
    fullRun: {
      parts: BACKFILL_PARTS,
      coins: LARGEST_COINS,
      rows: estimateFullRun().map(({ id: _, requests: all, perPart, perMinute, minutes, ...texts }) => ({
        ...texts,
        requests: groupThousands(all),
        perPart: groupThousands(perPart),
        perMinute: groupThousands(perMinute),
        minutes,
      })),
    },
  };
}

function describeSizes({ trees, later, hosts }: MeasuredSite, input: LimitsInput) {
  const parts = [...trees, { title: "Pages, state and control files, at most", ...later, leftOut: null }];
  const total = sum(parts);
  return {
    trees: parts.map(({ title, files, bytes, leftOut }) => ({
      title,
      leftOut,
      files: groupThousands(files),
      bytes: renderBytes(bytes),
      share: `${((100 * bytes) / total.bytes).toFixed(1)} %`,
    })),
    hosts: hosts.map((host) => describeHost(host, input)),
  };
}

const DAYS_PER_MONTH = 30;

function describeHost(host: MeasuredSite["hosts"][number], { buildsPerDay, estimates, forecasts }: LimitsInput) {
  const { id, name, maxFiles, maxBytes, maxDeployments, used, leftOut } = host;
  const estimate = estimates.find((one) => one.id === id);
  const fit = judgeFit(host, estimate);
  const monthly = buildsPerDay * DAYS_PER_MONTH;
  return {
    id,
    name: capitalise(name),
    limits: [
      ...(maxFiles === null ? [] : [`${groupThousands(maxFiles)} files`]),
      ...(maxBytes === null ? [] : [renderBytes(maxBytes)]),
    ],
    maxDeployments,
    used: used === null ? null : renderCount(used),
    estimate: estimate === undefined ? null : { size: renderCount(estimate), isWhole: estimate.isWhole },
    leftOut,
    forecast: describeForecast(forecasts.find((forecast) => forecast.id === id)),
    fit: fit === "all" && maxDeployments !== null && maxDeployments < monthly ? ("fewer" as const) : fit,
  };
}

/** Whether the site fits a host. `null`: it is neither built nor estimated for it. */
function judgeFit(
  { maxFiles, maxBytes, used, leftOut }: MeasuredSite["hosts"][number],
  estimate: LimitsInput["estimates"][number] | undefined,
): "all" | "part" | "unlikely" | null {
  if (used !== null) return leftOut.length === 0 ? "all" : "part";
  if (maxFiles === null && maxBytes === null) return "all";
  if (estimate === undefined) return null;
  const { files, bytes, isWhole } = estimate;
  if (files > (maxFiles ?? files) || bytes > (maxBytes ?? bytes)) return "unlikely";
  return isWhole ? "all" : "part";
}

function sum(parts: readonly FileCount[]): FileCount {
  const add = (field: keyof FileCount) => parts.reduce((all, part) => all + part[field], 0);
  return { files: add("files"), bytes: add("bytes") };
}

function renderCount({ files, bytes }: FileCount): string {
  return `${groupThousands(files)} files, ${renderBytes(bytes)}`;
}

/** `null` where nothing was built for this host. */
function describeForecast(forecast: LimitsInput["forecasts"][number] | undefined) {
  if (forecast === undefined) return null;
  const days = [
    { what: "file limit", day: forecast.files },
    { what: "size limit", day: forecast.bytes },
  ].flatMap(({ what, day }) => (day === null ? [] : [{ what, ...day }]));
  return days.map(({ what, date, soon }) => ({ what, date, soon }));
}

function renderYears(years: number): string {
  return years === 1 ? "1 year" : `${years} years`;
}
