import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { fetchBranch, readCommit } from "../../../build/kit/publish/data-branch.ts";
import { createBackupCase, DAY, NOW } from "./backup-case.ts";

describe("the data branch", () => {
  it("keeps what only it has, except for what has expired or was moved", async () => {
    const { writeState, remember, readBranch } = createBackupCase();
    const before = { "hourly/2026-11-01": 1, "hourly/2026-09-01": 1, "samples/2026-11-10": 1, "backfill-days/2026": 1 };
    await remember(await writeState("a", { ...before, "news/2026-10": [1] }, NOW - DAY), NOW - DAY);
    await remember(await writeState("b", { market: 1 }));
    expect(readBranch()).toEqual(["hourly/2026-11-01", "market", "news/2026-10"]);
  });

  it("keeps its last seven commits, and does not grow", async () => {
    const { run, count, writeState, remember } = createBackupCase();
    for (let day = 0; day < 10; day += 1)
      await remember(await writeState(`day-${day}`, { market: { day } }, NOW + day * DAY), NOW + day * DAY);
    expect(count()).toBe(7);
    const subjects = run("log", "--format=%s %cI", "data").split("\n");
    expect(subjects[6]).toBe("data: state of 2026-11-23T00:07:00Z 2026-11-23T00:07:00+00:00");
  });

  it("distinguishes the commit of a backfill from that of a build", async () => {
    const { remote, open, writeState, remember, getClone } = createBackupCase();
    await remember(await writeState("a", { market: 1 }));
    const look = async () => {
      const git = open(getClone());
      return readCommit(git, (await fetchBranch(git, remote, 1)) ?? "");
    };
    expect(await look()).toEqual({ committedAtMs: NOW, ofBuild: true });
    await remember(await writeState("b", { "hourly/2026-11-01": 1 }), NOW, undefined, true);
    expect(await look()).toEqual({ committedAtMs: NOW, ofBuild: false });
  });

  it("gives up with a message after five lost races", async () => {
    const { writeState, remember, beforePush } = createBackupCase();
    const state = await writeState("a", { market: 0 });
    const before = beforePush(async (turn) => {
      await remember(await writeState(`x${turn}`, { [`news/${turn}`]: 1 }));
    });
    const { status, message } = await remember(state, NOW, before);
    expect(status).toBe("rejected");
    expect(message).toContain("before each of 5 attempts");
  });

  it("reports why the server refuses, and succeeds the next time", async () => {
    const { remote, writeState, remember } = createBackupCase();
    const hook = join(remote, "hooks/pre-receive");
    mkdirSync(join(remote, "hooks"), { recursive: true });
    writeFileSync(hook, "#!/bin/sh\necho 'this branch is protected' >&2\nexit 1\n");
    chmodSync(hook, 0o755);
    const state = await writeState("a", { market: 1 });
    const refused = await remember(state);
    expect(refused.status).toBe("rejected");
    expect(refused.message).toContain("this branch is protected");
    rmSync(hook);
    expect(await remember(state)).toMatchObject({ status: "pushed" });
  });

  it("stores the state of this build where the branch is damaged", async () => {
    const { folder, remote, writeState, remember, readBranch } = createBackupCase();
    await remember(await writeState("a", { market: 1 }, NOW - DAY), NOW - DAY);
    const clone = join(folder, "vandal");
    execFileSync("git", ["clone", "--quiet", "--branch", "data", remote, clone]);
    writeFileSync(join(clone, "state/manifest.json"), "{");
    const identity = ["-c", "user.name=x", "-c", "user.email=x@example.invalid"];
    execFileSync("git", [...identity, "commit", "--quiet", "-am", "oops"], { cwd: clone });
    execFileSync("git", ["push", "--quiet", "origin", "data"], { cwd: clone });
    const { status, message } = await remember(await writeState("b", { market: 2 }));
    expect(status).toBe("pushed");
    expect(message).toContain("cannot be read and was not joined");
    expect(readBranch()).toEqual(["market"]);
    expect(existsSync(clone)).toBe(true);
  });

  it("is an error where its remote cannot be reached", async () => {
    const { remote, writeState, remember } = createBackupCase();
    const state = await writeState("a", { market: 1 });
    rmSync(remote, { recursive: true });
    await expect(remember(state)).rejects.toThrow("git ls-remote failed");
  });
});
