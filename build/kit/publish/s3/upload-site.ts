import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import pLimit from "p-limit";
import { z } from "zod";
import { codeOf } from "../../../lib/error-code.ts";
import { computeSha256 } from "../../../lib/hash.ts";
import { parseJson } from "../../../lib/json/parse-json.ts";
import { OperationalError } from "../../../lib/operational-error.ts";
import { groupThousands } from "../../../lib/text-layout.ts";
import type { Bucket, StoredHeaders } from "./bucket.ts";
import {
  type LocalSite,
  listForeign,
  nameHeadersMark,
  planUpload,
  type SiteFile,
  type UploadPlan,
  type UploadStep,
} from "./plan-upload.ts";

export interface UploadOptions {
  /** The folder of the built site. */
  folder: string;
  bucket: Bucket;
  /** The paths of files that the manifest does not name. The live file has uploads of its own. */
  paths: { manifest: string; attestation: string; live: string };
  headers: { find(path: string): StoredHeaders; digest: string };
  /** Requests at once. */
  requests: number;
}

/** The requests of an upload, as a bill counts them. */
export interface UploadSummary {
  /** Files of the site. */
  files: number;
  siteBytes: number;
  /** Of the files. */
  uploadedFiles: number;
  uploadedBytes: number;
  requests: Readonly<Record<"PUT" | "COPY" | "DELETE" | "LIST" | "GET", number>>;
  /** No upload to this bucket was complete before. */
  isFirst: boolean;
  steps: readonly UploadStep[];
}

export interface PreparedUpload {
  summary: UploadSummary;
  /** Performs the plan. `progress` gets the finished and all changes, and the bytes of both. */
  run(progress: (done: number, total: number, bytes: number) => void): Promise<void>;
}

/**
 * Compares a built site with a bucket: nothing is changed yet. Throws an `OperationalError` if the
 * bucket holds something else than a site, or a newer build of it.
 */
export async function prepareUpload(options: UploadOptions): Promise<PreparedUpload> {
  const { folder, bucket, paths, headers } = options;
  const site = readLocalSite(folder, paths);
  const { objects: stored, requests: listings } = await bucket.list();
  const hasManifest = stored.some(({ key }) => key === paths.manifest);
  const before = findManifest(hasManifest ? await bucket.read(paths.manifest) : undefined);
  const published = before && new Map(before.files.map(({ path, sha256 }) => [path, sha256]));
  const foreign = listForeign(stored, published, Object.values(paths));
  if (foreign.length > 0) {
    const more = foreign.length > 1 ? ` and ${groupThousands(foreign.length - 1)} more` : "";
    throw new OperationalError(
      `The bucket holds objects that are not of a site: "${foreign[0]}"${more}. ` +
        "An upload removes what is not of the site: create a bucket for it alone.",
    );
  }
  refuseOlder(site, before?.generated_at, options);
  const readMd5 = (path: string) => createHash("md5").update(readPresent(folder, path)).digest("hex");
  const plan = planUpload({ site, stored, published, headersDigest: headers.digest, now: bucket.now(), readMd5 });
  const count = (kind: UploadStep["kind"]) =>
    plan.steps.filter((step) => step.kind === kind).reduce((sum, { keys }) => sum + keys.length, 0);
  const all = listAll(site);
  const summary: UploadSummary = {
    files: all.length,
    siteBytes: all.reduce((sum, { bytes }) => sum + bytes, 0),
    uploadedFiles: plan.steps
      .filter(({ kind }) => kind === "write")
      .flatMap(({ keys }) => keys)
      .filter((key) => key !== nameHeadersMark(headers.digest)).length,
    uploadedBytes: plan.bytes,
    requests: {
      PUT: count("write"),
      COPY: count("redate"),
      DELETE: count("remove"),
      LIST: listings,
      GET: hasManifest ? 1 : 0,
    },
    isFirst: !hasManifest,
    steps: plan.steps,
  };
  return { summary, run: (progress) => runPlan(options, site, plan, progress) };
}

async function runPlan(
  { folder, bucket, headers, requests }: UploadOptions,
  site: LocalSite,
  { steps }: UploadPlan,
  progress: (done: number, total: number, bytes: number) => void,
): Promise<void> {
  const mark = nameHeadersMark(headers.digest);
  const files = new Map(listAll(site).map((file) => [file.path, file]));
  const total = steps.reduce((sum, { keys }) => sum + keys.length, 0);
  let done = 0;
  let bytes = 0;
  const act: Readonly<Record<UploadStep["kind"], (key: string) => Promise<void>>> = {
    async write(key) {
      const body = key === mark ? new Uint8Array() : readUnchanged(folder, files.get(key)!);
      await bucket.write(key, body, headers.find(key));
      bytes += body.length;
    },
    redate: (key) => bucket.redate(key, headers.find(key)),
    remove: (key) => bucket.remove(key),
  };
  const limit = pLimit(requests);
  for (const { kind, keys } of steps) {
    let failure: { error: unknown } | undefined;
    const perform = async (key: string) => {
      // Requests that have begun are waited for: a late one could undo those of the next upload.
      if (failure !== undefined) return;
      try {
        await act[kind](key);
      } catch (error) {
        failure ??= { error };
        return;
      }
      done += 1;
      progress(done, total, bytes);
    };
    await Promise.all(keys.map((key) => limit(perform, key)));
    if (failure !== undefined) throw failure.error;
  }
}

/** Throws if a build replaces the folder during the upload. */
function readUnchanged(folder: string, { path, sha256 }: SiteFile): Uint8Array {
  const body = readPresent(folder, path);
  if (computeSha256(body) !== sha256) throw describeChange(path);
  return body;
}

function readPresent(folder: string, path: string): Uint8Array {
  try {
    return readFileSync(join(folder, path));
  } catch (error) {
    throw codeOf(error) === "ENOENT" ? describeChange(path) : error;
  }
}

function describeChange(path: string): OperationalError {
  return new OperationalError(`${path} was changed during the upload: upload again when no build is running.`);
}

/** Later builds would continue from the older state. A time ahead comes from a wrong clock. */
function refuseOlder(site: LocalSite, before: string | undefined, { paths, bucket }: UploadOptions): void {
  if (before === undefined || Date.parse(before) > bucket.now() || Date.parse(before) <= Date.parse(site.generatedAt))
    return;
  throw new OperationalError(
    `The bucket has a build of ${before}, newer than this one of ${site.generatedAt}: build again. ` +
      `To go back to this build, remove ${paths.manifest} from the bucket, and run the command again.`,
  );
}

function readLocalSite(folder: string, paths: UploadOptions["paths"]): LocalSite {
  const manifest = readFileSync(join(folder, paths.manifest));
  const { files, generated_at: generatedAt } = findManifest(manifest) ?? refuseDamaged(join(folder, paths.manifest));
  const attestation = readOptional(join(folder, paths.attestation));
  return {
    generatedAt,
    files,
    manifest: describeFile(paths.manifest, manifest),
    attestation: {
      path: paths.attestation,
      file: attestation && describeFile(paths.attestation, attestation),
    },
    live: paths.live,
  };
}

function refuseDamaged(manifest: string): never {
  throw new OperationalError(`${manifest} is damaged, so its folder may lack files: build or copy the site again.`);
}

function listAll({ files, manifest, attestation }: LocalSite): SiteFile[] {
  return [...files, manifest, ...(attestation.file === undefined ? [] : [attestation.file])];
}

function describeFile(path: string, body: Uint8Array): SiteFile {
  return { path, bytes: body.length, sha256: computeSha256(body) };
}

function readOptional(file: string): Uint8Array | undefined {
  return existsSync(file) ? readFileSync(file) : undefined;
}

const manifestForm = z.object({
  data: z.object({
    generated_at: z.iso.datetime(),
    files: z.array(z.object({ path: z.string(), bytes: z.number(), sha256: z.string() })),
  }),
});

type Manifest = z.infer<typeof manifestForm>["data"];

/** `undefined` for another form: a damaged manifest must not prevent the upload of a new one. */
function findManifest(manifest: Uint8Array | undefined): Manifest | undefined {
  try {
    return manifest && manifestForm.parse(parseJson(new TextDecoder().decode(manifest))).data;
  } catch {
    return undefined;
  }
}
