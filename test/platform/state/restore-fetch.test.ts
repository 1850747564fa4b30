import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type BinaryClient, createBinaryClient } from "../../../build/platform/http/binary-client.ts";
import { catchError, type LocalServer, startServer } from "../local-server.ts";

const body = gzipSync("content");
let server: LocalServer;
let client: BinaryClient;

beforeAll(async () => {
  server = await startServer((request, response) => {
    if (request.url === "/packed") response.writeHead(200, { "content-encoding": "gzip" }).end(body);
    else if (request.url === "/cut")
      response.writeHead(200, { "content-length": 99 }).write(body, () => response.destroy());
    else if (request.url === "/loop") response.writeHead(302, { location: "/loop" }).end();
    else response.writeHead(404).end("no");
  });
  client = createBinaryClient({ userAgent: "test/1" });
});
afterAll(async () => {
  await client.close();
  await server.close();
});

const fail = (path: string, maxBytes = 1000) => catchError(client.fetch(`${server.address}${path}`, maxBytes));

describe("the client for published sites", () => {
  test("returns the bytes as they are stored", async () => {
    expect(Buffer.from(await client.fetch(`${server.address}/packed`, 1000))).toEqual(body);
    expect(server.requests.at(-1)?.headers).toMatchObject({ "accept-encoding": "identity", "user-agent": "test/1" });
  });

  test("fails with address, status and reason", async () => {
    expect(await fail("/none")).toMatchObject({ status: 404, message: `GET ${server.address}/none 404` });
    expect(await fail("/packed", 5)).toMatchObject({
      status: 200,
      message: expect.stringContaining("larger than 5 bytes"),
    });
    expect(await fail("/cut")).toMatchObject({ status: 200 });
    expect((await fail("/loop")).message).toContain("Redirect loop");
    const nobody = await catchError(client.fetch("http://127.0.0.1:1/x", 5));
    expect(nobody).toMatchObject({ status: null, message: expect.stringContaining("GET http://127.0.0.1:1/x failed") });
  });
});
