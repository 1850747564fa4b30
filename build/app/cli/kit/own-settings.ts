import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { acceptSettings, OWN_SETTINGS, type OwnSettings } from "../../../config.ts";
import { describeError, OperationalError } from "../../../lib/operational-error.ts";
import { SETTINGS } from "../../../settings.ts";

/** The file of the settings in the working folder, for an installed package. */
export const WORKING_SETTINGS = "crypto-data.config.ts";

/**
 * What a site sets itself: in `crypto-data.config.ts` of the working folder if there is one,
 * otherwise in `build/settings.ts`. Throws an `OperationalError` that says what is wrong with the
 * file, and if both have settings: none of them is more right.
 */
export async function readOwnSettings(folder: string, built: OwnSettings = SETTINGS): Promise<OwnSettings> {
  const path = join(folder, WORKING_SETTINGS);
  if (!existsSync(path)) return built;
  if (Object.keys(built).length > 0) {
    throw new OperationalError(
      `There are settings in ${WORKING_SETTINGS} and in ${OWN_SETTINGS}: move them into one of these files.`,
    );
  }
  const settings = await importSettings(path);
  if (settings === null || typeof settings !== "object" || Array.isArray(settings)) {
    throw new OperationalError(
      `${WORKING_SETTINGS} has no settings: it must contain a line such as "export default { coins: 250 };".`,
    );
  }
  return acceptSettings({ ...settings }, WORKING_SETTINGS);
}

/**
 * The default export. Whether Node takes the file for an ES module depends on the package.json of
 * its folder, so it is read as one here. It imports types only: it has no address to import from.
 */
async function importSettings(path: string): Promise<unknown> {
  try {
    const { transform } = await import("esbuild");
    const { code } = await transform(readFileSync(path, "utf8"), { loader: "ts", format: "esm" });
    const module: { default?: unknown } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
    return module.default ?? null;
  } catch (cause) {
    throw new OperationalError(`${WORKING_SETTINGS} cannot be read: ${describeError(cause)}.`, { cause });
  }
}
