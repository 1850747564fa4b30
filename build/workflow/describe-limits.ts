import { DAY_MS, MINUTE_MS } from "../lib/time.ts";
import { projectRequests, type RequestedSource, type Requests } from "./github/requests.ts";
import { findYearsLeft, type GrowthInput, projectSizes, YEAR } from "./growth.ts";

/** What a site comes to in a year at these settings, against what holds it. Numbers of bytes. */
export interface LimitsTable {
  coins: number;
  buildsPerDay: number;
  host: string;
  /** What each part may have; `null`: any. */
  limits: { site: number | null; branch: number };
  rows: { day: number; site: number; state: number; branch: number }[];
  /** Years until the site is full; `null`: never. */
  yearsLeft: number | null;
  requests: Requests[];
  /** Requests for missing history per build at most, over all hosts. */
  backfill: number;
}

export interface LimitsInput {
  config: {
    coins: number;
    cadenceMinutes: number;
    detailsPerBuild: number;
    backfill: number;
    hourlyArchiveMonths: number;
  };
  host: { name: string; limits: { totalBytes?: { max: number } } };
  sources: readonly RequestedSource[];
}

/** GitHub: a repository is best below 1 GB (docs.github.com, "About large files on GitHub"). */
const BRANCH_MAX = 1_000_000_000;
const DAYS: readonly number[] = [1, 30, 90, 180, YEAR, 5 * YEAR];

export function describeLimits({ config, host, sources }: LimitsInput): LimitsTable {
  const { coins, detailsPerBuild, backfill, hourlyArchiveMonths } = config;
  const buildsPerDay = Math.ceil(DAY_MS / (config.cadenceMinutes * MINUTE_MS));
  const input: GrowthInput = { coins, buildsPerDay, hourlyArchiveMonths };
  const max = host.limits.totalBytes?.max;
  return {
    ...{ coins, buildsPerDay, backfill, host: host.name },
    limits: { site: max ?? null, branch: BRANCH_MAX },
    rows: DAYS.map((day) => ({ day, ...projectSizes(input, day) })),
    yearsLeft: findYearsLeft(input, max),
    requests: sources
      .map((source) => projectRequests(source, { coins, buildsPerDay, detailsPerBuild }))
      .filter(({ perBuild }) => perBuild > 0),
  };
}
