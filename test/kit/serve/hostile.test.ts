import { beforeAll, describe, expect, it } from "vitest";
import { ErrorResponse } from "../../../build/kit/api/error-response.ts";
import { makeSite, serveTree } from "../../fixtures/site.ts";
import { createPipelinedConnection, parseAnswers, type StreamedAnswer } from "./pipelined-connection.ts";
import { requestRaw, sendText } from "./raw-request.ts";

let url: string;

beforeAll(async () => {
  const { tree } = await makeSite();
  tree.set("about/index.html", Buffer.from("<h1>About</h1>"));
  url = (await serveTree(tree)).url;
});

/** All responses to a text on one connection. Fails unless they are complete. */
async function exchange(text: string): Promise<StreamedAnswer[]> {
  const { answers, rest } = parseAnswers(Buffer.from(await sendText(url, text), "latin1"));
  expect(rest.length).toBe(0);
  return answers;
}

const toHeaders = (headers: object) => headers as Record<string, string>;
const CLOSE = "connection: close\r\n\r\n";

describe("requests that are not HTTP", () => {
  it.each([
    "\0\0\0\0\r\n\r\n",
    "GET\r\n\r\n",
    " GET /api/global HTTP/1.1\r\n\r\n",
    "GET /api/global HTTP/1.1 HTTP/1.1\r\n\r\n",
    "GET /api/global HTTP/1.1\r\nno colon\r\n\r\n",
    "GET /api/global HTTP/1.1\r\n: no name\r\n\r\n",
    "GET /api/global HTTP/1.1\r\na b: c\r\n\r\n",
    "GET /api/global HTTP/1.1\r\na: b\0c\r\n\r\n",
    "GET /api/global HTTP/1.1\r\ncontent-length: -1\r\n\r\n",
    "GET /api/global HTTP/1.1\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n",
    "POST /api/global HTTP/1.1\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n",
    "GET ../secret.json HTTP/1.1\r\n\r\n",
    "GET \\..\\secret.json HTTP/1.1\r\n\r\n",
    "GET /api/coins/\u00e9 HTTP/1.1\r\n\r\n",
    "HELO mail.example\r\n\r\n",
    "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    "get /api/global HTTP/1.1\r\n\r\n",
    "GET / HTTP/9.9\r\n\r\n",
    "GET /api/coins\0 HTTP/1.1\r\n\r\n",
  ])("%j gets one error in JSON and the end of the connection", async (text) => {
    const [answer, ...more] = await exchange(text);
    expect(more).toEqual([]);
    expect(answer!.status).toBe(400);
    expect(answer!.headers).toMatchObject({ connection: "close", "access-control-allow-origin": "*" });
    expect(ErrorResponse.parse(JSON.parse(answer!.body.toString())).error.code).toBe("invalid_parameter");
  });

  it.each(["CONNECT other.example:443 HTTP/1.1\r\n\r\n", "GET /api/global HTTP/1.1\r\nhost: x\r\n"])(
    "%j does not affect other clients",
    async (text) => {
      const sent = sendText(url, text);
      expect((await requestRaw(url, "/api/global")).status).toBe(200);
      if (text.startsWith("CONNECT")) expect(await sent).toBe("");
      else sent.catch(() => {});
    },
  );
});

describe("several requests on one connection", () => {
  it("are answered in their order, also if only the later one is in the cache", async () => {
    const connection = createPipelinedConnection(url);
    await connection.ask(["/api/global"]);
    const targets = Array.from({ length: 30 }, (_, at) => [`/api/coins?limit=7&offset=${at}`, "/api/global"]).flat();
    const answers = await connection.ask(targets);
    connection.close();
    answers.forEach(({ status, body }, at) => {
      expect(status).toBe(200);
      const { meta } = JSON.parse(body.toString());
      if (at % 2 === 0) expect(meta.pagination.offset).toBe(at / 2);
      else expect(meta.self).toBe("global.json");
    });
  });

  it("a malformed one is refused after the responses to earlier ones", async () => {
    const proper = Array.from({ length: 5 }, (_, at) => `GET /api/coins?limit=9&offset=${at} HTTP/1.1\r\n\r\n`);
    const answers = await exchange(`${proper.join("")}NONSENSE\r\n\r\n`);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 400]);
    const offsets = answers.slice(0, 5).map(({ body }) => JSON.parse(body.toString()).meta.pagination.offset);
    expect(offsets).toEqual([0, 1, 2, 3, 4]);
  });

  it("a malformed HEAD request gets no body, also after other requests", async () => {
    const malformed = "HEAD /api/coins/é HTTP/1.1\r\n\r\n";
    for (const earlier of ["", "GET /api/global HTTP/1.1\r\n\r\n", "HEAD /api/global HTTP/1.1\r\n\r\n"]) {
      const received = await sendText(url, earlier + malformed);
      expect(received).toMatch(/HTTP\/1\.1 400 [^{]*\r\n\r\n$/);
    }
    const get = await sendText(url, `HEAD /api/global HTTP/1.1\r\n\r\n${malformed.replace("HEAD", "GET")}`);
    expect(get).toContain('"invalid_parameter"');
  });

  it("a broken body gets no second response", async () => {
    const answers = await exchange("POST /api/global HTTP/1.1\r\ntransfer-encoding: chunked\r\n\r\nnot a length\r\n");
    expect(answers.map(({ status }) => status)).toEqual([405]);
  });

  it("a request in a body is not a request", async () => {
    const inner = "GET /api/status HTTP/1.1\r\n\r\n";
    const body = `content-length: ${inner.length}\r\n\r\n${inner}`;
    const answers = await exchange(`GET /api/global HTTP/1.1\r\n${body}GET /api/nope HTTP/1.1\r\n${CLOSE}`);
    expect(answers.map(({ status }) => status)).toEqual([200, 404]);
  });
});

describe("odd methods", () => {
  it.each(
    "POST PUT PATCH DELETE TRACE PROPFIND MKCOL LOCK PURGE SEARCH REPORT M-SEARCH UNSUBSCRIBE LINK SOURCE".split(" "),
  )("%s is refused with the allowed methods", async (method) => {
    for (const path of ["/api/global", "/about/", "/api/../../secret.json"]) {
      const { status, headers } = await requestRaw(url, path, { method });
      expect(status).toBe(405);
      expect(headers["allow"]).toBe("GET, HEAD, OPTIONS");
    }
  });

  it("other expectations of a request change nothing", async () => {
    const plain = await requestRaw(url, "/api/global");
    for (const headers of [
      { expect: "100-continue" },
      { expect: "the-impossible" },
      { upgrade: "websocket", connection: "upgrade" },
      { te: "trailers" },
      { "x-http-method-override": "DELETE" },
      { "x-original-url": "/secret.json", "x-forwarded-path": "/../secret.json" },
    ].map(toHeaders)) {
      const { status, body } = await requestRaw(url, "/api/global", { headers });
      expect(status).toBe(200);
      expect(body.equals(plain.body)).toBe(true);
    }
  });
});

describe("ranges and conditions", () => {
  it.each(["bytes=9-0", "bytes=0-0,2-2,4-4", `bytes=${"0-,".repeat(2000)}0-`, "lines=1-2", "\t"])(
    "several ranges or none at all are ignored: %.30s",
    async (range) => {
      for (const path of ["/api/coins", "/api/data/download/coins-latest.csv.gz", "/about/"]) {
        const plain = await requestRaw(url, path);
        for (const more of [{}, { "if-range": '"x"' }].map(toHeaders)) {
          const part = await requestRaw(url, path, { headers: { range, ...more } });
          expect(part.status).toBe(200);
          expect(part.headers["content-range"]).toBeUndefined();
          expect(part.body.equals(plain.body)).toBe(true);
        }
      }
    },
  );

  it.each([
    ["*", 304],
    ["W/*", 304],
    ['"nope"', 200],
    ["", 200],
    [",,,", 200],
    ['"', 200],
    ["undefined", 200],
    [`${'"x",'.repeat(10_000)}"y"`, 200],
  ])("If-None-Match %.20j is answered with %i", async (held, status) => {
    for (const path of ["/api/coins", "/api/coins?limit=7", "/about/"]) {
      const answer = await requestRaw(url, path, { headers: { "if-none-match": held } });
      expect(answer.status).toBe(status);
    }
  });

  it.each(["/api/nope", "/api/coins?limit=0", "/nope"])("a condition does not change the error of %s", async (path) => {
    const plain = await requestRaw(url, path);
    for (const headers of [{ "if-none-match": "*" }, { "if-match": "*" }, { range: "bytes=0-1" }].map(toHeaders))
      expect((await requestRaw(url, path, { headers })).status).toBe(plain.status);
  });

  it("headers of one client do not change the response to the next", async () => {
    const plain = await requestRaw(url, "/api/coins?limit=3");
    for (const headers of [
      { "accept-encoding": "gzip" },
      { "accept-encoding": "undefined" },
      { "if-none-match": "*" },
      { "accept-encoding": "gzip\tundefined" },
      { host: "evil.example", "x-forwarded-host": "evil.example" },
      { origin: "https://evil.example", accept: "text/html" },
    ].map(toHeaders)) {
      await requestRaw(url, "/api/coins?limit=3", { headers });
      const { date: _, ...after } = (await requestRaw(url, "/api/coins?limit=3")).headers;
      const { date: __, ...before } = plain.headers;
      expect(after).toEqual(before);
    }
  });
});
