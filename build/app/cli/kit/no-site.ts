import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { StateWorld } from "../../../kit/platform/platform.ts";
import { MANIFEST_PATH } from "../../../kit/render/manifest.ts";
import { codeOf } from "../../../lib/error-code.ts";
import { OperationalError } from "../../../lib/operational-error.ts";
import { nameCommand } from "./installation.ts";

/** The error of a command that needs a built site, with what to do. */
export function buildNoSiteError(folder: string): OperationalError {
  return new OperationalError(
    `There is no site in ${folder}: build one with "${nameCommand("build")}", or of the demo market with ` +
      `"${nameCommand("build", "--sample")}", or name another folder.`,
  );
}

/** Throws for a folder without a manifest, which may hold one site per host. */
export function refuseFolderWithoutSite(folder: string): void {
  const isSite = (path: string): boolean => existsSync(join(path, MANIFEST_PATH));
  if (isSite(folder)) return;
  const names = listNames(folder);
  const sites = names.map((name) => join(folder, name)).filter(isSite);
  if (sites.length > 0) {
    throw new OperationalError(`${folder} holds one folder per host: name one of them: ${sites.join(", ")}.`);
  }
  throw buildNoSiteError(folder);
}

function listNames(folder: string): string[] {
  try {
    return statSync(folder, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(folder) : [];
  } catch (cause) {
    throw buildReadError(folder, cause);
  }
}

function buildReadError(path: string, cause: unknown): OperationalError {
  return new OperationalError(`${path} cannot be read: correct its permissions, or name another folder`, { cause });
}

/** Throws for an index that is absent or cut off, too: such a folder is no whole site. */
function readWorld(folder: string): StateWorld {
  const path = join(folder, "api/index.json");
  try {
    const index: { meta?: { sample?: boolean } } = JSON.parse(readFileSync(path, "utf8"));
    return index.meta?.sample === true ? "sample" : "live";
  } catch (cause) {
    const code = codeOf(cause);
    // A file that is cut off is no JSON: that error has no code.
    if (code === "" || code === "ENOENT" || code === "ENOTDIR") throw buildNoSiteError(folder);
    throw buildReadError(path, cause);
  }
}

/** A live site must not show prices of the demo market, nor the other way round. */
export function refuseOtherSite(folder: string, world: StateWorld): void {
  refuseFolderWithoutSite(folder);
  const own = readWorld(folder);
  if (own === world) return;
  throw new OperationalError(
    own === "sample"
      ? `The site in ${folder} is of the demo market, whose prices are invented: name a live site, or add --sample.`
      : `The site in ${folder} has live data: leave out --sample, or name the folder of a demo.`,
  );
}
