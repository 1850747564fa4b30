import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { COVERED_COINS } from "../../../build/crypto/api/trees.ts";
import { cloudflarePages } from "../../../build/kit/hosts/cloudflare-pages.ts";
import { type Host, none } from "../../../build/kit/hosts/host.ts";
import { makeSite } from "../../fixtures/site.ts";
import { readSeed, scale } from "../../seed.ts";
import { cloudflarePagesServer } from "../hosts/cloudflare-pages-simulator.ts";
import type { HostServer } from "../hosts/host-server.ts";
import { type HostFolders, makeHostFolders } from "./host-folder.ts";
import { createModel, drawRequests, judgeRequests, type Latitude } from "./judge-random.ts";
import { clientServer, handlerServer, nodeServer } from "./own-servers.ts";
import type { Model } from "./random-reading.ts";
import type { RandomRequest } from "./random-requests.ts";

/** `COUNT=50`: 20,000 requests and 300 searches. */
const REQUESTS = scale(400);
const SEARCHES = scale(6);

let model: Model;
let folders: HostFolders;
const written = new Map<Host, Promise<string>>();
beforeAll(async () => {
  const site = await makeSite(undefined, COVERED_COINS[0]);
  model = createModel(site);
  folders = await makeHostFolders(site);
});
afterAll(() => folders.remove());

async function judge(server: HostServer, host: Host, requests: readonly RandomRequest[], latitude?: Latitude) {
  const writing = written.get(host) ?? folders.write(host);
  written.set(host, writing);
  const running = await server.start(await writing);
  try {
    const result = await judgeRequests(running, model, requests, latitude);
    process.stdout.write(`${server.name}: ${result.requests} requests, ${result.exact} exact\n`);
    expect(result.wrong.slice(0, 20)).toEqual([]);
  } finally {
    await running.close();
  }
}

describe("random requests, against a reading of the interface's description", () => {
  it.each([
    { server: handlerServer, host: none },
    { server: nodeServer, host: none },
    { server: cloudflarePagesServer, host: cloudflarePages },
    // It only reads.
    { server: clientServer, host: none, methods: ["GET"] },
  ])("are right on $server.name", async ({ server, host, methods }) => {
    const requests = drawRequests(model, readSeed(), REQUESTS);
    await judge(server, host, requests, { mustBeExact: () => true, ...(methods && { methods }) });
  });
});

it("random searches are in the order of the description", async () => {
  const requests = drawRequests(model, readSeed() + 1, SEARCHES * 40)
    .filter(({ ask, method }) => method === "GET" && ask.query.some(([name]) => name === "search"))
    .slice(0, SEARCHES);
  expect(requests).toHaveLength(SEARCHES);
  await judge(handlerServer, none, requests);
});
