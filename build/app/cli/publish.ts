import { layout } from "../../crypto/api/layout.ts";
import { silenceStoreClient } from "../../environment.ts";
import { createHeaderTable } from "../../kit/hosts/kit/object-headers.ts";
import { findLiveFile, LIVE_PATH } from "../../kit/platform/output/live-file.ts";
import { createProgress } from "../../kit/platform/terminal/progress.ts";
import { openBucket } from "../../kit/publish/s3/aws-bucket.ts";
import { findBucketNameProblem } from "../../kit/publish/s3/bucket.ts";
import { invalidateDistribution } from "../../kit/publish/s3/invalidate.ts";
import {
  type BuildRequests,
  computeInvalidationPrice,
  computeMonthlyPrice,
  countBuildsPerMonth,
  STORE_PRICES,
} from "../../kit/publish/s3/store-price.ts";
import { type PreparedUpload, prepareUpload, type UploadSummary } from "../../kit/publish/s3/upload-site.ts";
import { MANIFEST_PATH } from "../../kit/render/manifest.ts";
import { ATTESTATION_PATH } from "../../kit/verify/attestation.ts";
import { OperationalError } from "../../lib/operational-error.ts";
import { groupThousands, renderBytes } from "../../lib/text-layout.ts";
import { MINUTE_MS } from "../../lib/time.ts";
import { LIVE_CADENCE_MS } from "../run/live-tier.ts";
import { loadOwnConfig } from "./kit/find-site-address.ts";
import { nameCommand } from "./kit/installation.ts";
import { refuseOtherSite } from "./kit/no-site.ts";
import { stderr, stdout } from "./kit/standard-streams.ts";

export interface PublishFlags {
  bucket: string;
  endpoint?: string;
  region?: string;
  /** The distribution of CloudFront in front of the bucket. */
  distribution?: string;
  /** Requests at once. */
  requests: number;
  dryRun?: boolean;
  /** The site is one of the demo market: its data is invented. */
  sample?: boolean;
  /** Only the live file. */
  live?: boolean;
}

/** More sockets than this gain nothing, and stores answer 503 to them. */
const MOST_REQUESTS = 256;

const UNCHANGED = "nothing was changed (--dry-run)";

/** `npm run publish`: uploads what changed in a built site to a bucket. */
export async function publishCommand(folder: string, flags: PublishFlags): Promise<void> {
  const {
    bucket: name,
    endpoint,
    region,
    distribution,
    requests,
    dryRun = false,
    live = false,
    sample = false,
  } = flags;
  refuseOtherSite(folder, sample ? "sample" : "live");
  const problem = findBucketNameProblem(name);
  if (problem !== undefined) throw new OperationalError(`--bucket: ${problem}`);
  if (endpoint !== undefined && !(/^https?:\/\/[^/]/.test(endpoint) && URL.canParse(endpoint)))
    throw new OperationalError(`"${endpoint}" is no address of a store: it begins with https://.`);
  // Some stores show the endpoint with the bucket in its path, which the client adds itself.
  if (endpoint?.replace(/^https?:\/\/[^/]+|\/+$/g, "").endsWith(`/${name}`))
    throw new OperationalError(`The endpoint "${endpoint}" ends with the name of the bucket: leave out "/${name}".`);
  if (requests < 1 || requests > MOST_REQUESTS)
    throw new OperationalError(`--requests is a number from 1 to ${MOST_REQUESTS}, not ${requests}.`);
  const liveFile = live ? readLive(folder) : undefined;
  silenceStoreClient();
  const bucket = openBucket({ bucket: name, endpoint, region }, { requests });
  const progress = createProgress({ terminal: stderr, quiet: false, now: Date.now });
  const task = progress.start("upload");
  const headers = createHeaderTable(layout);
  try {
    if (liveFile !== undefined) {
      // A distribution may be named, but needs no invalidation: caches keep this file for seconds.
      if (!dryRun) await bucket.write(LIVE_PATH, liveFile, headers.find(LIVE_PATH));
      task.done(dryRun ? UNCHANGED : `${LIVE_PATH} (${renderBytes(liveFile.length)})`);
      if (dryRun) stdout.print(...describeLiveDryRun(liveFile.length));
      return;
    }
    task.update("comparing the site with the bucket");
    const upload = await prepareUpload({
      folder,
      bucket,
      paths: { manifest: MANIFEST_PATH, attestation: ATTESTATION_PATH, live: LIVE_PATH },
      headers,
      requests,
    });
    const { summary } = upload;
    if (dryRun) {
      task.done(UNCHANGED);
      const { cadenceMinutes } = loadOwnConfig({}).config;
      stdout.print(...describeDryRun(summary, cadenceMinutes, distribution !== undefined));
      return;
    }
    await perform(upload, (detail) => task.update(detail));
    if (distribution !== undefined) {
      // Also if nothing was uploaded: the last invalidation may have failed.
      task.update(`invalidating the distribution ${distribution}`);
      await invalidateDistribution(distribution, `site-${Date.now()}`);
    }
    task.done(describeUpload(summary));
  } catch (error) {
    task.failed("see below");
    throw error;
  } finally {
    progress.close();
    bucket.close();
  }
}

function readLive(folder: string): Uint8Array {
  const live = findLiveFile(folder);
  if (live !== undefined) return live;
  throw new OperationalError(
    `There is no ${LIVE_PATH} in ${folder}: "${nameCommand("build", "--live")}" writes it, between two builds.`,
  );
}

async function perform({ summary, run }: PreparedUpload, update: (detail: string) => void): Promise<void> {
  const all = renderBytes(summary.uploadedBytes);
  await run((done, total, bytes) =>
    update(`${groupThousands(done)} of ${groupThousands(total)} changes · ${renderBytes(bytes)} of ${all}`),
  );
}

function describeUpload(summary: UploadSummary): string {
  const { files, uploadedFiles, uploadedBytes, requests } = summary;
  const removed = listRemoved(summary);
  const parts = [
    `${groupThousands(uploadedFiles)} of ${groupThousands(files)} files uploaded (${renderBytes(uploadedBytes)})`,
    `${groupThousands(requests.COPY)} left the site and stay for a day`,
    `${groupThousands(removed.length)} removed${removed.length > 0 ? ` (${nameFew(removed)})` : ""}`,
  ];
  return parts.join(", ");
}

const listRemoved = ({ steps }: UploadSummary): string[] =>
  steps.filter(({ kind }) => kind === "remove").flatMap(({ keys }) => keys);

const NAMED = 3;

const nameFew = (keys: readonly string[]): string =>
  [...keys.slice(0, NAMED), ...(keys.length > NAMED ? ["…"] : [])].join(", ");

function describeDryRun(summary: UploadSummary, everyMinutes: number, invalidates: boolean): string[] {
  const { files, siteBytes, uploadedBytes, requests, isFirst } = summary;
  const counts = Object.entries(requests).map(([kind, count]) => `${kind} ${groupThousands(count)}`);
  const one = {
    writes: requests.PUT + requests.COPY + requests.LIST,
    reads: requests.GET,
    bytes: siteBytes,
  };
  const removed = listRemoved(summary);
  return [
    `Site: ${groupThousands(files)} files, ${renderBytes(siteBytes)}. To upload: ${renderBytes(uploadedBytes)}.`,
    `Requests: ${counts.join(", ")}.`,
    ...(removed.length > 0 ? [`To remove: ${nameFew(removed)}.`] : []),
    ...(isFirst ? describeFirst(one) : describeMonth(one, everyMinutes, invalidates)),
  ];
}

/** The first upload has all files. Later ones have only those that changed. */
function describeFirst(one: BuildRequests): string[] {
  return [
    "A month with this one upload, without readers:",
    ...listPrices(one, 1),
    "Later uploads have fewer files: for the price of a month of them, run this again after the next build.",
  ];
}

function describeMonth(one: BuildRequests, everyMinutes: number, invalidates: boolean): string[] {
  const builds = countBuildsPerMonth(everyMinutes);
  const usd = computeInvalidationPrice(builds);
  return [
    `A month of such uploads, every ${everyMinutes} minutes (${groupThousands(Math.round(builds))}), without readers:`,
    ...listPrices(one, builds),
    ...(invalidates ? [`  and CloudFront, an invalidation for each upload: $${usd.toFixed(2)}`] : []),
  ];
}

/** Beside the builds: they have no price of the room of the site. */
function describeLiveDryRun(bytes: number): string[] {
  const runs = countBuildsPerMonth(LIVE_CADENCE_MS / MINUTE_MS);
  return [
    `To upload: ${renderBytes(bytes)}. Requests: PUT 1.`,
    `A month of such uploads, each minute (${groupThousands(runs)}), without readers and without those of builds:`,
    ...listPrices({ writes: 1, reads: 0, bytes }, runs),
  ];
}

function listPrices(one: BuildRequests, perMonth: number): string[] {
  return STORE_PRICES.map((price) => {
    const usd = computeMonthlyPrice(price, one, perMonth);
    return `  ${price.name} (${price.about}): $${usd.toFixed(2)}, by its list of ${price.on}`;
  });
}
