import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type RunningServer, startServer } from "../../../build/serve/node/node-server.ts";
import { makeSite, writeSite } from "../../fixtures/site.ts";
import { generateLoad } from "../../system/bench/load-generator.ts";

const CONNECTIONS = 32;
const SECONDS = 1;
/** Far above uncollected garbage, far below one entry per request. */
const NOISE_BYTES = 6e6;

let server: RunningServer;
let paths: string[];
let remove: () => Promise<void>;

beforeAll(async () => {
  const site = await makeSite();
  const written = await writeSite(site.tree);
  remove = written.remove;
  server = await startServer({ folder: written.folder, host: "127.0.0.1", port: 0 });
  const files = [...site.tree.keys()].filter((path) => path.startsWith("api/coins/")).map((path) => `/${path}`);
  paths = [
    ...files.slice(0, 400),
    ...files.slice(0, 400).map((path) => path.replace(/\.json$/, "")),
    ...Array.from({ length: 200 }, (_, at) => `/api/coins?offset=${at}&limit=${(at % 30) + 1}&search=coin`),
  ];
});
afterAll(async () => {
  await server.close();
  await remove();
});

/** Memory in use after a garbage collection. */
function measureHeld(): number {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  collect();
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

it("answers mixed requests over many connections without errors, in constant memory", async () => {
  const held: number[] = [];
  for (const _ of [1, 2, 3]) {
    const { requests, errors } = await generateLoad(server.url, paths, {
      seconds: SECONDS,
      connections: CONNECTIONS,
    });
    expect(errors).toBe(0);
    expect(requests).toBeGreaterThanOrEqual(CONNECTIONS);
    held.push(measureHeld());
  }
  expect(held[2]! - held[1]!).toBeLessThan(NOISE_BYTES);
});
