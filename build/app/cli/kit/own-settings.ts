import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { acceptSettings, OWN_SETTINGS, type OwnSettings } from "../../../config.ts";
import { describeError, OperationalError } from "../../../lib/operational-error.ts";
import { isObject } from "../../../lib/shape.ts";

/** The file of the settings in the working folder, for an installed package. */
export const WORKING_SETTINGS = "crypto-data.config.ts";

/**
 * What a site sets itself: in `crypto-data.config.ts` of the working folder if there is one,
 * otherwise in `build/settings.ts`. Throws an `OperationalError` that says what is wrong with the
 * file, and if both have settings: none of them is more right.
 */
export async function readOwnSettings(folder: string, importBuilt = importBuiltSettings): Promise<OwnSettings> {
  const example = "export const SETTINGS: OwnSettings = { coins: 250 };";
  const built = await readSettings(OWN_SETTINGS, async () => (await importBuilt()).SETTINGS, example);
  const path = join(folder, WORKING_SETTINGS);
  if (!existsSync(path)) return built;
  if (Object.keys(built).length > 0) {
    throw new OperationalError(
      `There are settings in ${WORKING_SETTINGS} and in ${OWN_SETTINGS}: move them into one of these files.`,
    );
  }
  return readSettings(WORKING_SETTINGS, () => importWorkingSettings(path), "export default { coins: 250 };");
}

async function readSettings(file: string, load: () => Promise<unknown>, example: string): Promise<OwnSettings> {
  const settings = await load().catch((cause: unknown) => {
    const reason = describeError(cause).replace(/\.$/, "");
    throw new OperationalError(`${file} cannot be read: ${reason}. Correct the file, or restore it.`, { cause });
  });
  if (!isObject(settings)) {
    throw new OperationalError(`${file} has no settings: it must contain a line such as "${example}".`);
  }
  return acceptSettings({ ...settings }, file);
}

/**
 * The exports of `build/settings.ts`, which is a part of the program's bundle. The import is
 * dynamic, so that a mistake in the file can be reported. It stays outside of `try` and without
 * `.catch`: there, esbuild makes a bundle also without the file, and would use that bundle again
 * once the file is back.
 */
async function importBuiltSettings(): Promise<{ SETTINGS?: unknown }> {
  return import("../../../settings.ts");
}

/**
 * The default export. Whether Node takes the file for an ES module depends on the package.json of
 * its folder, so it is read as one here. It imports types only: it has no address to import from.
 */
async function importWorkingSettings(path: string): Promise<unknown> {
  const { transform } = await import("esbuild");
  const { code } = await transform(readFileSync(path, "utf8"), { loader: "ts", format: "esm" });
  const module: { default?: unknown } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  return module.default;
}
