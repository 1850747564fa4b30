import { mkdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { computeProgramDigest } from "../../../../build/kit/platform/output/program-digest.ts";
import { makeTempFolder } from "../../../cleanup.ts";

let folder: string;
beforeEach(() => {
  folder = makeTempFolder();
  for (const name of ["build/lib", "templates", "test"]) mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify({ files: ["build", "templates"] }));
  writeFileSync(join(folder, "package-lock.json"), "{}");
  writeFileSync(join(folder, "build/main.ts"), "start();");
  writeFileSync(join(folder, "build/lib/number.ts"), "export const one = 1;");
  writeFileSync(join(folder, "templates/coin.js"), "export const title = 1;");
});

const compute = (sinceMs = Number.POSITIVE_INFINITY) => computeProgramDigest(folder, sinceMs);

describe("computeProgramDigest", () => {
  it("is the same for the same program", () => {
    expect(compute()).toBe(compute());
    expect(compute()).toMatch(/^[0-9a-f]{64}$/);
  });

  it("is not known where the program may have changed since it was loaded", () => {
    // The newest file.
    const { ctimeMs } = statSync(join(folder, "templates/coin.js"));
    expect(compute(ctimeMs + 1)).toBe(compute());
    expect(compute(ctimeMs - 1)).toBeUndefined();
  });

  it("does not depend on files beside the package, such as tests", () => {
    const before = compute();
    writeFileSync(join(folder, "test/number.test.ts"), "test();");
    expect(compute()).toBe(before);
  });

  it("is not known where a file of the package cannot be read", () => {
    rmSync(join(folder, "templates"), { recursive: true });
    expect(compute()).toBeUndefined();
  });

  it("is known of the running program", () => {
    expect(computeProgramDigest(undefined, Number.POSITIVE_INFINITY)).toMatch(/^[0-9a-f]{64}$/);
  });

  it.each<[string, () => void]>([
    ["a file changes", () => writeFileSync(join(folder, "build/lib/number.ts"), "export const one = 2;")],
    ["a file is added", () => writeFileSync(join(folder, "build/lib/empty.ts"), "")],
    ["a file is renamed", () => renameSync(join(folder, "build/main.ts"), join(folder, "build/start.ts"))],
    ["a file is removed", () => rmSync(join(folder, "build/main.ts"))],
    ["a template changes", () => writeFileSync(join(folder, "templates/coin.js"), "export const title = 2;")],
    ["a dependency changes", () => writeFileSync(join(folder, "package-lock.json"), '{"a":"2"}')],
    ["the lock file is missing", () => rmSync(join(folder, "package-lock.json"))],
  ])("is another one once %s", (_, change) => {
    const before = compute();
    change();
    expect(compute()).not.toBe(before);
  });
});
