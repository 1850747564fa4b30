import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeTempFolder } from "../../cleanup.ts";
import { provideProgram } from "./provide-program.ts";

async function makePackage(version: string): Promise<string> {
  const folder = join(makeTempFolder(), "greeting");
  await mkdir(folder);
  await writeFile(join(folder, "package.json"), JSON.stringify({ name: "greeting", version }));
  return `file:${folder}`;
}

describe("a program of a registry", () => {
  it("is installed once per version", async () => {
    const root = makeTempFolder();
    const first = await makePackage("1.0.0");
    const second = await makePackage("2.0.0");
    const provide = (at: string) => provideProgram({ name: "greeting", npm: { packages: [at] } }, { root });
    const { folder, missing } = await provide(first);
    expect([missing, await readdir(root)]).toEqual([undefined, ["greeting"]]);
    await writeFile(join(folder, "trace"), "");
    await provide(first);
    expect(await readdir(folder)).toContain("trace");
    await provide(second);
    expect(await readdir(folder)).not.toContain("trace");
    expect(JSON.parse(await readFile(join(folder, "installed.json"), "utf8")).npm.packages).toEqual([second]);
  });

  it("is missing with a reason, and leaves nothing behind", async () => {
    const root = makeTempFolder();
    const nowhere = { name: "nowhere", npm: { packages: [`file:${join(root, "nowhere.tgz")}`] } };
    await expect(provideProgram(nowhere, { root, required: true })).rejects.toThrow("cannot be installed");
    const { missing } = await provideProgram(nowhere, { root, required: false });
    expect(missing).toMatch(/^nowhere cannot be installed: .*nowhere\.tgz/);
    expect(await readdir(root)).toEqual([]);
  });
});
