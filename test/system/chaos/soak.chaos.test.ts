import { describe, expect, it } from "vitest";
import { scale } from "../../seed.ts";
import { recordTries } from "./random.ts";
import { judgeSoak, soak } from "./soak-run.ts";

/* The first days of what `npm run test:soak` does for months. */
describe("builds in a row, with random faults", () => {
  it("leave bounded memory and state, no temporary file, and an exact history", async () => {
    const builds = scale(36);
    expect(judgeSoak(await soak(builds, 4, { coins: 20 }), builds)).toEqual([]);
    await recordTries({
      name: "soak-short",
      what: "consecutive builds of 20 coins with random faults, in every run of the tests",
      tried: builds,
    });
  });
});
