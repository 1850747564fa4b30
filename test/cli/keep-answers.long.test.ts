import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { makeTempFolder } from "../cleanup.ts";
import { runCli } from "./run-cli.ts";

const folder = makeTempFolder();

const MANIFEST = "api/manifest.json";
const HISTORY = "api/coins/btc/history/all.json";
const place = (path: string) => join(folder, "site", path);
const read = (path: string) => readFileSync(place(path), "utf8");

async function build(time: string, ...more: string[]): Promise<void> {
  const when = ["--sample", "--coins", "8", "--at", `2026-11-20T${time}:00Z`, "--no-site", ...more];
  const { code, stderr } = await runCli(
    "build",
    ...when,
    "--out",
    join(folder, "site"),
    "--state",
    join(folder, "state"),
  );
  expect(code, stderr).toBe(0);
}

/** Changes a response and its hash in the manifest, as only the site's owner could. */
function change(path: string, text: string): void {
  const manifest = JSON.parse(read(MANIFEST));
  const entry = manifest.data.files.find((file: { path: string }) => file.path === path);
  entry.bytes = Buffer.byteLength(text);
  entry.sha256 = createHash("sha256").update(text).digest("hex");
  writeFileSync(place(path), text);
  writeFileSync(place(MANIFEST), JSON.stringify(manifest));
}

it("a build reuses responses of closed days, and renders them again after any change", async () => {
  await build("09:00");
  await build("09:30", "--backfill", "0");
  const made = read(HISTORY);
  change(HISTORY, `${made} `);
  await build("10:00", "--backfill", "0");
  expect(read(HISTORY)).toBe(`${made} `);
  writeFileSync(place(HISTORY), "damaged");
  await build("10:30", "--backfill", "0");
  expect(read(HISTORY)).toBe(made);
});
