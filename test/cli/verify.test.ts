import { cp, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { serveCommand } from "../../build/cli/serve.ts";
import { verifyCommand } from "../../build/cli/verify.ts";
import { OperationalError } from "../../build/lib/operational-error.ts";
import { writeTree } from "../fixtures/memory-tree.ts";
import { writeSite } from "../fixtures/site.ts";
import { smallRegistry } from "../fixtures/small-registry.ts";
import { buildWorld } from "../fixtures/small-world.ts";

let folder: string;
let remove: () => Promise<void>;
let printed: string;

beforeEach(async () => {
  ({ folder, remove } = await writeSite(await writeTree(smallRegistry, buildWorld())));
  printed = "";
  vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    printed += text;
    return true;
  });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await remove();
});

async function findProblems(): Promise<string> {
  const error = await verifyCommand(folder).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(OperationalError);
  expect(printed).toBe("");
  return (error as Error).message;
}

describe("verify", () => {
  it("counts the files of a sound site", async () => {
    await verifyCommand(folder);
    expect(printed).toMatch(/^.*: \d+ files verified, \d+ checks passed, 0 failed\n$/);
  });

  it("lists changed, missing and extra files", async () => {
    await writeFile(join(folder, "api/coins.json"), "{}\n");
    await rm(join(folder, "api/coins/evil.json"));
    await writeFile(join(folder, "api/extra.json"), "{}\n");
    const message = await findProblems();
    expect(message).toMatch(/^.* failed verification: \d+ problems:\n {2}/);
    for (const path of ["api/coins.json", "api/coins/evil.json", "api/extra.json"]) {
      expect(message).toContain(`\n  ${path}: `);
    }
  });

  it("reports a folder in place of a file as missing", async () => {
    await rm(join(folder, "api/coins.json"));
    await mkdir(join(folder, "api/coins.json"));
    expect(await findProblems()).toContain("api/coins.json: the manifest lists it, but it does not exist");
  });

  it("refuses an empty folder, a missing folder and a file", async () => {
    const none = `There is no site in ${folder}: build one with npm run build -- --sample`;
    await rm(join(folder, "api"), { recursive: true });
    expect(await findProblems()).toBe(none);
    await rm(folder, { recursive: true });
    expect(await findProblems()).toBe(none);
    await writeFile(folder, "");
    expect(await findProblems()).toBe(none);
  });

  it("lists the sites in a folder with one per host", async () => {
    for (const host of ["netlify", "vercel"])
      await cp(join(folder, "api"), join(folder, host, "api"), { recursive: true });
    await rm(join(folder, "api"), { recursive: true });
    const sites = `${join(folder, "netlify")}, ${join(folder, "vercel")}`;
    expect(await findProblems()).toBe(`${folder} holds one folder per host: verify them one by one: ${sites}.`);
  });
});

describe("serve", () => {
  it("refuses a folder without a site, and says how to build one", async () => {
    await rm(join(folder, "api/manifest.json"));
    await expect(serveCommand(folder, { host: "127.0.0.1", port: 0 })).rejects.toThrow(
      `There is no site in ${folder}: build one with "npm run build", or name another folder.`,
    );
  });

  it("serves until interrupted, then frees the port", async () => {
    const served = serveCommand(folder, { host: "127.0.0.1", port: 0 });
    await vi.waitFor(() => expect(printed).toContain("is served on"), { timeout: 15_000 });
    const url = /served on (\S+)/.exec(printed)![1]!;
    expect((await fetch(`${url}/api/coins`)).status).toBe(200);
    process.emit("SIGINT");
    await served;
    await expect(fetch(`${url}/api/coins`)).rejects.toThrow();
  });
});
