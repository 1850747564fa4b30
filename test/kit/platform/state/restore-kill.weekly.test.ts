import { spawn } from "node:child_process";
import { cpSync, existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { verifyState } from "../../../../build/kit/platform/state/state-open.ts";
import { makeTempFolder } from "../../../cleanup.ts";
import { fillState, NOON, openAndClose, readState } from "../state-folder.ts";

const DOCUMENTS = 150;
/** Milliseconds after the first progress: during downloads, during the commit, and later. */
const MOMENTS_MS = [0, 15, 60, 120, 200, 320];

const makeGeneration = (generation: number) =>
  Object.fromEntries(Array.from({ length: DOCUMENTS }, (_, index) => [`daily/${index}`, { generation, index }]));

const SCRIPT = `
  const { openState } = await import(${JSON.stringify(new URL("../../../../build/kit/platform/state/state-open.ts", import.meta.url).href)});
  const task = { update: () => process.stdout.write("."), done() {}, warned() {}, failed() {} };
  const progress = { start: () => task, note() {}, warn() {} };
  const [folder, from] = process.argv.slice(1);
  const store = await openState(folder, { now: () => 0, world: "live", from: [from], fetch: undefined, progress });
  store.close();`;

test("a restore killed at any moment leaves the old state or the new one, whole, and can be finished", async () => {
  const source = await fillState(makeTempFolder(), makeGeneration(2));
  const before = await fillState(makeTempFolder(), makeGeneration(1), { now: () => NOON - 1 });
  for (const momentMs of MOMENTS_MS) {
    const folder = makeTempFolder();
    cpSync(before, folder, { recursive: true });
    await restoreAndKill(folder, source, momentMs);
    expect(verifyState(folder).faults).toEqual([]);
    const generations = new Set(
      Object.values(await readState(folder)).map((value) => (value as Generation).generation),
    );
    expect(generations.size).toBe(1);
    await openAndClose(folder, [source]);
    expect(await readState(folder)).toEqual(makeGeneration(2));
    expect(existsSync(join(folder, "damaged"))).toBe(false);
    rmSync(folder, { recursive: true });
  }
});

interface Generation {
  generation: number;
}

async function restoreAndKill(folder: string, source: string, momentMs: number): Promise<void> {
  const flags = ["--import", import.meta.resolve("tsx"), "--input-type=module", "-e", SCRIPT, folder, source];
  const child = spawn(process.execPath, flags, { stdio: ["ignore", "pipe", "inherit"] });
  child.stdout.once("data", () => setTimeout(() => child.kill("SIGKILL"), momentMs));
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  expect([0, null]).toContain(code);
}
