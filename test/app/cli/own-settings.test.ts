import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { readOwnSettings, WORKING_SETTINGS } from "../../../build/app/cli/kit/own-settings.ts";
import { makeTempFolder } from "../../cleanup.ts";

function read(text: string, built = {}) {
  const folder = makeTempFolder();
  writeFileSync(join(folder, WORKING_SETTINGS), text);
  return readOwnSettings(folder, async () => ({ SETTINGS: built }));
}

/** Reads `build/settings.ts` with this text; without a text there is no file. */
function readBuilt(text?: string) {
  const file = join(makeTempFolder(), "settings.ts");
  if (text !== undefined) writeFileSync(file, text);
  return readOwnSettings(makeTempFolder(), () => import(pathToFileURL(file).href));
}

describe("the settings of a working folder", () => {
  it("come from its file, which may import types, in a folder with or without a package.json", async () => {
    const text = `import type { OwnSettings } from "open-crypto-data";
const hosts: string[] = ["netlify"];
export default { coins: 250, siteHost: hosts } satisfies OwnSettings; // 100 % own
`;
    expect(await read(text)).toEqual({ coins: 250, siteHost: ["netlify"] });
  });

  it("are those of the program where the folder has no file", async () => {
    expect(await readBuilt("export const SETTINGS: object = { coins: 7 };")).toEqual({ coins: 7 });
  });

  it("are checked like the settings of a fork, and an error names the file", async () => {
    await expect(read("export default { coin: 1, backfill: -1 };")).rejects.toThrow(
      /^crypto-data\.config\.ts is wrong\. There is no setting "coin"\. .* backfill /,
    );
  });

  it("are refused with a sentence if the file is damaged, empty, or not the only one", async () => {
    await expect(read("export default {")).rejects.toThrow(/^crypto-data\.config\.ts cannot be read: /);
    await expect(read("throw new Error('no');")).rejects.toThrow("crypto-data.config.ts cannot be read: no.");
    for (const text of ["", "export const coins = 1;", "export default null;", "export default [1];"])
      await expect(read(text)).rejects.toThrow("crypto-data.config.ts has no settings: it must contain");
    await expect(read("export default { coins: 1 };", { coins: 2 })).rejects.toThrow(
      "There are settings in crypto-data.config.ts and in build/settings.ts: move them into one of these files.",
    );
  });

  it("are refused with a sentence if build/settings.ts is damaged, missing or empty", async () => {
    for (const text of ["export const SETTINGS = { coins: 5,, };", "throw new Error('no');", undefined])
      await expect(readBuilt(text)).rejects.toThrow(
        /^build\/settings\.ts cannot be read: .* Correct the file, or restore it\.$/,
      );
    for (const text of ["", "export const SETTING = {};", "export const SETTINGS = null;"])
      await expect(readBuilt(text)).rejects.toThrow(
        'build/settings.ts has no settings: it must contain a line such as "export const SETTINGS',
      );
    await expect(readBuilt("export const SETTINGS = { coin: 1 };")).rejects.toThrow(
      'build/settings.ts is wrong. There is no setting "coin".',
    );
  });
});
