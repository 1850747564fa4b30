/**
 * How long the files of a dataset stay on the site: dataset → months, the one of the newest file included. A dataset that is not
 * named keeps all of its files.
 */
export type ArchiveRetention = Readonly<Record<string, number>>;

/**
 * The end of the last period that is too old to be published. Counted back from the newest period that there is and not from the clock: a
 * clock that was set forward, or a year without a build, takes nothing off the site.
 */
export function findExpiry(closings: Iterable<number | null>, months: number | undefined): number {
  const known = [...closings].filter((closesAtMs) => closesAtMs !== null);
  if (months === undefined || known.length === 0) return Number.NEGATIVE_INFINITY;
  const newest = new Date(Math.max(...known));
  return Date.UTC(newest.getUTCFullYear(), newest.getUTCMonth() - months, 1);
}
