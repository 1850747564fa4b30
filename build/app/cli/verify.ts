import { layout } from "../../crypto/api/layout.ts";
import { createHandler } from "../../crypto/serve/handler.ts";
import { WORKER_FILE } from "../../kit/hosts/cloudflare.ts";
import type { Host, HostFile } from "../../kit/hosts/host.ts";
import { findLimitProblems } from "../../kit/hosts/kit/host-limits.ts";
import { getHost } from "../../kit/hosts/registry.ts";
import { createBinaryClient } from "../../kit/platform/http/binary-client.ts";
import { createFolderReader, createSiteReader, listFolder } from "../../kit/platform/output/published-files.ts";
import { createProgress } from "../../kit/platform/terminal/progress.ts";
import { MANIFEST_PATH } from "../../kit/render/manifest.ts";
import { ATTESTATION_PATH } from "../../kit/verify/attestation.ts";
import type { ReadFile } from "../../kit/verify/read-published.ts";
import { type Verification, type VerifyOptions, verifyTree } from "../../kit/verify/verify.ts";
import { OperationalError } from "../../lib/operational-error.ts";
import { cutList, groupThousands } from "../../lib/text-layout.ts";
import { isWebAddress } from "../../lib/web-url.ts";
import { loadOwnConfig } from "./kit/find-site-address.ts";
import { refuseFolderWithoutSite } from "./kit/no-site.ts";
import { stderr, stdout } from "./kit/standard-streams.ts";
import { verifyPrices } from "./kit/verify-prices.ts";

export interface VerifyFlags {
  /** Id of the site's host. */
  siteHost?: string;
  /** Recompute the prices instead of checking the files. */
  prices?: boolean;
}

/** Printed problems; the rest is counted. */
const SHOWN = 50;

/** `npm run verify`: checks a published site from the outside, in a folder or at a URL. */
export async function verifyCommand(place: string, flags: VerifyFlags = {}): Promise<void> {
  stdout.print(await (flags.prices ? verifyPricesOf(place) : verifyPlace(place, flags)));
}

/** The check of prices; resolves with its message. */
async function verifyPricesOf(place: string): Promise<string> {
  if (!isWebAddress(place)) refuseFolderWithoutSite(place);
  const { recomputed, others, problems } = isWebAddress(place)
    ? await readSite(place, "coins", verifyPrices)
    : await verifyPrices(createFolderReader(place));
  refuseProblems(place, problems);
  const note = others === 0 ? "" : `; ${others} other coins have no price of exchanges in this build`;
  return `${place}: ${recomputed} of ${recomputed} aggregated prices recomputed from their evidence${note}`;
}

/** The check behind the command; resolves with its message. */
export async function verifyPlace(place: string, { siteHost }: VerifyFlags = {}): Promise<string> {
  const remote = isWebAddress(place);
  const host = siteHost === undefined ? undefined : getHost(siteHost, loadOwnConfig({}).config.paidHosts);
  const checkHost: VerifyOptions["checkHost"] = host && ((files) => findHostProblems(host, files));
  if (!remote) refuseFolderWithoutSite(place);
  const { files, checks, attested, problems } = remote
    ? await verifySite(place, checkHost)
    : await verifyFolder(place, checkHost);
  refuseProblems(place, problems);
  const notes = [
    ...(attested ? [`${ATTESTATION_PATH} is about this manifest, by its hash: its signature was not checked`] : []),
    ...(remote ? ["files that the manifest does not name cannot be seen from here"] : []),
  ];
  return [`${place}: ${files} files verified, ${checks} checks passed, 0 failed`, ...notes].join("; ");
}

function refuseProblems(place: string, problems: readonly string[]): void {
  if (problems.length === 0) return;
  const lines = cutList(problems, SHOWN).map((problem) => `  ${problem}`);
  throw new OperationalError(
    `${place} failed verification: ${problems.length} ${problems.length === 1 ? "problem" : "problems"}:`,
    { lines },
  );
}

/** Limits of files and bytes. The rules in control files were counted when written. */
function findHostProblems(host: Host, files: readonly HostFile[]): string[] {
  const unlisted = [MANIFEST_PATH, ATTESTATION_PATH].map((path) => ({ path, bytes: 0 }));
  return findLimitProblems(host, [...files, ...unlisted], [], layout.growth);
}

/** A host that runs the handler does not store what the handler computes. */
function openProgram(files: ReadonlyMap<string, unknown>, readFile: ReadFile) {
  if (!files.has(WORKER_FILE)) return undefined;
  const handle = createHandler(async (path) => {
    const body = await readFile(path);
    return body && { body };
  });
  return async (path: string) => (await handle(new Request(`http://tree/${path}`))).ok;
}

function verifyFolder(folder: string, checkHost: VerifyOptions["checkHost"]): Promise<Verification> {
  return verifyTree(createFolderReader(folder), { listFiles: () => listFolder(folder), checkHost, openProgram });
}

function verifySite(url: string, checkHost: VerifyOptions["checkHost"]): Promise<Verification> {
  return readSite(url, "files", (readFile, progress) => verifyTree(readFile, { checkHost, progress, openProgram }));
}

/** Runs a check on the files at a URL and shows its progress. `what` is counted. */
async function readSite<Found extends { problems: readonly string[] }>(
  url: string,
  what: string,
  check: (readFile: ReadFile, progress: (done: number, total: number) => void) => Promise<Found>,
): Promise<Found> {
  const client = createBinaryClient({ userAgent: loadOwnConfig({}).config.userAgent });
  const progress = createProgress({ terminal: stderr, quiet: false, now: Date.now });
  const task = progress.start("verify");
  let read = 0;
  try {
    const found = await check(createSiteReader({ url, fetch: client.fetch }), (done, total) => {
      read = done;
      task.update(`${groupThousands(done)} of ${groupThousands(total)} ${what}`);
    });
    const summary = `${groupThousands(read)} ${what}`;
    if (found.problems.length === 0) task.done(summary);
    else task.failed(summary);
    return found;
  } finally {
    progress.close();
    await client.close();
  }
}
