import type { ArchiveRetention } from "../../../kit/render/archives/archive.ts";
import { DAY_MS } from "../../../lib/time.ts";

/** Days between the announcement of a lower number and the first deletion. */
const NOTICE_DAYS = 90;

/** A number of months that is lower than the one before, announced in the changelog on a day. */
interface LoweredRetention {
  months: number;
  announced: string;
}

/**
 * Months that a dataset stays on sites that do not set `archiveMonths`. A lower number deletes
 * published files, so it names the day of its announcement. Other datasets stay for good.
 */
const DEFAULTS: Readonly<Record<string, readonly [{ months: number }, ...LoweredRetention[]]>> = {
  // A year of hours of 1,000 coins takes about a third of the room on GitHub Pages.
  hourly: [{ months: 12 }, { months: 2, announced: "2026-11-24" }],
  // The last year: one takes 47 MB with Parquet. Every year is in `coins/{symbol}/hours/{year}`.
  hours: [{ months: 12 }],
};

/** The retention at a time. `set`: `archiveMonths` of the site; `null` if it does not set it. */
export function computeRetention(set: ArchiveRetention | null, now: number): ArchiveRetention {
  if (set !== null) return set;
  const months = Object.entries(DEFAULTS).map(([dataset, [first, ...lowered]]) => {
    const applied = lowered.filter(({ announced }) => now >= findStart(announced));
    return [dataset, (applied.at(-1) ?? first).months];
  });
  return Object.fromEntries(months);
}

/** The retention that forecasts use: after all that is announced. */
export function computeLastingRetention(set: ArchiveRetention | null): ArchiveRetention {
  return computeRetention(set, Number.POSITIVE_INFINITY);
}

/** Each default: the months at first, and each lower number with the day from which it deletes. */
export function listDefaultRetentions() {
  return Object.entries(DEFAULTS).map(([dataset, [first, ...lowered]]) => ({
    dataset,
    months: first.months,
    lowered: lowered.map(({ months, announced }, at) => ({
      months,
      before: (lowered[at - 1] ?? first).months,
      announced,
      from: new Date(findStart(announced)).toISOString().slice(0, 10),
    })),
  }));
}

/** The defaults in words: "`hourly` 12 months, then 2 from 2027-02-22 on; …". */
export function describeRetention(): string {
  return listDefaultRetentions()
    .map(({ dataset, months, lowered }) =>
      [`\`${dataset}\` ${months} months`, ...lowered.map((low) => `${low.months} from ${low.from} on`)].join(", then "),
    )
    .join("; ");
}

function findStart(announced: string): number {
  return Date.parse(announced) + NOTICE_DAYS * DAY_MS;
}
