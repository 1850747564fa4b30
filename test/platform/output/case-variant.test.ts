import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { createOutput } from "../../../build/platform/output/output.ts";
import { createPathSet } from "../../../build/platform/output/path-collisions.ts";
import { makeTempFolder } from "../../cleanup.ts";
import { publishFiles } from "./memory-output.ts";

let folder: string;
beforeEach(() => {
  folder = makeTempFolder();
});

describe("a file that differs from another in case alone", () => {
  const original = { path: "api/coins/btc/index.json", body: "same" };

  it("is refused unless it is marked as a case variant", async () => {
    const artifacts = [original, { ...original, path: "api/coins/BTC/index.json" }];
    await expect(publishFiles(createOutput(join(folder, "site")), artifacts)).rejects.toThrow(
      /one file on some systems/,
    );
  });

  it("is published when it is marked, and can be read by either name on any file system", async () => {
    const artifacts = [original, { ...original, path: "api/coins/BTC/index.json", caseVariant: true as const }];
    await publishFiles(createOutput(join(folder, "site")), artifacts);
    for (const key of ["btc", "BTC"]) {
      expect(readFileSync(join(folder, "site/api/coins", key, "index.json"), "utf8")).toBe("same");
    }
  });

  it("may be the only file of its folder", async () => {
    await publishFiles(createOutput(join(folder, "site")), [{ path: "api/X.json", body: "x", caseVariant: true }]);
    expect(existsSync(join(folder, "site/api/X.json"))).toBe(true);
  });

  it("is still refused twice", () => {
    const paths = createPathSet();
    paths.add("a/B", true);
    expect(() => paths.add("a/B", true)).toThrow(/one file/);
  });
});
