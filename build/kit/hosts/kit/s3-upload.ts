import { listCacheClasses, MEDIA_TYPES, PAGE_AGE } from "./headers.ts";
import type { Layout } from "./layout.ts";

export const UPLOAD_FILE = "cloudfront-upload.mjs";

/**
 * A program that uploads what has changed: S3 sends the type and the age that the upload has set.
 *
 * Compares hashes with the bucket itself: after an interrupted upload, a list of files would not
 * say what the bucket holds. The AWS client needs a second to start, so that each call uploads a
 * folder of links to all files with the same headers.
 */
export function renderUpload(layout: Layout): string {
  const ages = [
    ...listCacheClasses(layout).map(({ pattern, cacheControl }) => [`^${pattern}$`, cacheControl]),
    ["", PAGE_AGE],
  ];
  return `// Uploads what has changed to the bucket of the site: node ${UPLOAD_FILE} NAME
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** Patterns of paths with their Cache-Control; the first match counts. */
const AGES = [
${renderRows(ages)}
];
/** Types by the end of the path. The AWS client guesses others. */
const TYPES = [
${renderRows(MEDIA_TYPES)}
];
const MANIFEST = "api/manifest.json";
/** Beside the manifest, where the build has one. */
const ATTESTATION = "api/attestation.json";
const UPLOAD = "${UPLOAD_FILE}";

const root = import.meta.dirname;
const bucket = process.argv[2];
if (bucket === undefined) throw new Error("Usage: node ${UPLOAD_FILE} BUCKET");
const aws = (...args) => execFileSync("aws", args, { encoding: "utf8", maxBuffer: Infinity });

const { data } = JSON.parse(readFileSync(join(root, MANIFEST), "utf8"));
const published = data.files.map(({ path }) => path).filter((path) => !path.startsWith("cloudfront-"));
// The list of files comes after the files, directly after the statement about it. This program is
// last: while the bucket has another version of it, headers may differ, and all files are uploaded.
const attested = existsSync(join(root, ATTESTATION)) ? [ATTESTATION] : [];
const last = [...attested, MANIFEST, UPLOAD];
const paths = [...published, ...last];

// The tag of an object is its MD5. Objects in several parts have another, so they are uploaded.
const query = ["--query", "Contents[].[Key,ETag]", "--output", "json"];
const listed = JSON.parse(aws("s3api", "list-objects-v2", "--bucket", bucket, ...query) || "null") ?? [];
const stored = new Map(listed.map(([key, tag]) => [key, tag.replaceAll('"', "")]));
const isStored = (path) =>
  stored.get(path) === createHash("md5").update(readFileSync(join(root, path))).digest("hex");
const changed = isStored(UPLOAD) ? paths.filter((path) => !isStored(path)) : paths;

const scratch = mkdtempSync(join(tmpdir(), "upload-"));
try {
  const groups = new Map();
  for (const path of changed) {
    const [, age] = AGES.find(([pattern]) => new RegExp(pattern).test("/" + path));
    const [, type] = TYPES.find(([ending]) => path.endsWith(ending)) ?? [];
    const options = ["--cache-control", age, ...(type === undefined ? [] : ["--content-type", type])];
    const name = last.includes(path) ? path : options.join();
    if (!groups.has(name)) groups.set(name, { folder: join(scratch, String(groups.size)), options });
    const link = join(groups.get(name).folder, path);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(root, path), link);
  }
  for (const { folder, options } of groups.values())
    aws("s3", "cp", folder, "s3://" + bucket, "--recursive", "--only-show-errors", ...options);
  // A bucket without a list of files may hold something else.
  const kept = new Set(paths);
  const gone = stored.has(MANIFEST) ? [...stored.keys()].filter((key) => !kept.has(key)) : [];
  for (let at = 0; at < gone.length; at += 1000) {
    const list = join(scratch, "gone.json");
    const objects = gone.slice(at, at + 1000).map((Key) => ({ Key }));
    writeFileSync(list, JSON.stringify({ Objects: objects, Quiet: true }));
    const errors = aws("s3api", "delete-objects", "--bucket", bucket, "--delete", "file://" + list);
    if (errors.includes('"Errors"')) throw new Error(errors);
  }
  console.log(changed.length + " of " + paths.length + " files uploaded, " + gone.length + " deleted");
} finally {
  rmSync(scratch, { recursive: true });
}
`;
}

function renderRows(rows: readonly unknown[]): string {
  return rows.map((row) => `  ${JSON.stringify(row)},`).join("\n");
}
