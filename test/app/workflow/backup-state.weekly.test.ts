import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { backupState } from "../../../build/app/workflow/backup-state.ts";
import { readStateManifest } from "../../../build/kit/platform/state/state-manifest.ts";
import { DATA_REF, fetchBranch, readCommit } from "../../../build/kit/publish/data-branch.ts";
import { createGit, type Git } from "../../../build/kit/publish/git.ts";
import { makeTempFolder } from "../../cleanup.ts";
import { createStateStore } from "../../kit/platform/open-store.ts";

const DAY = 86_400_000;
const NOW = Date.parse("2026-11-20T00:07:00Z");
let folder: string;
let remote: string;
beforeEach(() => {
  folder = makeTempFolder();
  remote = join(folder, "remote.git");
  execFileSync("git", ["init", "--quiet", "--bare", remote]);
});

const run = (...args: string[]) => execFileSync("git", args, { cwd: remote, encoding: "utf8" }).trim();
const count = () => Number(run("rev-list", "--count", "data"));
const open = (place: string): Git =>
  createGit({ folder: place, token: null, serverUrl: "https://x.example", writes: DATA_REF, environment: process.env });

/** A state with these documents; `true`: closed. */
async function writeState(name: string, documents: Record<string, unknown>, now = NOW): Promise<string> {
  const place = join(folder, name);
  const store = createStateStore(place, { now: () => now, world: "live" });
  for (const [document, value] of Object.entries(documents)) store.write(document, value);
  await store.commit();
  store.close();
  return place;
}

let places = 0;
function remember(state: string, now = NOW, git?: (own: Git) => Git, isBackfill = false) {
  places += 1;
  const own = join(folder, `clone-${places}`);
  mkdirSync(own);
  const plain = open(own);
  return backupState({ git: git?.(plain) ?? plain, folder: own, remote, state, kinds: {}, isBackfill, now });
}

/** Git that does something before each push. */
function beforePush(act: (pushes: number) => Promise<void>): (own: Git) => Git {
  let pushes = 0;
  return (own) => async (args, env) => {
    if (args[0] === "push") await act(++pushes);
    return own(args, env);
  };
}

/** What the branch holds, by the names of its documents. */
function readBranch(): string[] {
  const clone = join(folder, `look-${places}`);
  execFileSync("git", ["clone", "--quiet", "--branch", "data", remote, clone]);
  const names = [...readStateManifest(join(clone, "state"))!.documents.keys()];
  rmSync(clone, { recursive: true });
  return names.sort();
}

describe("the data branch", () => {
  it("holds the documents of the state, without last known good answers, and a README", async () => {
    const documents = { market: { x: 1 }, "last-good/okx.tickers": [1], "daily/2026": { times: [] } };
    const state = await writeState("a", documents);
    expect(await remember(state)).toMatchObject({ status: "pushed", conflicts: 0 });
    expect(readBranch()).toEqual(["daily/2026", "market"]);
    expect(run("ls-tree", "-r", "--name-only", "data").split("\n")).toContain("README.md");
    expect(await remember(state)).toMatchObject({ status: "unchanged" });
    expect(count()).toBe(1);
  });

  it("keeps what only it has, except for what has expired or was moved", async () => {
    const before = { "hourly/2026-11-01": 1, "hourly/2026-09-01": 1, "samples/2026-11-10": 1, "backfill-days/2026": 1 };
    await remember(await writeState("a", { ...before, "news/2026-10": [1] }, NOW - DAY), NOW - DAY);
    await remember(await writeState("b", { market: 1 }));
    expect(readBranch()).toEqual(["hourly/2026-11-01", "market", "news/2026-10"]);
  });

  it("keeps its last seven commits, and does not grow", async () => {
    for (let day = 0; day < 10; day += 1)
      await remember(await writeState(`day-${day}`, { market: { day } }, NOW + day * DAY), NOW + day * DAY);
    expect(count()).toBe(7);
    const subjects = run("log", "--format=%s %cI", "data").split("\n");
    expect(subjects[6]).toBe("data: state of 2026-11-23T00:07:00Z 2026-11-23T00:07:00+00:00");
  });

  it("distinguishes the commit of a backfill from that of a build", async () => {
    await remember(await writeState("a", { market: 1 }));
    const look = async () => {
      const git = open(join(folder, `clone-${places}`));
      return readCommit(git, (await fetchBranch(git, remote, 1)) ?? "");
    };
    expect(await look()).toEqual({ committedAtMs: NOW, ofBuild: true });
    await remember(await writeState("b", { "hourly/2026-11-01": 1 }), NOW, undefined, true);
    expect(await look()).toEqual({ committedAtMs: NOW, ofBuild: false });
  });

  it("joins what another writer pushed between its fetch and its push", async () => {
    await remember(await writeState("a", { market: 1 }, NOW - DAY), NOW - DAY);
    const other = await writeState("b", { "news/2026-10": [1] });
    const before = beforePush(async (pushes) => void (pushes === 1 && (await remember(other))));
    const own = await writeState("c", { market: 2 }, NOW + 1);
    expect(await remember(own, NOW + 1, before)).toMatchObject({ status: "pushed", conflicts: 1 });
    expect(readBranch()).toEqual(["market", "news/2026-10"]);
    expect(count()).toBe(3);
  });

  it("gives up with a message after five lost races", async () => {
    const state = await writeState("a", { market: 0 });
    const before = beforePush(async (turn) => {
      await remember(await writeState(`x${turn}`, { [`news/${turn}`]: 1 }));
    });
    const { status, message } = await remember(state, NOW, before);
    expect(status).toBe("rejected");
    expect(message).toContain("before each of 5 attempts");
  });

  it("reports why the server refuses, and succeeds the next time", async () => {
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
    const state = await writeState("a", { market: 1 });
    rmSync(remote, { recursive: true });
    await expect(remember(state)).rejects.toThrow("git ls-remote failed");
  });
});
