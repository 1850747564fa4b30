import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { layout } from "../../../build/crypto/api/layout.ts";
import { listCacheClasses, MEDIA_TYPES, PAGE_AGE } from "../../../build/kit/hosts/kit/headers.ts";
import { renderUpload, UPLOAD_FILE } from "../../../build/kit/hosts/kit/s3-upload.ts";
import { makeTempFolder } from "../../cleanup.ts";
import { createFakeBucket, type FakeBucket } from "../../system/hosts/fake-bucket.ts";

const MANIFEST = "api/manifest.json";
const ATTESTATION = "api/attestation.json";
const ARCHIVE = "api/data/download/coins-latest.csv.gz";
const HISTORY = "api/coins/btc/history/1y.json";

/** Files by path: enough of a site for an upload. */
type Tree = Readonly<Record<string, string>>;

/** Each kind of header is one more process of the client. */
const FIRST: Tree = {
  "index.html": "<h1>Market</h1>",
  "api/coins.json": "[1]",
  "api/coins/btc.json": "1",
  "api/coins/eth.json": "2",
};
const EVERY_KIND: Tree = {
  "api/news.feed.json": "{}",
  [HISTORY]: "[]",
  [ARCHIVE]: "archive",
  [`${ARCHIVE}.sha256`]: "hash",
  ...FIRST,
};
const OWN: Tree = { "cloudfront-function.js": "code", [UPLOAD_FILE]: renderUpload(layout) };

function writeTree(site: Tree): string {
  const folder = makeTempFolder();
  const files = { ...site, ...OWN };
  const manifest = { data: { files: Object.entries(files).map(([path, body]) => ({ path, sha256: hash(body) })) } };
  for (const [path, body] of Object.entries({ ...files, [MANIFEST]: JSON.stringify(manifest) })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), body);
  }
  return folder;
}

const hash = (body: string) => createHash("sha256").update(body).digest("hex");

function readBucket({ objects }: FakeBucket): Tree {
  const paths = readdirSync(objects, { recursive: true, encoding: "utf8" });
  const files = paths.filter((path) => statSync(join(objects, path)).isFile());
  return Object.fromEntries(files.map((path) => [path, readFileSync(join(objects, path), "utf8")]));
}

function expectSite(bucket: FakeBucket, site: Tree): void {
  const { [MANIFEST]: manifest, [UPLOAD_FILE]: program, ...files } = readBucket(bucket);
  expect(files).toEqual(site);
  expect([manifest, program].includes(undefined)).toBe(false);
}

describe("the upload to a bucket", () => {
  it("sends all files of the site to an empty bucket, the list of files after the files", async () => {
    const bucket = createFakeBucket();
    expect(await bucket.upload(writeTree(FIRST))).toBe("6 of 6 files uploaded, 0 deleted");
    const calls = bucket.takeCalls();
    expect(calls.slice(0, -2).sort()).toEqual(
      Object.keys(FIRST)
        .map((path) => `PUT ${path}`)
        .sort(),
    );
    expect(calls.slice(-2)).toEqual([`PUT ${MANIFEST}`, `PUT ${UPLOAD_FILE}`]);
    expectSite(bucket, FIRST);
  });

  it("sends what other hosts send with a file", async () => {
    const bucket = createFakeBucket();
    await bucket.upload(writeTree(EVERY_KIND));
    expect(bucket.findHeaders(ARCHIVE)).toEqual({
      "content-type": "application/gzip",
      "cache-control": "public, max-age=60, no-transform",
    });
    for (const path of [...Object.keys(EVERY_KIND), MANIFEST]) {
      const type = MEDIA_TYPES.find(([ending]) => path.endsWith(ending))?.[1] ?? "text/html";
      const { cacheControl } =
        listCacheClasses(layout).find(({ pattern }) => new RegExp(`^${pattern}$`).test(`/${path}`)) ?? {};
      const headers = { "content-type": type, "cache-control": cacheControl ?? PAGE_AGE };
      expect(bucket.findHeaders(path), path).toEqual(headers);
    }
  });

  it("sends three files and their list if three files have changed", async () => {
    const bucket = createFakeBucket();
    await bucket.upload(writeTree(FIRST));
    bucket.takeCalls();
    const next = { ...FIRST, "index.html": "<h1>New</h1>", "api/coins.json": "[2]", "api/coins/btc.json": "3" };
    expect(await bucket.upload(writeTree(next))).toBe("4 of 6 files uploaded, 0 deleted");
    const calls = bucket.takeCalls();
    expect(calls.slice(0, -1).sort()).toEqual(["PUT api/coins.json", "PUT api/coins/btc.json", "PUT index.html"]);
    expect(calls.slice(-1)).toEqual([`PUT ${MANIFEST}`]);
    expectSite(bucket, next);
    expect(await bucket.upload(writeTree(next))).toBe("0 of 6 files uploaded, 0 deleted");
    expect(bucket.takeCalls()).toEqual([]);
  });

  it("treats no file as uploaded after an interruption, also if it changes back", async () => {
    const bucket = createFakeBucket();
    await bucket.upload(writeTree(FIRST));
    const next = Object.fromEntries(Object.keys(FIRST).map((path) => [path, "next"]));
    bucket.takeCalls();
    await expect(bucket.upload(writeTree(next), 2)).rejects.toThrow("upload failed");
    const before = bucket.takeCalls();
    expect(before).toHaveLength(2);
    expect(before).not.toContain(`PUT ${MANIFEST}`);
    await bucket.upload(writeTree(FIRST));
    expect(bucket.takeCalls().sort()).toEqual(before.sort());
    expectSite(bucket, FIRST);
  });

  it("completes a first upload that was interrupted", async () => {
    const bucket = createFakeBucket();
    await expect(bucket.upload(writeTree(FIRST), 3)).rejects.toThrow("upload failed");
    await bucket.upload(writeTree(FIRST));
    expectSite(bucket, FIRST);
  });

  it("deletes files that are gone, after the upload", async () => {
    const bucket = createFakeBucket();
    await bucket.upload(writeTree(FIRST));
    bucket.takeCalls();
    const { "api/coins/eth.json": _gone, ...next } = FIRST;
    await bucket.upload(writeTree(next));
    expect(bucket.takeCalls()).toEqual([`PUT ${MANIFEST}`, "DELETE api/coins/eth.json"]);
    expectSite(bucket, next);
  });

  it("sends the attestation directly before its manifest, and deletes that of a build before", async () => {
    const bucket = createFakeBucket();
    const folder = writeTree(FIRST);
    writeFileSync(join(folder, ATTESTATION), "{}");
    await bucket.upload(folder);
    expect(bucket.takeCalls().slice(-3)).toEqual([`PUT ${ATTESTATION}`, `PUT ${MANIFEST}`, `PUT ${UPLOAD_FILE}`]);
    expect(bucket.findHeaders(ATTESTATION)).toEqual(bucket.findHeaders(MANIFEST));
    await bucket.upload(writeTree(FIRST));
    expect(bucket.takeCalls()).toEqual([`DELETE ${ATTESTATION}`]);
    expectSite(bucket, FIRST);
  });

  it("deletes nothing in a bucket that holds no site", async () => {
    const bucket = createFakeBucket();
    mkdirSync(bucket.objects);
    writeFileSync(join(bucket.objects, "photo.jpg"), "");
    await bucket.upload(writeTree(FIRST));
    expect(bucket.takeCalls().filter((call) => call.startsWith("DELETE"))).toEqual([]);
    expect(readBucket(bucket)).toHaveProperty(["photo.jpg"]);
  });

  it("sends all files if their headers have changed", async () => {
    const bucket = createFakeBucket();
    await bucket.upload(writeTree(FIRST));
    // The bucket has the program of another version.
    writeFileSync(join(bucket.objects, UPLOAD_FILE), "");
    expect(await bucket.upload(writeTree(FIRST))).toBe("6 of 6 files uploaded, 0 deleted");
  });
});
