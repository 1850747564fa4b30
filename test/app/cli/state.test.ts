import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import {
  inspectStateCommand,
  mergeStatesCommand,
  renderState,
  verifyStateCommand,
} from "../../../build/app/cli/state.ts";
import { readStateManifest, type StateManifest } from "../../../build/kit/platform/state/state-manifest.ts";
import { DAY_MS, HOUR_MS } from "../../../build/lib/time.ts";
import { makeTempFolder } from "../../cleanup.ts";
import { fileOf, fillState, flipBit, NOON, readState } from "../../kit/platform/state-folder.ts";
import { callCli } from "./run-cli.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

function captureOutput(): () => string {
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  return () => write.mock.calls.map(([text]) => String(text)).join("");
}

function getManifest(folder: string): StateManifest {
  const manifest = readStateManifest(folder);
  if (manifest === undefined) throw new Error("There is no state");
  return manifest;
}

describe("state inspect", () => {
  it("shows every document with rows, size, age and revision, and the total", async () => {
    const folder = await fillState(makeTempFolder(), { coins: { btc: 1, eth: 2 } });
    await fillState(
      folder,
      { "daily/2025": { times: new Array(1234).fill(0) } },
      { closed: true, now: () => NOON - 3 * DAY_MS },
    );
    const text = renderState(".state", getManifest(folder), NOON + 90 * 60_000);
    expect(text.split("\n").map((line) => line.trim().split(/\s{2,}/))).toEqual([
      ["document", "rows", "size", "age", "revision", "closed"],
      ["coins", "2", "0.0 kB", "90 min", "1"],
      ["daily/2025", "1,234", expect.stringContaining("kB"), "3 d", "1", "closed"],
      [""],
      [expect.stringMatching(/^\.state: 2 documents, 0\.1 kB, live data$/)],
      ["daily", "2025 to 2025, 1 of 1 years"],
      [""],
    ]);
  });

  it("lists missing days, months and years of a series", async () => {
    const names = [
      "hourly/2026-11-18",
      "hourly/2026-11-20",
      "hourly/2026-11-21",
      "news/2025-12",
      "news/2026-02",
      "daily/2024",
    ];
    const folder = await fillState(makeTempFolder(), Object.fromEntries(names.map((name) => [name, []])));
    const text = renderState("x", getManifest(folder), NOON + HOUR_MS);
    expect(text).toContain("hourly  2026-11-18 to 2026-11-21, 3 of 4 days, missing 2026-11-19\n");
    expect(text).toContain("news  2025-12 to 2026-02, 2 of 3 months, missing 2026-01\n");
    expect(text).toContain("daily  2024 to 2024, 1 of 1 years\n");
  });

  it("finds the state of a published site, and fails after the table if a document is damaged", async () => {
    const site = makeTempFolder();
    await fillState(join(site, "state"), { coins: [1] });
    const output = captureOutput();
    inspectStateCommand(site);
    expect(output()).toContain("1 documents");
    flipBit(fileOf(join(site, "state"), "coins"));
    expect(() => inspectStateCommand(site)).toThrow("coins: is not what was written");
    await fillState(join(site, "x-demo"), { coins: [1] });
    expect(() => inspectStateCommand(join(site, "x"))).toThrow(`of the demo market is in ${join(site, "x-demo")}`);
  });
});

describe("state verify", () => {
  it("reports the checked documents, or lists damaged ones", async () => {
    const folder = await fillState(makeTempFolder(), { a: 1, b: 2, c: 3 });
    const output = captureOutput();
    verifyStateCommand(folder);
    expect(output()).toBe(`${folder}: 3 documents verified, 0 damaged\n`);
    flipBit(fileOf(folder, "a"));
    flipBit(fileOf(folder, "c"));
    expect(() => verifyStateCommand(folder)).toThrow(/2 documents failed verification\n {2}a: .*\n {2}c: /);
    expect(() => verifyStateCommand(makeTempFolder())).toThrow("There is no state in");
  });

  it("tells a folder of another program from a damaged state", async () => {
    const folder = makeTempFolder();
    writeFileSync(join(folder, "manifest.json"), '{"name":"an app"}');
    expect(() => verifyStateCommand(folder)).toThrow(/ is no state: .*manifest\.json is of another program\. Name /);
    const above = makeTempFolder();
    await fillState(join(above, ".state"), { a: 1 });
    expect(() => verifyStateCommand(above)).toThrow("There is no state in");
    writeFileSync(join(folder, "manifest.json"), '{"version":1}');
    const { stderr } = await callCli("state", "verify", folder);
    expect(stderr).toMatch(/^The state is damaged: .*npm run build -- --restore-from.* away: it has version 1, and /);
  });

  it("ends with 1 on the command line", async () => {
    const folder = await fillState(makeTempFolder(), { a: 1 });
    flipBit(fileOf(folder, "a"));
    const { code, stderr } = await callCli("state", "verify", folder);
    expect(code).toBe(1);
    expect(stderr).toContain("a: is not what was written");
  });
});

describe("state merge", () => {
  it("joins series point by point: our own before any other, then the later one", async () => {
    const at = [NOON, NOON + HOUR_MS, NOON + 2 * HOUR_MS];
    const column = (...prices: (number | null)[]) => ({ prices, marketCaps: prices, totalVolumes: prices });
    const own = { times: at.slice(0, 2), coins: { bitcoin: column(1, 2) } };
    const filled = {
      times: at.slice(1),
      coins: { bitcoin: { ...column(20, 30), origins: [0, 0] } },
      origins: ["kraken"],
    };
    const a = await fillState(makeTempFolder(), { "hourly/2026-11-20": own });
    const b = await fillState(makeTempFolder(), { "hourly/2026-11-20": filled }, { now: () => NOON + 1 });
    const into = makeTempFolder();
    const output = captureOutput();
    await mergeStatesCommand(a, b, { into });
    expect(output()).toBe(`${into}: 1 documents from ${a} and ${b}\n`);
    expect((await readState(into))["hourly/2026-11-20"]).toMatchObject({
      times: at,
      coins: { bitcoin: { prices: [1, 2, 30], origins: [null, null, 0] } },
      origins: ["kraken"],
    });
  });
});
