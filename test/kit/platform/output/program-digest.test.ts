import { mkdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { computeProgramDigest } from "../../../../build/kit/platform/output/program-digest.ts";
import { makeTempFolder } from "../../../cleanup.ts";

let folder: string;
beforeEach(() => {
  folder = makeTempFolder();
  mkdirSync(join(folder, "program/lib"), { recursive: true });
  writeFileSync(join(folder, "program/main.ts"), "start();");
  writeFileSync(join(folder, "program/lib/number.ts"), "export const one = 1;");
  writeFileSync(join(folder, "lock.json"), "{}");
});

const compute = (sinceMs = Number.POSITIVE_INFINITY) =>
  computeProgramDigest(join(folder, "program"), join(folder, "lock.json"), sinceMs);

describe("computeProgramDigest", () => {
  it("is the same for the same program", () => {
    expect(compute()).toBe(compute());
    expect(compute()).toMatch(/^[0-9a-f]{64}$/);
  });

  it("is not known where the program may have changed since it was loaded", () => {
    const { ctimeMs } = statSync(join(folder, "lock.json"));
    expect(compute(ctimeMs + 1)).toBe(compute());
    expect(compute(ctimeMs - 1)).toBeUndefined();
  });

  it.each<[string, () => void]>([
    ["a file changes", () => writeFileSync(join(folder, "program/lib/number.ts"), "export const one = 2;")],
    ["a file is added", () => writeFileSync(join(folder, "program/lib/empty.ts"), "")],
    ["a file is renamed", () => renameSync(join(folder, "program/main.ts"), join(folder, "program/start.ts"))],
    ["a file is removed", () => rmSync(join(folder, "program/main.ts"))],
    ["a dependency changes", () => writeFileSync(join(folder, "lock.json"), '{"a":"2"}')],
    ["the lock file is missing", () => rmSync(join(folder, "lock.json"))],
  ])("is another one once %s", (_, change) => {
    const before = compute();
    change();
    expect(compute()).not.toBe(before);
  });
});
