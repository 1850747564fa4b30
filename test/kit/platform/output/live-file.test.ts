import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findLiveFile, LIVE_PATH, replaceLiveFile } from "../../../../build/kit/platform/output/live-file.ts";
import { createOutput } from "../../../../build/kit/platform/output/output.ts";
import { makeTempFolder } from "../../../cleanup.ts";
import { publishFiles } from "./memory-output.ts";

async function publishSite(): Promise<string> {
  const folder = join(makeTempFolder(), "site");
  await publishFiles(createOutput(folder), [{ path: "api/manifest.json", body: "{}" }]);
  return folder;
}

const readLive = (folder: string) => Buffer.from(findLiveFile(folder) ?? "").toString();

describe("the live file of a tree", () => {
  it("is replaced as a whole, and leaves nothing else", async () => {
    const folder = await publishSite();
    expect(findLiveFile(folder)).toBeUndefined();
    for (const body of ["one", "two"]) await replaceLiveFile(folder, Buffer.from(body));
    expect(readLive(folder)).toBe("two");
    expect(readdirSync(join(folder, "api")).sort()).toEqual(["live.json", "manifest.json"]);
  });

  it("is written without what killed runs left, and beside a run that still writes", async () => {
    const folder = await publishSite();
    const nameUnfinished = (pid: number | undefined) => `live.json.${pid}.tmp`;
    const { pid: ended } = spawnSync(process.execPath, ["--version"]);
    for (const pid of [ended, process.ppid]) writeFileSync(join(folder, "api", nameUnfinished(pid)), "half");
    await replaceLiveFile(folder, Buffer.from("one"));
    expect(readdirSync(join(folder, "api")).sort()).toEqual([
      "live.json",
      nameUnfinished(process.ppid),
      "manifest.json",
    ]);
  });

  it("waits while a build swaps the trees, and makes no folder in its way", async () => {
    const folder = await publishSite();
    const aside = `${folder}-aside`;
    renameSync(folder, aside);
    let waits = 0;
    await replaceLiveFile(folder, Buffer.from("one"), async () => {
      waits += 1;
      // Fails when there is a folder.
      if (waits === 2) renameSync(aside, folder);
    });
    expect(waits).toBe(2);
    expect(readLive(folder)).toBe("one");
  });

  it("fails where there is no tree", async () => {
    const folder = join(makeTempFolder(), "site");
    await expect(replaceLiveFile(folder, Buffer.from("one"), async () => undefined)).rejects.toThrow("ENOENT");
  });

  it.each([
    ["as it is", (old: Uint8Array) => old, "live"],
    ["with another content", (old: Uint8Array) => Buffer.from(`${String(old)}, stale`), "live, stale"],
    ["not at all", () => undefined, ""],
  ])("is taken over by the next tree: %s", async (_, renew, expected) => {
    const folder = await publishSite();
    await replaceLiveFile(folder, Buffer.from("old"));
    const next = createOutput(folder).begin("none");
    await next.write({ path: "api/manifest.json", body: '{"next":1}' });
    // A live run beside the build.
    await replaceLiveFile(folder, Buffer.from("live"));
    await next.commit([{ path: LIVE_PATH, renew }]);
    expect(readFileSync(join(folder, "api/manifest.json"), "utf8")).toBe('{"next":1}');
    expect(readLive(folder)).toBe(expected);
  });

  it("is no reason to fail for a tree that has none", async () => {
    const folder = await publishSite();
    const next = createOutput(folder).begin("none");
    await next.write({ path: "api/manifest.json", body: "{}" });
    await next.commit([{ path: LIVE_PATH, renew: (old) => old }]);
    expect(findLiveFile(folder)).toBeUndefined();
  });
});
