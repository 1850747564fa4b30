import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { makeTempFolder } from "../../../cleanup.ts";
import { fillState, forgeDocument } from "../state-folder.ts";

const READER = join(import.meta.dirname, "read-bomb.ts");
const MB = 1_000_000;

interface Seen {
  peak: number;
  warnings: string[];
  value: unknown;
}

/** What a process of its own makes of the document, and its peak of memory. */
function read(...places: string[]): Seen {
  const command = ["--import", import.meta.resolve("tsx"), READER, ...places];
  return JSON.parse(execFileSync(process.execPath, command, { encoding: "utf8" }));
}

async function makeState(content: unknown): Promise<string> {
  const folder = await fillState(makeTempFolder(), { bomb: 1, note: "any" });
  forgeDocument(folder, "bomb", content);
  return folder;
}

/** JSON, so that only its size is wrong. */
const bomb = (bytes: number) => gzipSync(Buffer.alloc(bytes, "1"), { level: 1 });

describe("a compression bomb in the state", () => {
  let plain: Seen;
  let honest: string;
  let lying: string;
  beforeAll(async () => {
    plain = read(await makeState({ small: true }));
    honest = await makeState(bomb(505 * MB));
    // Its last member states five bytes.
    const part = bomb(5 * MB);
    lying = await makeState(Buffer.concat([...Array.from({ length: 101 }, () => part), gzipSync("11111")]));
  });

  it.each([
    ["that states its size", () => honest],
    ["that states a small size", () => lying],
  ])("%s is refused, and takes hardly more memory than a small document", (_, find) => {
    const local = read(find());
    expect(local.value).toBeNull();
    expect(local.warnings).toEqual([expect.stringMatching(/"bomb" .* It is set aside/)]);
    expect(local.peak / plain.peak).toBeLessThan(1.5);
    const restored = read(makeTempFolder(), find());
    expect(restored.value).toBeNull();
    expect(restored.warnings).toEqual([expect.stringContaining('"bomb" is damaged in every place and was skipped')]);
    expect(restored.peak / plain.peak).toBeLessThan(1.5);
  });
});
