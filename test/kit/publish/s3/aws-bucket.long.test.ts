import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { openBucket } from "../../../../build/kit/publish/s3/aws-bucket.ts";
import type { Bucket } from "../../../../build/kit/publish/s3/bucket.ts";
import { DAY_MS, MINUTE_MS } from "../../../../build/lib/time.ts";
import { cleanUpLater } from "../../../cleanup.ts";
import { createMemoryStore, type MemoryStore } from "../../../system/hosts/memory-store.ts";
import { type Fault, type S3Server, startS3Server } from "../../../system/hosts/s3-server.ts";
import { useS3Key } from "../../../system/hosts/use-s3-key.ts";
import { startServer } from "../../platform/local-server.ts";

const NOW_MS = Date.UTC(2026, 10, 20, 9);
const JSON_HEADERS = { contentType: "application/json", cacheControl: "public, max-age=60" };
const body = (text: string) => new TextEncoder().encode(text);

useS3Key();

interface Opened {
  bucket: Bucket;
  store: MemoryStore;
  server: S3Server;
}

/** `faults`: of the signed requests, in order; the rest succeed. Or by the path of a request. */
async function open(
  faults: readonly (Fault | undefined)[] | ((path?: string) => Fault | undefined) = [],
  options = {},
): Promise<Opened> {
  const store = createMemoryStore({ now: () => NOW_MS });
  const left = typeof faults === "function" ? [] : [...faults];
  const findFault = typeof faults === "function" ? faults : () => left.shift();
  const server = await startS3Server({ bucket: "site", store, findFault: ({ url }) => findFault(url), pageSize: 3 });
  const limits = { requests: 4, timeoutMs: 300, tries: 4, pauseMs: 10, ...options };
  const bucket = openBucket({ bucket: "site", endpoint: server.endpoint }, limits);
  cleanUpLater(bucket.close);
  return { bucket, store, server };
}

describe("a bucket over the client of AWS", () => {
  it("lists all objects, page by page", async () => {
    const { bucket, store } = await open();
    expect(await bucket.list()).toEqual({ objects: [], requests: 1 });
    for (const key of ["a.json", "b/ä +%.json", "c.json", "d.json", "e.json", "f.json", "g.json"])
      store.put(key, body(key), JSON_HEADERS);
    const { objects, requests } = await bucket.list();
    expect(requests).toBe(3);
    expect(objects.map(({ key }) => key)).toEqual([...store.objects.keys()]);
    expect(objects[0]).toEqual({
      key: "a.json",
      bytes: 6,
      etag: store.objects.get("a.json")?.etag,
      modifiedMs: NOW_MS,
    });
  });

  it("writes, reads, dates anew and removes an object", async () => {
    const { bucket, store } = await open();
    const key = "api/a b+ü.json";
    await bucket.write(key, body("{}"), JSON_HEADERS);
    expect(store.objects.get(key)).toMatchObject({ headers: JSON_HEADERS });
    expect(new TextDecoder().decode(await bucket.read(key))).toBe("{}");
    expect(await bucket.read("none.json")).toBeUndefined();
    await bucket.redate(key, JSON_HEADERS);
    await bucket.remove(key);
    expect(store.changes).toEqual([`PUT ${key}`, `COPY ${key}`, `DELETE ${key}`]);
  });

  it.each<Fault>(["503", "500", "reset", "lost", "stall"])("repeats a request after %s", async (fault) => {
    const { bucket, store, server } = await open([fault, fault]);
    await bucket.write("a.json", body("{}"), JSON_HEADERS);
    expect(String(store.objects.get("a.json")?.body)).toBe("{}");
    expect(server.counts["PUT"]).toBe(3);
  });

  it.each<Fault>(["cut", "stuck"])("repeats a request whose answer is %s", async (fault) => {
    const { bucket, store, server } = await open([fault, fault, undefined, fault, fault]);
    store.put("a.json", body("{}"), JSON_HEADERS);
    expect((await bucket.list()).objects).toHaveLength(1);
    expect(String(await bucket.read("a.json"))).toBe(String(body("{}")));
    expect(server.counts["GET"]).toBe(6);
  });

  it("sends a large file for longer than the limit of a pause, as slow lines do", async () => {
    const MB = 1024 * 1024;
    const server = await startServer(async (request, response) => {
      let bytes = 0;
      try {
        for await (const part of request) {
          const whole = Math.floor(bytes / MB);
          bytes += part.length;
          if (Math.floor(bytes / MB) > whole) await delay(25);
        }
        response.end();
      } catch {
        // The client gave up.
      }
    });
    const limits = { requests: 1, timeoutMs: 300, tries: 2, pauseMs: 1 };
    const bucket = openBucket({ bucket: "site", endpoint: server.address }, limits);
    cleanUpLater(bucket.close);
    await bucket.write("large.json", new Uint8Array(48 * MB), JSON_HEADERS);
    expect(server.requests).toHaveLength(1);
  });

  it("gives up reading an object whose body always breaks off", async () => {
    const { bucket, store, server } = await open(Array.from({ length: 9 }, () => "cut" as const));
    store.put("a.json", body("{}"), JSON_HEADERS);
    await expect(bucket.read("a.json")).rejects.toThrow("a.json in the bucket site");
    expect(server.counts["GET"]).toBe(4);
  });

  it("repeats each of many requests, however many fail at once", async () => {
    const count = 32;
    const failures = new Map<string | undefined, number>();
    const failThrice = (path?: string): Fault | undefined => {
      const before = failures.get(path) ?? 0;
      failures.set(path, before + 1);
      return before < 3 ? "500" : undefined;
    };
    const { bucket, server } = await open(failThrice, { requests: count, timeoutMs: 30_000 });
    await Promise.all(Array.from({ length: count }, (_, at) => bucket.write(`${at}`, body("{}"), JSON_HEADERS)));
    expect(server.counts["PUT"]).toBe(4 * count);
  });

  it("gives up after the given number of tries, and says what to do", async () => {
    const { bucket, server } = await open(Array.from({ length: 9 }, () => "503" as const));
    await expect(bucket.write("a.json", body("{}"), JSON_HEADERS)).rejects.toThrow(
      `a.json in the bucket site at ${server.endpoint}: SlowDown of the test. Run the command again: it continues`,
    );
    expect(server.counts["PUT"]).toBe(4);
  });

  it("does not repeat what cannot succeed, and says what to do", async () => {
    const { bucket, server } = await open(["denied"]);
    await expect(bucket.list()).rejects.toThrow(/AccessDenied.*s3:ListBucket, s3:GetObject, s3:PutObject/);
    expect(server.counts["GET"]).toBe(1);
    const other = openBucket({ bucket: "other", endpoint: server.endpoint }, { requests: 1, tries: 1 });
    cleanUpLater(other.close);
    await expect(other.list()).rejects.toThrow("There is no such bucket: create it");
    const nowhere = openBucket({ bucket: "site", endpoint: "http://127.0.0.1:1" }, { requests: 1, tries: 1 });
    cleanUpLater(nowhere.close);
    await expect(nowhere.list()).rejects.toThrow("Nothing answers there: correct the endpoint");
  });

  it("says that an endpoint has the name of the bucket, where the store looks for an object of that name", async () => {
    const server = await startServer((_, response) =>
      response.writeHead(404).end("<Error><Code>NoSuchKey</Code><Message>of the test</Message></Error>"),
    );
    const bucket = openBucket({ bucket: "site", endpoint: server.address }, { requests: 1, tries: 1 });
    cleanUpLater(bucket.close);
    await expect(bucket.list()).rejects.toThrow("The endpoint contains the name of the bucket: leave that name out.");
  });

  it.each(["<html><body><p>Welcome</p></body></html>", "<html><br><p>Welcome</html>", "{}", ""])(
    "does not take a web server with the page %j for an empty bucket",
    async (page) => {
      const { address: endpoint } = await startServer((_, response) => response.end(page));
      const bucket = openBucket({ bucket: "site", endpoint }, { requests: 1, tries: 2, pauseMs: 1 });
      cleanUpLater(bucket.close);
      await expect(bucket.list()).rejects.toThrow("correct the endpoint");
    },
  );

  it("uses the clock of the store, because this machine's may be wrong", async () => {
    const { bucket, server } = await open();
    await bucket.list();
    expect(Math.abs(bucket.now() - Date.now())).toBeLessThan(MINUTE_MS);
    server.setClock(() => Date.now() - 2 * DAY_MS);
    await bucket.list();
    expect(Math.abs(bucket.now() - (Date.now() - 2 * DAY_MS))).toBeLessThan(MINUTE_MS);
  });

  it("opens at most the given number of connections", async () => {
    const { bucket, server } = await open(Array.from({ length: 12 }, () => "slow" as const));
    await Promise.all(Array.from({ length: 12 }, (_, at) => bucket.write(`${at}`, body("{}"), JSON_HEADERS)));
    expect(server.most()).toBe(4);
  });
});
