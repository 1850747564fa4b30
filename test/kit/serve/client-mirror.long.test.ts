import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { bundleProgramFiles } from "../../../build/crypto/serve/programs.ts";
import type { Client } from "../../../build/kit/serve/client.ts";
import { makeTempFolder } from "../../cleanup.ts";
import type { MemoryTree } from "../../fixtures/memory-tree.ts";
import { makeSite } from "../../fixtures/site.ts";

/** Two real servers, and the published `client.js` with the addresses of both. */
interface Place {
  server: Server;
  url: string;
  asked: string[];
  /** The status of every response, while it is set. */
  fault: number | undefined;
}

let tree: MemoryTree;
let main: Place;
let mirror: Place;

beforeAll(async () => {
  tree = (await makeSite()).tree;
  [main, mirror] = [await open(), await open()];
});
afterAll(() => {
  for (const { server } of [main, mirror]) server.close();
});
beforeEach(() => {
  for (const place of [main, mirror]) Object.assign(place, { asked: [], fault: undefined });
});

async function open(): Promise<Place> {
  const place = { asked: [] as string[], fault: undefined as number | undefined };
  const server = createServer(({ url = "" }, response) => {
    place.asked.push(url);
    const body = place.fault === undefined ? tree.get(decodeURIComponent(url.slice(1))) : undefined;
    response.writeHead(place.fault ?? (body === undefined ? 404 : 200), { connection: "close" }).end(body);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return Object.assign(place, { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` });
}

/** A saved copy of the file: it has no address of its own. */
async function load(...copies: string[]): Promise<Client> {
  const [client] = await bundleProgramFiles(copies);
  const file = join(makeTempFolder(), "client.mjs");
  writeFileSync(file, client!.body);
  return import(pathToFileURL(file).href) as Promise<Client>;
}

/** An address where nothing listens. */
async function findRefusing(): Promise<string> {
  const { server, url } = await open();
  server.close();
  await once(server, "close");
  return url;
}

it("reads only the site while it answers", async () => {
  const client = await load(main.url, mirror.url);
  expect(await client.get("coins?limit=7")).toHaveProperty("data.length", 7);
  expect(main.asked).not.toContain("/api/status.json");
  expect(mirror.asked).toEqual([]);
});

it("reads the mirror if the site refuses connections, and the site last for a minute", async () => {
  const client = await load(await findRefusing(), mirror.url);
  expect(await client.get("coins?limit=7")).toHaveProperty("data.length", 7);
  expect(await client.get("coins/btc")).toHaveProperty("data.symbol", "BTC");
});

it("reads the mirror after a 5xx of the site", async () => {
  main.fault = 503;
  const client = await load(main.url, mirror.url);
  expect(await client.get("coins?limit=7")).toHaveProperty("data.length", 7);
  const asked = main.asked.length;
  main.fault = undefined;
  await client.get("coins/btc");
  expect(main.asked.length).toBe(asked);
});

it("takes 400 and 404 of the site as answers", async () => {
  const client = await load(main.url, mirror.url);
  await expect(client.get("coins/nope")).rejects.toMatchObject({ status: 404 });
  await expect(client.get("coins?limit=0")).rejects.toMatchObject({ status: 400 });
  expect(mirror.asked).toEqual([]);
});

it("names both if both fail", async () => {
  const refusing = await findRefusing();
  mirror.fault = 500;
  const client = await load(refusing, mirror.url);
  await expect(client.get("coins")).rejects.toMatchObject({
    status: 503,
    message: expect.stringContaining(`${refusing} (`),
  });
  await expect(client.get("coins")).rejects.toThrow(mirror.url);
});

it("names no address without a mirror", async () => {
  const [client] = await bundleProgramFiles();
  expect(client!.body).not.toContain("COPIES");
  await expect((await load()).get("coins")).rejects.toThrow("No site at file:");
});
