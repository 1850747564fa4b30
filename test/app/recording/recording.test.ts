import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { createRecordingHttp } from "../../../build/app/recording/recording.ts";
import { openReplay } from "../../../build/app/recording/replay.ts";
import { buildHttpError, HttpError } from "../../../build/kit/platform/http/http-error.ts";
import type { Http, HttpRequest, HttpResponse } from "../../../build/kit/platform/platform.ts";
import { describeError, OperationalError } from "../../../build/lib/operational-error.ts";
import { makeTempFolder } from "../../cleanup.ts";
import { catchError, createTestHttp, request, startServer } from "../../kit/platform/local-server.ts";

const NOW = Date.UTC(2026, 10, 20, 12);
let folder: string;
beforeEach(() => {
  folder = makeTempFolder();
});

function answer(fields: Partial<HttpResponse> & { url: string }): HttpResponse {
  return { status: 200, body: "", bytes: 0, receivedAtMs: NOW, serverTimeMs: null, validators: {}, ...fields };
}

/** Answers in the given order, whatever is asked. */
function createHttp(answers: (HttpResponse | Error)[]): Http & { asked: HttpRequest[] } {
  const asked: HttpRequest[] = [];
  return {
    asked,
    async fetch(asking) {
      asked.push(asking);
      const next = answers.shift();
      if (next instanceof Error || next === undefined) throw next;
      return next;
    },
  };
}

describe("a recording", () => {
  test("replays answers, times, validators and order, again and again", async () => {
    const answers = [
      answer({ url: "https://a.test/x", body: '{"é": 1}', bytes: 9, receivedAtMs: NOW + 5, serverTimeMs: NOW - 2_000 }),
      answer({ url: "https://b.test/", body: "b", bytes: 1, validators: { etag: '"1"', lastModified: "yesterday" } }),
      answer({ url: "https://a.test/x", body: "second", bytes: 6, receivedAtMs: NOW + 9 }),
    ];
    const recorder = createRecordingHttp(createHttp([...answers]), folder, { now: () => NOW, coins: 250 });
    for (const { url } of answers) await recorder.fetch(request(url));
    await recorder.close();
    for (let round = 0; round < 2; round++) {
      const replay = openReplay(folder);
      expect(replay).toMatchObject({ now: NOW, coins: 250 });
      for (const expected of answers) expect(await replay.http.fetch(request(expected.url))).toEqual(expected);
      expect((await replay.http.fetch(request("https://a.test/x"))).body).toBe("second");
    }
  });

  test("replays failures with the same message, status and cause", async () => {
    const url = "https://a.test/";
    const errors = [
      buildHttpError({ url, status: 503, tries: 3, cause: new Error('the answer says "busy"') }),
      buildHttpError({ url, status: null, tries: 3, cause: new Error("ECONNRESET") }, "reset"),
      new Error("a defect"),
    ];
    const recorder = createRecordingHttp(createHttp([...errors]), folder, { now: () => NOW });
    for (const error of errors) expect(await catchError(recorder.fetch(request(url)))).toBe(error);
    await recorder.close();
    const { http } = openReplay(folder);
    for (const error of errors) {
      const again = await catchError(http.fetch(request(url)));
      expect(again).toBeInstanceOf(HttpError);
      expect(again.message).toBe(error.message);
      expect(describeError(again)).toBe(describeError(error));
      if (error instanceof HttpError) expect(again).toMatchObject({ status: error.status, tries: error.tries });
    }
  });

  test("of requests at the same time keeps the order in which they were made", async () => {
    const resolvers: ((response: HttpResponse) => void)[] = [];
    const slow: Http = { fetch: () => new Promise((resolve) => void resolvers.push(resolve)) };
    const url = "https://a.test/";
    const recorder = createRecordingHttp(slow, folder, { now: () => NOW });
    const both = [recorder.fetch(request(url)), recorder.fetch(request(url))];
    resolvers[1]?.(answer({ url, body: "second" }));
    resolvers[0]?.(answer({ url, body: "first" }));
    await Promise.all(both);
    await recorder.close();
    const { http } = openReplay(folder);
    for (const body of ["first", "second"]) expect((await http.fetch(request(url))).body).toBe(body);
  });

  test("requests whole responses, and records no header with a key and no path chosen by an upstream", async () => {
    const http = createHttp([answer({ url: "https://a.test/../../x?y=/../z", body: "x" })]);
    const recorder = createRecordingHttp(http, folder, { now: () => NOW });
    const headers = { "x-key": "secret" };
    await recorder.fetch(request("https://a.test/../../x?y=/../z", { headers, validators: { etag: '"1"' } }));
    await recorder.close();
    expect(http.asked[0]?.validators).toBeUndefined();
    expect(http.asked[0]?.headers).toEqual(headers);
    expect(readdirSync(folder).sort()).toEqual(["bodies", "recording.json"]);
    expect(readdirSync(join(folder, "bodies"))).toEqual([expect.stringMatching(/^0001-a\.test-[0-9a-f]{8}$/)]);
    expect(readFileSync(join(folder, "recording.json"), "utf8")).not.toContain("secret");
  });

  test("of a real server replays the client's result", async () => {
    const server = await startServer((incoming, response) => {
      if (incoming.url?.endsWith("gone")) return response.writeHead(410).end("gone for good");
      response.setHeader("content-type", "text/plain; charset=iso-8859-1");
      return response.end(Buffer.from([0xe9]));
    });
    const live = createTestHttp({ origins: server.origins });
    const recorder = createRecordingHttp(live, folder, { now: () => NOW });
    const first = await recorder.fetch(request("https://a.test/latin"));
    const failure = await catchError(recorder.fetch(request("https://a.test/gone")));
    await recorder.close();
    await live.close();
    await server.close();
    const { http } = openReplay(folder);
    expect(await http.fetch(request("https://a.test/latin"))).toEqual({ ...first, bytes: 2 });
    expect(describeError(await catchError(http.fetch(request("https://a.test/gone"))))).toBe(describeError(failure));
  });

  test("never replaces another one", async () => {
    await createRecordingHttp(createHttp([]), folder, { now: () => NOW }).close();
    expect(() => createRecordingHttp(createHttp([]), folder, { now: () => NOW })).toThrow(OperationalError);
  });
});

describe("a recording made by hand", () => {
  const write = (recording: unknown) => writeFileSync(join(folder, "recording.json"), JSON.stringify(recording));

  test("needs only URLs and bodies", async () => {
    mkdirSync(join(folder, "kraken"));
    writeFileSync(join(folder, "kraken/ticker.json"), "{}");
    write({ version: 1, now: NOW, exchanges: [{ url: "https://a.test", file: "kraken/ticker.json" }] });
    const { now, coins, http } = openReplay(folder);
    expect({ now, coins }).toEqual({ now: NOW, coins: undefined });
    expect(await http.fetch(request("https://a.test/"))).toEqual(
      answer({ url: "https://a.test/", body: "{}", bytes: 2 }),
    );
  });

  test("may give headers in any case, a charset, and a status without words", async () => {
    writeFileSync(join(folder, "latin"), Buffer.from([0xe9]));
    const headers = { "Content-Type": "text/xml; charset=latin1", Date: "Fri, 20 Nov 2026 11:00:00 GMT" };
    const latin = { url: "https://a.test/", file: "latin", headers };
    write({ version: 1, now: NOW, exchanges: [latin, { url: "https://b.test/", status: 451 }] });
    const { http } = openReplay(folder);
    expect(await http.fetch(request("https://a.test/"))).toMatchObject({ body: "é", serverTimeMs: NOW - 3_600_000 });
    await expect(http.fetch(request("https://b.test/"))).rejects.toThrow("GET https://b.test/ 451");
  });

  test("fails for an unrecorded URL, and for a body over the limit", async () => {
    writeFileSync(join(folder, "x"), "12345");
    write({ version: 1, now: NOW, exchanges: [{ url: "https://a.test/", file: "x" }] });
    const { http } = openReplay(folder);
    const error = await catchError(http.fetch(request("https://a.test/?page=2")));
    expect(error).toBeInstanceOf(HttpError);
    expect(error.message).toBe("GET https://a.test/?page=2 failed: it is not in the recording");
    await expect(http.fetch(request("https://a.test/", { maxBytes: 4 }))).rejects.toThrow("larger than 4 bytes");
  });

  test("is refused in one sentence when it is missing", () => {
    const message = `There is no recording in ${folder}: recording.json is missing.`;
    expect(() => openReplay(folder)).toThrow(new OperationalError(message));
  });

  test.each([
    ["is of another version", { version: 2, now: NOW, exchanges: [] }],
    ["has a misspelt field", { version: 1, now: NOW, exchanges: [{ url: "https://a.test/", fiel: "x" }] }],
    ["points outside", { version: 1, now: NOW, exchanges: [{ url: "https://a.test/", file: "../../etc/passwd" }] }],
  ])("is refused in one sentence when it %s", (_, recording) => {
    write(recording);
    expect(() => openReplay(folder)).toThrow(OperationalError);
    expect(() => openReplay(folder)).toThrow(`The recording ${join(folder, "recording.json")} cannot be used: `);
  });
});
