import { afterAll, beforeAll, expect, it } from "vitest";
import { reportFaults } from "../fault-report.ts";
import { readSeed } from "../seed.ts";
import { fuzzStreams } from "./fuzz-streams.ts";
import { type HostileGround, makeHostileGround } from "./hostile-ground.ts";

const STREAMS = 5_000;

let ground: HostileGround;

beforeAll(async () => {
  ground = await makeHostileGround();
});
afterAll(() => ground.close());

it("thousands of random streams get whole answers in HTTP, none of them a fault", async () => {
  const seed = readSeed(20_261_122);
  const seen = await fuzzStreams(ground.server.url, STREAMS, seed);
  for (const status of [200, 204, 400, 405]) expect(seen.get(status) ?? 0).toBeGreaterThan(100);
  await reportFaults({
    name: "hostile-streams",
    what: "random streams of bytes on a connection each: proper requests, broken ones and no requests at all",
    tried: STREAMS,
    seed,
    details: Object.fromEntries([...seen].map(([status, count]) => [`status_${status}`, count])),
  });
}, 1_800_000);
