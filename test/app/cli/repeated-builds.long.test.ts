import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { runBuild } from "../../../build/app/cli/build.ts";
import { SILENT_PROGRESS } from "../../../build/kit/platform/platform.ts";
import { makeTempFolder } from "../../cleanup.ts";

const folder = makeTempFolder();
const at = (name: string): string => join(folder, name);
const build = (flags: Parameters<typeof runBuild>[0]) => runBuild({ site: false, ...flags }, () => SILENT_PROGRESS);
const hash = (text: string | Buffer): string => createHash("sha256").update(text).digest("hex");

it("a run recorded with its state replays byte for byte, repeatedly", async () => {
  const hashOf = (out: string) => hash(readFileSync(join(at(out), "api/manifest.json")));
  const sample = { sample: true, coins: 4, state: at("state") };
  await build({ ...sample, at: "2026-11-18T22:07:00Z", out: at("first") });
  await build({ ...sample, at: "2026-11-19T00:07:00Z", out: at("second"), record: at("run"), recordState: true });
  for (const out of ["third", "fourth"]) await build({ replay: at("run"), out: at(out) });
  expect([hashOf("third"), hashOf("fourth")]).toEqual([hashOf("second"), hashOf("second")]);
  expect(hashOf("second")).not.toBe(hashOf("first"));
});

it.each([
  [{ recordState: true }, "name it with --record"],
  [{ at: "2026-11-18T22:07:00Z" }, "add --sample"],
  [{ sample: true, at: "tomorrow", state: at("y") }, "is not a valid time for --at"],
])("the flags %j are refused in one sentence", async (flags, message) => {
  await expect(build({ ...flags, out: at("x") })).rejects.toThrow(message);
});

it("a build reuses responses of closed days, and renders them again after any change", async () => {
  const [manifest, history] = ["api/manifest.json", "api/coins/btc/history/all.json"].map((path) => at(`kept/${path}`));
  const next = (time: string, backfill?: number) =>
    build({
      sample: true,
      coins: 6,
      trees: [],
      at: `2026-11-20T${time}:00Z`,
      out: at("kept"),
      state: at("kept-state"),
      ...(backfill !== undefined && { backfill }),
    });
  const read = () => readFileSync(history!, "utf8");
  await next("09:00");
  await next("09:30", 0);
  const made = read();
  // A change with its hash in the manifest, as only the site's owner could make it.
  const listed = JSON.parse(readFileSync(manifest!, "utf8"));
  const entry = listed.data.files.find(({ path }: { path: string }) => history!.endsWith(path));
  Object.assign(entry, { bytes: Buffer.byteLength(`${made} `), sha256: hash(`${made} `) });
  writeFileSync(history!, `${made} `);
  writeFileSync(manifest!, JSON.stringify(listed));
  await next("10:00", 0);
  expect(read()).toBe(`${made} `);
  writeFileSync(history!, "damaged");
  await next("10:30", 0);
  expect(read()).toBe(made);
});
