import { afterAll, beforeAll, expect, it } from "vitest";
import { reportFaults } from "../fault-report.ts";
import { readSeed } from "../seed.ts";
import { fuzzTargets } from "./fuzz-targets.ts";
import { type HostileGround, makeHostileGround } from "./hostile-ground.ts";

const URLS = 30_000;

let ground: HostileGround;

beforeAll(async () => {
  ground = await makeHostileGround();
});
afterAll(() => ground.close());

it("server, handler and client give every random target the same response, without faults or unpublished files", async () => {
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
