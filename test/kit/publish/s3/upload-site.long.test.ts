import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { layout } from "../../../../build/crypto/api/layout.ts";
import { createHeaderTable } from "../../../../build/kit/hosts/kit/object-headers.ts";
import type { Bucket } from "../../../../build/kit/publish/s3/bucket.ts";
import { prepareUpload, type UploadSummary } from "../../../../build/kit/publish/s3/upload-site.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../../build/lib/time.ts";
import { createRandom } from "../../../fixtures/random.ts";
import { createMemoryStore, type MemoryStore, openMemoryBucket } from "../../../system/hosts/memory-store.ts";
import { type Build, makeBuild, PATHS, writeBuild } from "./changing-site.ts";
import { createHalfWrittenSearch } from "./half-written.ts";

const BEGINNING_MS = Date.UTC(2026, 10, 20, 9);
const headers = createHeaderTable(layout);
let timeMs: number;
const now = () => timeMs;
/** The clock of a store: each change takes a second. */
const tick = () => {
  timeMs += 1_000;
  return timeMs;
};
beforeEach(() => {
  timeMs = BEGINNING_MS;
});

/** The folders of builds, by number. */
const folders = new Map<number, string>();

async function upload(bucket: Bucket, build: Build, options = {}): Promise<UploadSummary> {
  const folder = folders.get(build.number) ?? writeBuild(build);
  folders.set(build.number, folder);
  const input = { folder, bucket, paths: PATHS, headers, requests: 4, ...options };
  const { summary, run } = await prepareUpload(input);
  await run(() => undefined);
  return summary;
}

const readText = (store: MemoryStore, key: string) => new TextDecoder().decode(store.objects.get(key)?.body);

function expectBuild(store: MemoryStore, { files, manifest, attestation }: Build): void {
  for (const [path, text] of files) expect(readText(store, path), path).toBe(text);
  expect(readText(store, PATHS.manifest)).toBe(manifest);
  expect(store.objects.has(PATHS.attestation)).toBe(attestation !== undefined);
  if (attestation !== undefined) expect(readText(store, PATHS.attestation)).toBe(attestation);
}

/** The bucket of a process that is killed after so many changes: no later call does anything. */
function openMortalBucket(store: MemoryStore, changes: number): { bucket: Bucket; killed: Promise<void> } {
  let kill: () => void = () => undefined;
  const killed = new Promise<void>((resolve) => {
    kill = resolve;
  });
  let left = changes;
  const bucket = openMemoryBucket(store);
  const lives =
    <Args extends unknown[]>(act: (...args: Args) => Promise<void>) =>
    (...args: Args) => {
      if (left === 0) {
        kill();
        return new Promise<void>(() => undefined);
      }
      left -= 1;
      return act(...args);
    };
  return {
    bucket: { ...bucket, write: lives(bucket.write), redate: lives(bucket.redate), remove: lives(bucket.remove) },
    killed,
  };
}

describe("an upload to a bucket", () => {
  it("fills an empty bucket: the manifest after the files, the attestation after the manifest", async () => {
    const store = createMemoryStore({ now });
    const build = makeBuild(0);
    const summary = await upload(openMemoryBucket(store), build);
    expectBuild(store, build);
    expect(store.changes[0]).toMatch(/^PUT \.headers-/);
    expect(store.changes.slice(-2)).toEqual([`PUT ${PATHS.manifest}`, `PUT ${PATHS.attestation}`]);
    expect([summary.files, summary.uploadedFiles]).toEqual([build.files.size + 2, build.files.size + 2]);
    expect(summary.requests).toEqual({ PUT: build.files.size + 3, COPY: 0, DELETE: 0, LIST: 1, GET: 0 });
  });

  it("changes nothing if nothing has changed", async () => {
    const store = createMemoryStore({ now });
    await upload(openMemoryBucket(store), makeBuild(0));
    const { length } = store.changes;
    const { requests, uploadedBytes } = await upload(openMemoryBucket(store), makeBuild(0));
    expect(store.changes).toHaveLength(length);
    expect([requests, uploadedBytes]).toEqual([{ PUT: 0, COPY: 0, DELETE: 0, LIST: 1, GET: 1 }, 0]);
  });

  it("writes only what changed: new names first, then files that keep their name", async () => {
    const store = createMemoryStore({ now });
    const [before, after] = [makeBuild(1), makeBuild(2)];
    await upload(openMemoryBucket(store), before);
    store.changes.length = 0;
    await upload(openMemoryBucket(store), after);
    const changed = [...after.files].filter(([path, text]) => before.files.get(path) !== text).map(([path]) => path);
    const written = store.changes.filter((change) => change.startsWith("PUT"));
    expect(written.sort()).toEqual([...changed, PATHS.manifest].map((path) => `PUT ${path}`).sort());
    const isAdded = (change: string) => !before.files.has(change.replace("PUT ", ""));
    const files = store.changes.filter((change) => change.startsWith("PUT")).slice(0, -1);
    const added = files.filter(isAdded);
    expect(added.length).toBeGreaterThan(1);
    expect(files.slice(0, added.length)).toEqual(added);
    expectBuild(store, after);
  });

  it("sends type and age of every file, and no encoding", async () => {
    const store = createMemoryStore({ now });
    await upload(openMemoryBucket(store), makeBuild(0));
    const find = (key: string) => store.objects.get(key)?.headers;
    expect(find("api/data/download/all.csv.gz")).toEqual({
      contentType: "application/gzip",
      cacheControl: "public, max-age=60, no-transform",
    });
    expect(find("api/index.json")).toEqual({
      contentType: "application/json; charset=utf-8",
      cacheControl: "public, max-age=60, stale-while-revalidate=600",
    });
    expect(find("index.html")).toEqual({
      contentType: "text/html; charset=utf-8",
      cacheControl: "public, max-age=300",
    });
  });

  it("writes all files again if their headers have changed, also after an interruption", async () => {
    const store = createMemoryStore({ now });
    const build = makeBuild(0);
    await upload(openMemoryBucket(store), build);
    timeMs += MINUTE_MS;
    const others = { headers: { ...headers, digest: "0123456789abcdef0123" } };
    const { bucket, killed } = openMortalBucket(store, 5);
    await Promise.race([upload(bucket, build, others), killed]);
    timeMs += MINUTE_MS;
    store.changes.length = 0;
    await upload(openMemoryBucket(store), build, others);
    // The mark was there, the old one had gone, and three files were there.
    expect(store.changes.filter((change) => change.startsWith("PUT"))).toHaveLength(build.files.size + 2 - 3);
    store.changes.length = 0;
    await upload(openMemoryBucket(store), build, others);
    expect(store.changes).toEqual([]);
  });

  it.each([
    ["after a version with others", Number.POSITIVE_INFINITY],
    ["after an upload of others that was killed with its mark and a file", 3],
    ["after one that was killed between the two marks", 1],
  ])("writes all files again with the headers of before, %s", async (_, changes) => {
    const store = createMemoryStore({ now });
    const build = makeBuild(0);
    await upload(openMemoryBucket(store), build);
    const find = () => ({ contentType: "text/x-other", cacheControl: "" });
    timeMs += HOUR_MS;
    const { bucket, killed } = openMortalBucket(store, changes);
    await Promise.race([upload(bucket, build, { headers: { find, digest: "0123456789abcdef0123" } }), killed]);
    timeMs += HOUR_MS;
    await upload(openMemoryBucket(store), build);
    for (const path of [...build.files.keys(), PATHS.manifest])
      expect([path, store.objects.get(path)?.headers]).toEqual([path, headers.find(path)]);
    expect([...store.objects.keys()].filter((key) => key.startsWith(".headers-"))).toHaveLength(1);
    store.changes.length = 0;
    await upload(openMemoryBucket(store), build);
    expect(store.changes).toEqual([]);
  });

  it("keeps a file that left for a day, from the moment when it left", async () => {
    const store = createMemoryStore({ now });
    await upload(openMemoryBucket(store), makeBuild(0));
    const path = "api/things/7.json";
    const without = makeBuild(1);
    expect([makeBuild(0).files.has(path), without.files.has(path)]).toEqual([false, true]);
    // Thing 6 leaves with build 1, long after it was written.
    const left = "api/things/6.json";
    expect(without.files.has(left)).toBe(false);
    timeMs += 10 * DAY_MS;
    await upload(openMemoryBucket(store), without);
    expect(store.changes).toContain(`COPY ${left}`);
    expect(store.objects.get(left)?.modifiedMs).toBe(timeMs);
    expect(store.objects.get(left)?.headers.contentType).toBe("application/json; charset=utf-8");
    timeMs += DAY_MS;
    await upload(openMemoryBucket(store), without);
    expect(store.objects.has(left)).toBe(true);
    timeMs += 1_000;
    await upload(openMemoryBucket(store), without);
    expect(store.objects.has(left)).toBe(false);
    expectBuild(store, without);
  });

  it("removes expired files before it uploads, and keeps a live file that is written during the upload", async () => {
    const store = createMemoryStore({ now });
    for (const number of [0, 1]) await upload(openMemoryBucket(store), makeBuild(number));
    const putLive = (text: string) =>
      store.put(PATHS.live, new TextEncoder().encode(text), { contentType: "", cacheControl: "" });
    putLive("older");
    timeMs += 2 * DAY_MS;
    store.changes.length = 0;
    const bucket = openMemoryBucket(store);
    const write: Bucket["write"] = async (...args) => {
      await bucket.write(...args);
      putLive("newer");
    };
    await upload({ ...bucket, write }, makeBuild(2));
    const removed = ["DELETE api/builds/0.json", `DELETE ${PATHS.live}`];
    expect(store.changes.slice(0, removed.length).sort()).toEqual(removed);
    expect(readText(store, PATHS.live)).toBe("newer");
    expectBuild(store, makeBuild(2));
  });

  it("refuses a bucket with other objects, not one with live prices, and continues one that an interruption left", async () => {
    const store = createMemoryStore({ now });
    store.put("photo.jpg", new Uint8Array(3), { contentType: "image/jpeg", cacheControl: "" });
    await expect(upload(openMemoryBucket(store), makeBuild(0))).rejects.toThrow(/"photo\.jpg".*a bucket for it alone/);
    expect(store.changes).toEqual(["PUT photo.jpg"]);
    const own = createMemoryStore({ now });
    own.put(PATHS.live, new Uint8Array(3), { contentType: "application/json", cacheControl: "" });
    const { bucket, killed } = openMortalBucket(own, 3);
    await Promise.race([upload(bucket, makeBuild(0)), killed]);
    await upload(openMemoryBucket(own), makeBuild(0));
    expectBuild(own, makeBuild(0));
  });

  it("refuses a bucket with a site of another program and other objects, and accepts such a site alone", async () => {
    const store = createMemoryStore({ now });
    const before = makeBuild(0);
    const put = (key: string, text: string) =>
      store.put(key, new TextEncoder().encode(text), { contentType: "", cacheControl: "" });
    for (const [path, text] of [...before.files, [PATHS.manifest, before.manifest] as const]) put(path, text);
    put("logs/2026-11-01.gz", "requests");
    timeMs += 19 * DAY_MS;
    const { length } = store.changes;
    const refused = upload(openMemoryBucket(store), makeBuild(1));
    await expect(refused).rejects.toThrow('not of a site: "logs/2026-11-01.gz". An upload removes');
    expect(store.changes).toHaveLength(length);
    store.remove("logs/2026-11-01.gz");
    await upload(openMemoryBucket(store), makeBuild(1));
    expectBuild(store, makeBuild(1));
  });

  it("refuses to replace a newer build, and says how to go back", async () => {
    const store = createMemoryStore({ now });
    await upload(openMemoryBucket(store), makeBuild(1));
    const { length } = store.changes;
    await expect(upload(openMemoryBucket(store), makeBuild(0))).rejects.toThrow(
      "The bucket has a build of 2026-11-18T00:30:00.000Z, newer than this one of 2026-11-18T00:00:00.000Z: build again",
    );
    expect(store.changes).toHaveLength(length);
    store.remove(PATHS.manifest);
    await upload(openMemoryBucket(store), makeBuild(0));
    expectBuild(store, makeBuild(0));
  });

  it("replaces a build whose time is ahead, because a wrong clock made it", async () => {
    timeMs = Date.UTC(2026, 10, 18, 0, 10);
    const store = createMemoryStore({ now });
    await upload(openMemoryBucket(store), makeBuild(1));
    await upload(openMemoryBucket(store), makeBuild(0));
    expectBuild(store, makeBuild(0));
  });

  it("replaces a damaged manifest", async () => {
    const store = createMemoryStore({ now });
    await upload(openMemoryBucket(store), makeBuild(0));
    store.put(PATHS.manifest, new TextEncoder().encode("<html>"), { contentType: "", cacheControl: "" });
    await upload(openMemoryBucket(store), makeBuild(1));
    expectBuild(store, makeBuild(1));
  });

  it("keeps a file that left for a day, also if the manifest was damaged or removed", async () => {
    const damage = (store: MemoryStore) =>
      store.put(PATHS.manifest, new TextEncoder().encode("<html>"), { contentType: "", cacheControl: "" });
    for (const harm of [damage, (store: MemoryStore) => store.remove(PATHS.manifest)]) {
      const store = createMemoryStore({ now });
      await upload(openMemoryBucket(store), makeBuild(0));
      timeMs += 10 * DAY_MS;
      harm(store);
      await upload(openMemoryBucket(store), makeBuild(1));
      expect(store.objects.get("api/things/6.json")?.modifiedMs).toBe(timeMs);
      expectBuild(store, makeBuild(1));
    }
  });

  it.each(["has", "lacks"])(
    "removes the live file of the bucket a day after it was written last, if the folder %s one",
    async (which) => {
      const store = createMemoryStore({ now: tick });
      const folder = writeBuild(makeBuild(0));
      if (which === "has") writeFileSync(join(folder, PATHS.live), "first");
      await upload(openMemoryBucket(store), makeBuild(0), { folder });
      expect(store.objects.has(PATHS.live)).toBe(false);
      store.put(PATHS.live, new TextEncoder().encode("newer"), { contentType: "", cacheControl: "" });
      store.changes.length = 0;
      timeMs += DAY_MS - MINUTE_MS;
      const { requests } = await upload(openMemoryBucket(store), makeBuild(0), { folder });
      expect([store.changes, requests.COPY, readText(store, PATHS.live)]).toEqual([[], 0, "newer"]);
      timeMs += MINUTE_MS;
      await upload(openMemoryBucket(store), makeBuild(0), { folder });
      expect(store.changes).toEqual([`DELETE ${PATHS.live}`]);
    },
  );

  it("refuses a folder whose manifest is cut off, as by a copy that ended early", async () => {
    const store = createMemoryStore({ now });
    const folder = writeBuild(makeBuild(0));
    writeFileSync(join(folder, PATHS.manifest), makeBuild(0).manifest.slice(0, 100));
    const refused = upload(openMemoryBucket(store), makeBuild(0), { folder });
    await expect(refused).rejects.toThrow(/manifest\.json is damaged.*build or copy the site again/);
    expect(store.changes).toEqual([]);
  });

  it("does not mix two builds if a file changes meanwhile", async () => {
    const store = createMemoryStore({ now });
    const folder = writeBuild(makeBuild(0));
    const bucket = openMemoryBucket(store);
    const { run } = await prepareUpload({ folder, bucket, paths: PATHS, headers, requests: 1 });
    writeFileSync(join(folder, "api/always.json"), "another build");
    await expect(run(() => undefined)).rejects.toThrow("api/always.json was changed during the upload");
    rmSync(join(folder, "api/always.json"));
    await expect(run(() => undefined)).rejects.toThrow("api/always.json was changed during the upload");
    expect(store.objects.has(PATHS.manifest)).toBe(false);
  });

  it("begins no request after one that failed, and at most the given number at once", async () => {
    const store = createMemoryStore({ now });
    const bucket = openMemoryBucket(store);
    let running = 0;
    let most = 0;
    const slow: Bucket = {
      ...bucket,
      async write(key, ...rest) {
        running += 1;
        most = Math.max(most, running);
        await new Promise((resolve) => setImmediate(resolve));
        running -= 1;
        if (key === "api/always.json") throw new Error("refused");
        await bucket.write(key, ...rest);
      },
    };
    await expect(upload(slow, makeBuild(0), { requests: 3 })).rejects.toThrow("refused");
    expect(most).toBe(3);
    const { length } = store.changes;
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(store.changes).toHaveLength(length);
    expect(length).toBeLessThan(makeBuild(0).files.size);
  });

  it("uses the hashes of the manifest where the tags of a store are no hashes", async () => {
    const store = createMemoryStore({ now: tick, encrypted: true });
    await upload(openMemoryBucket(store), makeBuild(1));
    store.changes.length = 0;
    await upload(openMemoryBucket(store), makeBuild(3));
    expect(store.changes).toContain("PUT api/index.json");
    expect(store.changes).not.toContain("PUT api/always.json");
    expectBuild(store, makeBuild(3));
  });

  it.each([false, true])(
    "never leaves a half-written state, wherever it is killed (encrypted: %s)",
    async (encrypted) => {
      const total = await countChanges(encrypted);
      expect(total).toBeGreaterThan(20);
      for (let at = 0; at < total; at += 1) {
        timeMs = BEGINNING_MS;
        const search = createHalfWrittenSearch(now);
        const problems: string[] = [];
        const store = createMemoryStore({
          now: tick,
          encrypted,
          watch: () => problems.push(...search.find(store.objects)),
        });
        const begin = (number: number) => {
          timeMs += 30 * MINUTE_MS;
          const build = makeBuild(number);
          search.begin(build);
          return build;
        };
        await upload(openMemoryBucket(store), begin(0));
        const { bucket, killed } = openMortalBucket(store, at);
        await Promise.race([upload(bucket, begin(1)), killed]);
        const next = begin(2);
        await upload(openMemoryBucket(store), next);
        expectBuild(store, next);
        expect(problems).toEqual([]);
      }
    },
  );

  it("never leaves one in 50 uploads, of which many are killed", async () => {
    const random = createRandom(7);
    const search = createHalfWrittenSearch(now);
    const problems: string[] = [];
    const store = createMemoryStore({ now, watch: () => problems.push(...search.find(store.objects)) });
    for (let number = 0; number < 50; number += 1) {
      timeMs += random.logUniform(10 * MINUTE_MS, 10 * HOUR_MS);
      const build = makeBuild(number);
      search.begin(build);
      const { bucket, killed } = openMortalBucket(store, Math.floor(random.next() * 80));
      const ended = await Promise.race([upload(bucket, build).then(() => true), killed.then(() => false)]);
      if (ended) expectBuild(store, build);
    }
    const last = makeBuild(49);
    await upload(openMemoryBucket(store), last);
    expectBuild(store, last);
    expect(problems).toEqual([]);
    timeMs += 2 * DAY_MS;
    await upload(openMemoryBucket(store), last);
    const kept = [...store.objects.keys()].filter((key) => !key.startsWith(".headers-"));
    expect(kept.sort()).toEqual(
      [...last.files.keys(), PATHS.manifest, ...(last.attestation === undefined ? [] : [PATHS.attestation])].sort(),
    );
  });
});

/** The changes of the upload that is killed in the test above. */
async function countChanges(encrypted: boolean): Promise<number> {
  const store = createMemoryStore({ now: tick, encrypted });
  await upload(openMemoryBucket(store), makeBuild(0));
  store.changes.length = 0;
  timeMs += 30 * MINUTE_MS;
  await upload(openMemoryBucket(store), makeBuild(1));
  return store.changes.length;
}
