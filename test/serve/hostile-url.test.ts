import { afterAll, beforeAll, expect, it } from "vitest";
import { readSeed } from "../seed.ts";
import { fuzzTargets } from "./fuzz-targets.ts";
import { type HostileGround, makeHostileGround } from "./hostile-ground.ts";

let ground: HostileGround;

beforeAll(async () => {
  ground = await makeHostileGround();
});
afterAll(() => ground.close());

it("server, handler and client give any target one answer, never a fault, and nothing that was not published", async () => {
  const seen = await fuzzTargets(ground, 2_000, readSeed());
  for (const status of [200, 400, 404]) expect(seen.get(status) ?? 0).toBeGreaterThan(100);
}, 120_000);
