import { rename, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { gunzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { computeSha256 } from "../../../../build/lib/hash.ts";
import { makeSite, type Site, serveTree, writeSite } from "../../../fixtures/site.ts";
import { requestRaw, sendText } from "../raw-request.ts";

const FRESH_MS = 100;

let site: Site;
let folder: string;
let url: string;
const ask: (path: string, options?: Parameters<typeof requestRaw>[2]) => ReturnType<typeof requestRaw> = (
  path,
  options,
) => requestRaw(url, path, options);

beforeAll(async () => {
  site = await makeSite();
  ({ folder, url } = await serveTree(site.tree, { freshMs: FRESH_MS }));
});

it("sends the exact bytes of an archive, without compression", async () => {
  const { headers, body } = await ask("/api/data/download/coins-latest.csv.gz", {
    headers: { "accept-encoding": "gzip" },
  });
  expect(headers["content-type"]).toBe("application/gzip");
  expect(headers["content-encoding"]).toBeUndefined();
  expect(headers["etag"]).toMatch(/^"[0-9a-f]+"$/);
  const entry = site.world.archives.find(({ filename }) => filename === "coins-latest.csv.gz")!;
  expect(computeSha256(body)).toBe(entry.sha256);
});

describe("compression", () => {
  const GZIP = { "accept-encoding": "gzip, deflate, br" };

  it.each(["/api/coins", "/api/coins?limit=7", "/api/coins.csv", "/api/news.rss", "/api/news.feed.json"])(
    "compresses %s on request, under the same tag",
    async (path) => {
      const plain = await ask(path);
      const packed = await ask(path, { headers: GZIP });
      expect(plain.headers["content-encoding"]).toBeUndefined();
      expect(packed.headers["content-encoding"]).toBe("gzip");
      expect(packed.headers["content-length"]).toBe(String(packed.body.length));
      expect(packed.body.length).toBeLessThan(plain.body.length);
      expect(gunzipSync(packed.body)).toEqual(plain.body);
      for (const { headers } of [plain, packed]) {
        expect(headers["vary"]).toBe("accept-encoding");
        expect(headers["etag"]).toBe(plain.headers["etag"]);
        expect(headers["etag"]).toMatch(/^W\/"[0-9a-f]+"$/);
      }
    },
  );

  it.each(["gzip;q=0", "identity", "gzip;q=0, *", "br"])("does not compress for %s", async (accepted) => {
    const { headers } = await ask("/api/coins", { headers: { "accept-encoding": accepted } });
    expect(headers["content-encoding"]).toBeUndefined();
    expect(headers["vary"]).toBe("accept-encoding");
  });

  it("does not compress small responses", async () => {
    expect((await ask("/api/nope", { headers: GZIP })).headers["content-encoding"]).toBeUndefined();
  });
});

it("OPTIONS allows requests of any site", async () => {
  for (const path of ["/api/coins", "/client.js", "*"]) {
    const { status, headers } = await ask(path, { method: "OPTIONS", headers: { origin: "https://other.example" } });
    expect(status).toBe(204);
    expect(headers["access-control-allow-methods"]).toBe("GET, HEAD, OPTIONS");
  }
});

it("a known ETag is a 304 in either encoding, also in a list", async () => {
  for (const headers of [{}, { "accept-encoding": "gzip" }]) {
    const { etag, vary } = (await ask("/api/coins?limit=7", { headers })).headers;
    const again = await ask("/api/coins?limit=7", { headers: { ...headers, "if-none-match": `"x", ${etag}` } });
    expect([again.status, again.body.length, again.headers["etag"], again.headers["vary"]]).toEqual([
      304,
      0,
      etag,
      vary,
    ]);
  }
});

describe("unusual request lines", () => {
  const askText = (line: string): Promise<string> => sendText(url, `${line}\r\nhost: x\r\nconnection: close\r\n\r\n`);

  it("a whole URL of a proxy means its path", async () => {
    for (const origin of ["http://other.example", "HTTPS://other.example:1", url]) {
      const answer = await askText(`GET ${origin}/api/coins?limit=7&offset=3 HTTP/1.1`);
      expect(answer).toMatch(/^HTTP\/1\.1 200 /);
      expect(answer).toContain('"self":"coins?limit=7&offset=3"');
    }
    expect(await askText("GET http://other.example HTTP/1.1")).toMatch(/^HTTP\/1\.1 302 /);
  });

  it("a URL of 64 KB is answered, and one of 140 KB refused", async () => {
    const long = await ask(`/api/coins/${"x".repeat(65_536)}`);
    expect(long.status).toBe(404);
    expect(long.body.length).toBeLessThan(500);
    const symbols = Array.from({ length: 250 }, (_, at) => encodeURIComponent(`${"😀".repeat(20)}${at}`)).join(",");
    expect((await ask(`/api/sparklines?symbols=${symbols}`)).status).toBe(200);
    const endless = await ask(`/api/${"x".repeat(140_000)}`);
    expect(endless.status).toBe(400);
    expect(JSON.parse(endless.body.toString()).error.message).toContain("128 KiB");
  });
});

it("files outside of the site stay closed to absolute paths", async () => {
  for (const path of [join(folder, "../secret.json"), `/api${join(folder, "../secret.json")}`, "/etc/passwd"]) {
    expect((await ask(path)).status).toBe(404);
    expect((await ask(`/${encodeURIComponent(path)}`)).status).toBe(404);
    expect((await ask(`/api/${encodeURIComponent(path)}`)).status).toBe(404);
  }
});

describe("while it runs", () => {
  it("serves a replaced file after a short time, under another tag", async () => {
    const path = join(folder, "api/global.json");
    const original = site.tree.get("api/global.json")!;
    const before = await ask("/api/global");
    await writeFile(`${path}.new`, '{"data":1}\n');
    await rename(`${path}.new`, path);
    await pause(2 * FRESH_MS);
    const after = await ask("/api/global", { headers: { "if-none-match": String(before.headers["etag"]) } });
    expect(after.status).toBe(200);
    expect(after.body.toString()).toBe('{"data":1}\n');
    expect(after.headers["etag"]).not.toBe(before.headers["etag"]);
    await unlink(path);
    await pause(2 * FRESH_MS);
    expect((await ask("/api/global")).status).toBe(503);
    await writeFile(path, original);
    await pause(2 * FRESH_MS);
    expect((await ask("/api/global")).headers["etag"]).toBe(before.headers["etag"]);
  });

  it("serves a replaced tree, also in computed responses", async () => {
    // Writes only the needed files: a thousand files are slow.
    const pick = ({ tree }: Site) =>
      new Map([...tree].filter(([path]) => /^api\/(routes|coins\/limit\/all)\.json$/.test(path)));
    const written = writeSite(pick(await makeSite({ coins: site.world.market.coins.slice(1) })));
    const moving = await serveTree(pick(site), { freshMs: FRESH_MS });
    const getTotal = async () =>
      JSON.parse((await requestRaw(moving.url, "/api/coins?limit=7")).body.toString()).meta.pagination.total;
    const total = await getTotal();
    await rename(moving.folder, `${moving.folder}-old`);
    await rename(written, moving.folder);
    await pause(2 * FRESH_MS);
    expect(await getTotal()).toBe(total - 1);
  });

  it("answers many at once", async () => {
    const paths = Array.from({ length: 60 }, (_, at) => `/api/coins?limit=${(at % 20) + 1}&offset=${at}`);
    const answers = await Promise.all(paths.map((path) => ask(path, { headers: { "accept-encoding": "gzip" } })));
    expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 200));
    answers.forEach(({ headers, body }, at) => {
      const text = (headers["content-encoding"] === "gzip" ? gunzipSync(body) : body).toString();
      expect(JSON.parse(text).meta.pagination.offset).toBe(at);
    });
  });
});
