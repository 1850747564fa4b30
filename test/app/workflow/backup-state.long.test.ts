import { describe, expect, it } from "vitest";
import { createBackupCase, DAY, NOW } from "./backup-case.ts";

describe("the data branch", () => {
  it("holds the documents of the state, without last known good answers, and a README", async () => {
    const { run, count, writeState, remember, readBranch } = createBackupCase();
    const documents = { market: { x: 1 }, "last-good/okx.tickers": [1], "daily/2026": { times: [] } };
    const state = await writeState("a", documents);
    expect(await remember(state)).toMatchObject({ status: "pushed", conflicts: 0 });
    expect(readBranch()).toEqual(["daily/2026", "market"]);
    expect(run("ls-tree", "-r", "--name-only", "data").split("\n")).toContain("README.md");
    expect(await remember(state)).toMatchObject({ status: "unchanged" });
    expect(count()).toBe(1);
  });

  it("joins what another writer pushed between its fetch and its push", async () => {
    const { count, writeState, remember, beforePush, readBranch } = createBackupCase();
    await remember(await writeState("a", { market: 1 }, NOW - DAY), NOW - DAY);
    const other = await writeState("b", { "news/2026-10": [1] });
    const before = beforePush(async (pushes) => void (pushes === 1 && (await remember(other))));
    const own = await writeState("c", { market: 2 }, NOW + 1);
    expect(await remember(own, NOW + 1, before)).toMatchObject({ status: "pushed", conflicts: 1 });
    expect(readBranch()).toEqual(["market", "news/2026-10"]);
    expect(count()).toBe(3);
  });
});
