import { renderBytes } from "../../lib/text-layout.ts";

/** Size of a site and number of requests over time, with their limits. Sizes in bytes. */
export interface LimitsInput {
  coins: number;
  buildsPerDay: number;
  host: string;
  /** `null`: no limit. */
  limits: { site: number | null; branch: number };
  rows: readonly { day: number; site: number; state: number; branch: number }[];
  /** Years until the site is full; `null`: never. */
  yearsLeft: number | null;
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
  /** Most backfill requests per build. */
  backfill: number;
}

export function computeLimitsPage(input: LimitsInput) {
  const { coins, buildsPerDay, host, limits, rows, yearsLeft, requests, backfill } = input;
  return {
    ...{ buildsPerDay, host, coins: count(coins) },
    siteLimit: limits.site === null ? null : renderBytes(limits.site),
    branchLimit: renderBytes(limits.branch),
    rows: rows.map(({ day, site, state, branch }) => ({
      after: day === 1 ? "1 day" : day % 365 === 0 ? renderYears(day / 365) : `${day} days`,
      ...{ site: renderBytes(site), state: renderBytes(state), branch: renderBytes(branch) },
    })),
    yearsLeft: yearsLeft === null ? null : Math.floor(yearsLeft),
    requests: requests.map(({ name, perBuild, perDay, paceAllows, reason }) => ({
      ...{ name, reason, perBuild: count(perBuild), perDay: count(perDay) },
      paceAllows: paceAllows === null ? null : count(paceAllows),
    })),
    backfill: { perBuild: backfill, perDay: count(backfill * buildsPerDay) },
  };
}

function renderYears(years: number): string {
  return years === 1 ? "1 year" : `${years} years`;
}

function count(number: number): string {
  return number.toLocaleString("en-US");
}
