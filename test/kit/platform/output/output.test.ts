import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import type { Artifact } from "../../../../build/kit/platform/artifact.ts";
import { createOutput } from "../../../../build/kit/platform/output/output.ts";
import { OperationalError } from "../../../../build/lib/operational-error.ts";
import { makeTempFolder } from "../../../cleanup.ts";
import { publishFiles } from "./memory-output.ts";

let parent: string;
let folder: string;
beforeEach(() => {
  parent = makeTempFolder();
  folder = join(parent, "site");
});

const mark: Artifact = { path: "api/manifest.json", body: "{}" };
const files = (...paths: string[]): Artifact[] => [mark, ...paths.map((path) => ({ path, body: `body of ${path}` }))];
const list = (root = folder) =>
  readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((path) => statSync(join(root, path)).isFile())
    .sort();
const write = (path: string, body: string) => {
  mkdirSync(dirname(join(parent, path)), { recursive: true });
  writeFileSync(join(parent, path), body);
};

/** A process id that is certainly free: its process has just ended. */
const deadPid = () => spawnSync(process.execPath, ["-e", ""]).pid;

describe("the next tree", () => {
  test("is not visible before it is committed, and stays when it is abandoned afterwards", async () => {
    const output = createOutput(folder);
    await publishFiles(output, files("a/b"));
    const next = output.begin("none");
    const readOld = (path: string) => next.readOld?.(path);
    for (const file of files("b")) await next.write(file);
    await next.write({ path: "a/b", body: `${readOld("a/b")}, again` });
    expect(list()).toEqual(["a/b", "api/manifest.json"]);
    expect([readOld("a"), readOld("a/b/c"), readOld("none")]).toEqual([undefined, undefined, undefined]);
    await next.commit();
    await next.abandon();
    expect(list()).toEqual(["a/b", "api/manifest.json", "b"]);
    expect(String(readOld("a/b"))).toBe("body of a/b, again");
  });

  test("leaves nothing behind when it is abandoned", async () => {
    const output = createOutput(folder);
    await publishFiles(output, files("a"));
    const next = output.begin("none");
    for (const file of files("b")) await next.write(file);
    await next.abandon();
    expect(list()).toEqual(["a", "api/manifest.json"]);
    expect(readdirSync(parent)).toEqual(["site"]);
  });

  test.skipIf(process.platform === "win32")("reads only files of the published tree", async () => {
    mkdirSync(folder);
    write("elsewhere", "secret");
    symlinkSync(join(parent, "elsewhere"), join(folder, "link"));
    spawnSync("mkfifo", [join(folder, "pipe")]);
    write("site/api/manifest.json", "{}");
    const next = createOutput(folder).begin("none");
    expect([next.readOld?.("link"), next.readOld?.("pipe")]).toEqual([undefined, undefined]);
    await next.abandon();
  });
});

describe("the lock of an output folder", () => {
  test("keeps a second build out from the beginning of a tree to its end", async () => {
    const first = createOutput(folder);
    const second = createOutput(folder);
    const next = first.begin("none");
    // In another container, a build may have the same process id, and so this folder.
    const written = join(parent, `.site-${process.pid}-staging/written`);
    writeFileSync(written, "");
    const message = `The output folder ${folder} is in use by process ${process.pid}: wait until it has ended, or stop it.`;
    expect(() => second.begin("none")).toThrow(message);
    expect(() => createOutput(folder)).toThrow(message);
    expect(existsSync(written)).toBe(true);
    rmSync(written);
    for (const file of files("a")) await next.write(file);
    await next.commit();
    expect(readdirSync(parent)).toEqual(["site"]);
    expect(list()).toEqual(["a", "api/manifest.json"]);
    await second.begin("none").abandon();
    expect(readdirSync(parent)).toEqual(["site"]);
  });

  test("is taken over when its process has ended, and is in no tree", async () => {
    write(".site-lock", JSON.stringify({ pid: deadPid(), start: null }));
    await publishFiles(createOutput(folder), files("a"));
    expect(readdirSync(parent)).toEqual(["site"]);
    expect(list()).toEqual(["a", "api/manifest.json"]);
  });
});

describe("publishing", () => {
  test("writes text and bytes, and counts both", async () => {
    const artifacts = [mark, { path: "a/b/é.txt", body: "é" }, { path: "raw", body: new Uint8Array([0, 255]) }];
    expect(await publishFiles(createOutput(folder), artifacts)).toEqual({ folder, files: 3, bytes: 6 });
    expect(list()).toEqual(["a/b/é.txt", "api/manifest.json", "raw"]);
    expect([...readFileSync(join(folder, "raw"))]).toEqual([0, 255]);
    expect(readFileSync(join(folder, "a/b/é.txt"), "utf8")).toBe("é");
    expect(readdirSync(parent)).toEqual(["site"]);
  });

  test("replaces the whole tree, and accepts asynchronous files", async () => {
    const output = createOutput(folder);
    await publishFiles(output, files("old/x", "both"));
    async function* later() {
      yield* files("both", "new/y");
    }
    await publishFiles(output, later());
    expect(list()).toEqual(["api/manifest.json", "both", "new/y"]);
    expect(readdirSync(parent)).toEqual(["site"]);
  });

  test("keeps the time of a file whose bytes did not change, and of no other", async () => {
    const output = createOutput(folder);
    const paths = ["same", "other", "longer"];
    const publish = (...bodies: string[]) =>
      publishFiles(output, [mark, ...paths.map((path, at) => ({ path, body: bodies[at] ?? "" }))]);
    await publish("1", "1", "1");
    const past = new Date("2020-01-01T00:00:00Z");
    for (const path of paths) utimesSync(join(folder, path), past, past);
    await publish("1", "2", "11");
    const isKept = (path: string) => statSync(join(folder, path)).mtime.getTime() === past.getTime();
    expect(paths.map(isKept)).toEqual([true, false, false]);
    expect(readFileSync(join(folder, "other"), "utf8")).toBe("2");
  });

  test("copes with a file that becomes a folder, and back", async () => {
    const output = createOutput(folder);
    await publishFiles(output, files("a"));
    await publishFiles(output, files("a/b"));
    expect(list()).toEqual(["a/b", "api/manifest.json"]);
    await publishFiles(output, files("a"));
    expect(list()).toEqual(["a", "api/manifest.json"]);
  });

  test("follows a link to the folder instead of replacing it", async () => {
    mkdirSync(folder);
    symlinkSync(folder, join(parent, "link"));
    expect((await publishFiles(createOutput(join(parent, "link")), files("a"))).folder).toBe(folder);
    expect(list(join(parent, "link"))).toEqual(["a", "api/manifest.json"]);
  });
});

describe("a tree with a fault", () => {
  test("is refused, and the old tree stays", async () => {
    const output = createOutput(folder);
    await publishFiles(output, files("a"));
    await expect(publishFiles(output, files("b", "../x"))).rejects.toThrow("leaves its folder");
    function* failing() {
      yield* files("b");
      throw new Error("no more");
    }
    await expect(publishFiles(output, failing())).rejects.toThrow("no more");
    expect(list()).toEqual(["a", "api/manifest.json"]);
    expect(readdirSync(parent)).toEqual(["site"]);
  });

  test("has a file that differs from another in case alone only where it is marked", async () => {
    const artifacts = ["btc", "BTC"].map((key) => ({ path: `coins/${key}/index.json`, body: "same" }));
    await expect(publishFiles(createOutput(folder), artifacts)).rejects.toThrow("one file on some systems");
    const variants = [artifacts[0]!, { ...artifacts[1]!, caseVariant: true as const }];
    await publishFiles(createOutput(folder), variants);
    for (const { path } of artifacts) expect(readFileSync(join(folder, path), "utf8")).toBe("same");
  });
});

describe("a folder that is not ours", () => {
  test("is refused while it holds anything, and taken when it is empty", async () => {
    write("site/thesis.txt", "years of work");
    expect(() => createOutput(folder)).toThrow(OperationalError);
    expect(() => createOutput(folder)).toThrow("is not empty and holds no api/manifest.json");
    rmSync(join(folder, "thesis.txt"));
    await publishFiles(createOutput(folder), files("a"));
    expect(list()).toEqual(["a", "api/manifest.json"]);
  });

  test("is refused with the names of the hosts when a build for several hosts made it", () => {
    for (const host of ["github-pages", "netlify"]) write(`site/${host}/api/manifest.json`, "{}");
    expect(() => createOutput(folder)).toThrow(
      `The output folder ${folder} holds other sites in folders of their own (github-pages, netlify), but the ` +
        "site of one host needs the folder itself: choose another --out.",
    );
    expect(list()).toEqual(["github-pages/api/manifest.json", "netlify/api/manifest.json"]);
  });

  test("is refused when it became so while the tree was made", async () => {
    const output = createOutput(folder);
    write("site/thesis.txt", "years of work");
    await expect(publishFiles(output, files("a"))).rejects.toThrow("is not empty");
    expect(list()).toEqual(["thesis.txt"]);
  });

  test("is refused when it is a repository, a file or the root", () => {
    write("site/api/manifest.json", "{}");
    write("site/.git/HEAD", "ref");
    expect(() => createOutput(folder)).toThrow(".git");
    expect(() => createOutput(join(folder, "api/manifest.json"))).toThrow("is a file");
    expect(() => createOutput("/")).toThrow("cannot be /");
  });
});

describe("after a killed run", () => {
  test("an interrupted swap is undone", async () => {
    write(".site-old/api/manifest.json", "{}");
    write(".site-old/a", "a");
    createOutput(folder);
    expect(list()).toEqual(["a", "api/manifest.json"]);
    expect(readdirSync(parent)).toEqual(["site"]);
  });

  test("an interrupted swap is undone even if an empty folder was created since", () => {
    write(".site-old/api/manifest.json", "{}");
    mkdirSync(folder);
    createOutput(folder);
    expect(list()).toEqual(["api/manifest.json"]);
  });

  test("an old tree beside a new one is removed", () => {
    write(".site-old/api/manifest.json", "old");
    write("site/api/manifest.json", "new");
    createOutput(folder);
    expect(readFileSync(join(folder, "api/manifest.json"), "utf8")).toBe("new");
    expect(readdirSync(parent)).toEqual(["site"]);
  });

  test("removes staging folders of ended processes only", () => {
    for (const name of [`.site-${deadPid()}-staging`, `.site-${process.pid}-staging`, `.site-${process.ppid}-staging`])
      write(`${name}/a`, "a");
    write(`.other-${deadPid()}-staging/a`, "a");
    write(".site-backup-staging/a", "a");
    createOutput(folder);
    const left = readdirSync(parent).map((name) => name.replace(/\d+/, "N"));
    expect(left.sort()).toEqual([".other-N-staging", ".site-N-staging", ".site-backup-staging"]);
    expect(existsSync(join(parent, `.site-${process.ppid}-staging`))).toBe(true);
  });
});
