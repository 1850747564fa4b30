import { beforeAll, describe, expect, it } from "vitest";
import { layout } from "../../../build/crypto/api/layout.ts";
import { none } from "../../../build/kit/hosts/host.ts";
import { COMMON_HEADERS, listCacheClasses, MEDIA_TYPES } from "../../../build/kit/hosts/kit/headers.ts";
import { listPlainServers } from "../../../build/kit/hosts/plain-servers.ts";
import { cleanUpLater } from "../../cleanup.ts";
import type { MemoryTree } from "../../fixtures/memory-tree.ts";
import { makeSite } from "../../fixtures/site.ts";
import type { RunningHost } from "../../system/hosts/host-server.ts";
import { writeHostTree } from "../../system/hosts/host-tree.ts";
import { PLAIN_PROGRAMS } from "./plain-programs.ts";

const LISTED = "api/coins/btc.json";
const ARCHIVE = "api/data/download/coins-latest.csv.gz";
const PAGE = "docs/servers/index.html";
const PAGE_TEXT = "<!doctype html><title>Servers</title>";

let tree: MemoryTree;
let folder: string;
beforeAll(async () => {
  tree = new Map((await makeSite()).tree).set(PAGE, Buffer.from(PAGE_TEXT));
  folder = await writeHostTree(none, tree);
});

const findType = (path: string) => MEDIA_TYPES.find(([ending]) => path.endsWith(ending))?.[1];
const findAge = (path: string) =>
  listCacheClasses(layout).find(({ pattern }) => new RegExp(`^${pattern}$`).test(`/${path}`))?.cacheControl;

/** One file of each type and age. */
function listSamples(): string[] {
  const samples = new Map([...tree.keys()].map((path) => [`${findType(path)} ${findAge(path)}`, path]));
  return [...samples.values()].filter((path) => findType(path) !== undefined);
}

async function expectFile(host: RunningHost, path: string): Promise<Headers> {
  const response = await host.fetch(`/${path}`);
  expect(response.status, path).toBe(200);
  expect(Buffer.from(await response.arrayBuffer()).equals(Buffer.from(tree.get(path)!)), path).toBe(true);
  return response.headers;
}

async function readFolder(host: RunningHost): Promise<"listing" | "error"> {
  const response = await host.fetch("/api/coins");
  const isListing = response.status === 200 && (await response.text()).includes("btc.json");
  expect(isListing || response.status >= 400).toBe(true);
  return isListing ? "listing" : "error";
}

const readMaxAge = (headers: Headers) => /max-age=(\d+)/.exec(headers.get("cache-control") ?? "")?.[1];

describe.each(listPlainServers(layout).map((server) => [server.name, server] as const))("%s", (_, server) => {
  const { listsFolders, unpacksArchives, maxAge, settings, command } = server;
  const { missing, start } = PLAIN_PROGRAMS[server.id]!;
  const open = async (isSet: boolean) => {
    const host = await start(folder, server, isSet);
    cleanUpLater(host.close);
    return host;
  };

  it.skipIf(missing !== undefined)("behaves without settings as the table says", async () => {
    const host = await open(false);
    const headers = await expectFile(host, LISTED);
    expect(headers.get("content-type")).toMatch(/^application\/json/);
    expect(headers.get("access-control-allow-origin")).toBeNull();
    expect(readMaxAge(headers)).toBe(maxAge?.toString());
    expect(await readFolder(host)).toBe(listsFolders ? "listing" : "error");
    const archive = await expectFile(host, ARCHIVE);
    expect(archive.get("content-encoding")).toBe(unpacksArchives ? "gzip" : null);
    expect(await (await host.fetch("/docs/servers/")).text()).toBe(PAGE_TEXT);
  });

  it.skipIf(missing !== undefined || (settings ?? command) === undefined)("allows CORS with its settings", async () => {
    const host = await open(true);
    const headers = await expectFile(host, LISTED);
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(readMaxAge(headers)).toBe("60");
    expect(await readFolder(host)).toBe("error");
    expect(await (await host.fetch("/docs/servers/")).text()).toBe(PAGE_TEXT);
  });

  it.skipIf(missing !== undefined || settings === undefined)("sends the types and ages of other hosts", async () => {
    const host = await open(true);
    const samples = listSamples();
    expect(samples.length).toBeGreaterThan(6);
    for (const path of samples) {
      const headers = await expectFile(host, path);
      expect([path, headers.get("content-type")]).toEqual([path, findType(path)]);
      expect([path, headers.get("cache-control")]).toEqual([path, findAge(path)]);
      expect([path, headers.get("content-encoding")]).toEqual([path, null]);
      for (const [name, value] of Object.entries(COMMON_HEADERS))
        expect(headers.get(name), `${path} ${name}`).toBe(value);
    }
  });
});
