import { describe, expect, it } from "vitest";
import { judgeSoak } from "./judge-soak.ts";
import { TIMES } from "./random.ts";
import { recordTries } from "./record-tries.ts";
import { soak } from "./soak-run.ts";

/* The first days of what `npm run test:soak` does for months. */
describe("builds in a row, with random faults", () => {
  it("leave bounded memory and state, no temporary file, and an exact history", async () => {
    const builds = Math.ceil(60 * TIMES);
    expect(judgeSoak(await soak(builds), builds)).toEqual([]);
    await recordTries({
      name: "soak-short",
      what: "consecutive builds of 50 coins with random faults, in every run of the tests",
      tried: builds,
    });
  });
});
