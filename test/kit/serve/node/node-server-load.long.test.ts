import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { beforeAll, expect, it } from "vitest";
import { makeSite, serveTree } from "../../../fixtures/site.ts";
import { generateLoad } from "../../../system/bench/load-generator.ts";

const CONNECTIONS = 32;
const SECONDS = 1;
/** Far above uncollected garbage, far below one entry per request. */
const NOISE_BYTES = 6e6;

let url: string;
let paths: string[];

beforeAll(async () => {
  const site = await makeSite();
  ({ url } = await serveTree(site.tree));
  const files = [...site.tree.keys()].filter((path) => path.startsWith("api/coins/")).map((path) => `/${path}`);
  paths = [
    ...files.slice(0, 400),
    ...files.slice(0, 400).map((path) => path.replace(/\.json$/, "")),
    ...Array.from({ length: 200 }, (_, at) => `/api/coins?offset=${at}&limit=${(at % 30) + 1}&search=coin`),
  ];
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
    const { requests, errors } = await generateLoad(url, paths, {
      seconds: SECONDS,
      connections: CONNECTIONS,
    });
    expect(errors).toBe(0);
    expect(requests).toBeGreaterThanOrEqual(CONNECTIONS);
    held.push(measureHeld());
  }
  expect(held[2]! - held[1]!).toBeLessThan(NOISE_BYTES);
});
