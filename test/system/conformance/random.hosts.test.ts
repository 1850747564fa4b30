import { afterAll, beforeAll, expect, it } from "vitest";
import { COVERED_COINS } from "../../../build/crypto/api/trees.ts";
import { caddy } from "../../../build/kit/hosts/caddy.ts";
import { nginx } from "../../../build/kit/hosts/nginx.ts";
import { makeSite, type Site } from "../../fixtures/site.ts";
import { readSeed, scale } from "../../seed.ts";
import { caddyServer } from "../hosts/caddy-server.ts";
import { nginxServer } from "../hosts/nginx-server.ts";
import { explainMissing } from "../hosts/tools.ts";
import { type HostFolders, makeHostFolders } from "./host-folder.ts";
import { createModel, drawRequests, judgeRequests } from "./judge-random.ts";
import type { Model } from "./random-reading.ts";
import type { RandomRequest } from "./random-requests.ts";

const REQUESTS = scale(400);
/** Without HEAD: whether a response without a body is to another reading cannot be seen. */
const METHODS = ["GET", "OPTIONS", "POST", "PUT", "DELETE"];

let site: Site;
let model: Model;
let folders: HostFolders;
beforeAll(async () => {
  site = await makeSite(undefined, COVERED_COINS[0]);
  model = createModel(site);
  folders = await makeHostFolders(site);
});
afterAll(() => folders.remove());

/** Whether a file has the response: then a host of level L2 answers exactly. */
function isStored({ method, ask, isPlain }: RandomRequest): boolean {
  if (!isPlain || method !== "GET" || ask.currency !== null || "errors" in model.read(ask)) return false;
  const has = (path: string) => site.tree.has(`api/${path}.json`);
  const { limit = "100", offset = "0", search, period = "7d", ...others } = Object.fromEntries(ask.query);
  if (Object.keys(others).length > 0) return false;
  const parts = ["coins", ...(search === undefined ? [] : ["search", search])];
  if (limit !== "100" || offset !== "0") parts.push("limit", limit, ...(offset === "0" ? [] : ["offset", offset]));
  if (ask.kind === "coins") return has(parts.join("/"));
  if (ask.kind === "coin") return has(`coins/${ask.name}`);
  return ask.kind === "file" || (ask.kind === "history" && has(`coins/${ask.name}/history/${period}`));
}

it.each([
  { server: nginxServer, host: nginx, missing: await explainMissing("nginx") },
  { server: caddyServer, host: caddy, missing: await explainMissing("caddy") },
])("random requests get the right response or an error on $server.name", async ({ server, host, missing }) => {
  if (missing !== undefined) {
    process.stdout.write(`${missing}\n`);
    return;
  }
  const running = await server.start(await folders.write(host));
  try {
    const requests = drawRequests(model, readSeed(), REQUESTS);
    const result = await judgeRequests(running, model, requests, { mustBeExact: isStored, methods: METHODS });
    const { exact, refused, other, wrong } = result;
    const stored = requests.filter(isStored).length;
    process.stdout.write(
      `${server.name}: ${REQUESTS} requests, ${exact} exact (${stored} stored), ${refused} refused, ${other} other, ${wrong.length} wrong\n`,
    );
    expect(stored).toBeGreaterThan(REQUESTS / 50);
    expect(wrong.slice(0, 20)).toEqual([]);
  } finally {
    await running.close();
  }
});
