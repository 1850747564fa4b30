import { beforeAll, expect, it } from "vitest";
import { reportFaults } from "../fault-report.ts";
import { readSeed, scale } from "../seed.ts";
import { fuzzStreams } from "./fuzz-streams.ts";
import { fuzzTargets } from "./fuzz-targets.ts";
import { type HostileGround, makeHostileGround } from "./hostile-ground.ts";

const URLS = scale(8_000);
const STREAMS = scale(2_000);

let ground: HostileGround;

beforeAll(async () => {
  ground = await makeHostileGround();
});

it("server, handler and client give the same response to random targets, without errors or secrets", async () => {
  const seed = readSeed(20_261_121);
  const seen = await fuzzTargets(ground, URLS, seed);
  const tried = [...seen.values()].reduce((sum, count) => sum + count, 0);
  expect(tried).toBeGreaterThanOrEqual(URLS);
  const details = Object.fromEntries([...seen].map(([status, count]) => [`status_${status}`, count]));
  await reportFaults({
    name: "hostile-urls",
    what: "random request targets, the answers of the server, the handler and client.js compared to the byte",
    tried,
    seed,
    details,
  });
}, 1_800_000);

it("thousands of random streams get complete HTTP responses without a server error", async () => {
  const seed = readSeed(20_261_122);
  const seen = await fuzzStreams(ground.url, STREAMS, seed);
  for (const status of [200, 204, 400, 405]) expect(seen.get(status) ?? 0).toBeGreaterThan(100);
  await reportFaults({
    name: "hostile-streams",
    what: "random streams of bytes on a connection each: proper requests, broken ones and no requests at all",
    tried: STREAMS,
    seed,
    details: Object.fromEntries([...seen].map(([status, count]) => [`status_${status}`, count])),
  });
}, 1_800_000);
