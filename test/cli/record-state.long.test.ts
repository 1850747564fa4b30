import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { runBuild } from "../../build/cli/build.ts";
import { makeTempFolder } from "../cleanup.ts";
import { SILENT } from "../system/workflow/stage.ts";

const folder = makeTempFolder();
const at = (name: string): string => join(folder, name);

function build(flags: Parameters<typeof runBuild>[0]) {
  return runBuild({ site: false, ...flags }, () => SILENT);
}

function hash(out: string): string {
  return createHash("sha256")
    .update(readFileSync(join(at(out), "api/manifest.json")))
    .digest("hex");
}

it("a run recorded with its state replays byte for byte, repeatedly", async () => {
  const sample = { sample: true, coins: 8, state: at("state") };
  await build({ ...sample, at: "2026-11-18T22:07:00Z", out: at("first") });
  await build({ ...sample, at: "2026-11-19T00:07:00Z", out: at("second"), record: at("run"), recordState: true });
  for (const out of ["third", "fourth"]) await build({ replay: at("run"), out: at(out) });
  expect(hash("third")).toBe(hash("second"));
  expect(hash("fourth")).toBe(hash("second"));
  expect(hash("second")).not.toBe(hash("first"));
}, 120_000);

it("flags that need another flag are refused in one sentence", async () => {
  await expect(build({ recordState: true, out: at("x") })).rejects.toThrow("name it with --record");
  await expect(build({ at: "2026-11-18T22:07:00Z", out: at("x") })).rejects.toThrow("add --sample");
  await expect(build({ sample: true, at: "tomorrow", out: at("x"), state: at("y") })).rejects.toThrow(
    "is not a valid time for --at",
  );
});
