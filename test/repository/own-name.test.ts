import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const ROOT = new URL("../../", import.meta.url);
/**
 * The program has a name and no owner: an organisation of that name could be registered by someone
 * else.
 */
const OWNER = new RegExp(["open-crypto-data", "(\\.github\\.io|/open-crypto-data)"].join(""));

it("no file names an organisation on GitHub that is not ours", () => {
  const files = execFileSync("git", ["ls-files", "-z"], { cwd: ROOT, encoding: "utf8" }).split("\0").filter(Boolean);
  expect(files.length).toBeGreaterThan(1_000);
  expect(files.filter((file) => OWNER.test(readFileSync(new URL(file, ROOT), "latin1")))).toEqual([]);
});
