/** The public price list of a store, for the requests and the room of one bucket. In US dollars. */
export interface StorePrice {
  name: string;
  /** The region or the class, where the price depends on it. */
  about: string;
  url: string;
  /** The day on which the list was read. */
  on: string;
  /** PUT, COPY and LIST. Removals are free in all of them. */
  perMillionWrites: number;
  /** GET and HEAD, also those of readers. */
  perMillionReads: number;
  /** For a month. */
  perGb: number;
  /** What each month includes. */
  free: { writes: number; reads: number; gb: number };
}

const NOTHING_FREE = { writes: 0, reads: 0, gb: 0 };

export const STORE_PRICES: readonly StorePrice[] = [
  {
    name: "Amazon S3",
    about: "us-east-1, Standard",
    url: "https://aws.amazon.com/s3/pricing/",
    on: "2026-09-07",
    perMillionWrites: 5,
    perMillionReads: 0.4,
    perGb: 0.023,
    free: NOTHING_FREE,
  },
  {
    name: "Cloudflare R2",
    about: "Standard",
    url: "https://developers.cloudflare.com/r2/pricing/",
    on: "2026-08-03",
    perMillionWrites: 4.5,
    perMillionReads: 0.36,
    perGb: 0.015,
    free: { writes: 1_000_000, reads: 10_000_000, gb: 10 },
  },
  {
    name: "Backblaze B2",
    about: "pay as you go",
    url: "https://www.backblaze.com/cloud-storage/pricing",
    on: "2026-09-07",
    perMillionWrites: 0,
    perMillionReads: 0,
    perGb: 0.00695,
    free: { writes: 0, reads: 0, gb: 10 },
  },
];

/** What one build needs. */
export interface BuildRequests {
  writes: number;
  reads: number;
  /** Size of the site. */
  bytes: number;
}

const DAYS_PER_MONTH = 30;
const MINUTES_PER_DAY = 1_440;

export const countBuildsPerMonth = (everyMinutes: number): number => (DAYS_PER_MONTH * MINUTES_PER_DAY) / everyMinutes;

/** US dollars for a month of builds, without the requests and the traffic of readers. */
export function computeMonthlyPrice(
  { perMillionWrites, perMillionReads, perGb, free }: StorePrice,
  { writes, reads, bytes }: BuildRequests,
  buildsPerMonth: number,
): number {
  const above = (count: number, included: number) => Math.max(0, count - included);
  return (
    (above(writes * buildsPerMonth, free.writes) * perMillionWrites) / 1e6 +
    (above(reads * buildsPerMonth, free.reads) * perMillionReads) / 1e6 +
    above(bytes / 1e9, free.gb) * perGb
  );
}

/** Invalidations of CloudFront that each month includes. */
const FREE_INVALIDATIONS = 1_000;
const USD_PER_INVALIDATION = 0.005;

/** US dollars for a month of builds that each invalidate a distribution once. */
export const computeInvalidationPrice = (buildsPerMonth: number): number =>
  Math.max(0, buildsPerMonth - FREE_INVALIDATIONS) * USD_PER_INVALIDATION;
