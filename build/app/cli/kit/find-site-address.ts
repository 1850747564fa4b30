import { execFileSync } from "node:child_process";
import { dirname } from "node:path";
import { type Config, loadConfig } from "../../../config.ts";
import { findRunRepository, findRunServer, inheritEnvironment } from "../../../environment.ts";
import { findPagesAddress, findRepository, findWebAddress } from "../../../lib/web-url.ts";
import { PAGES_HOST } from "../../workflow/plan.ts";
import { PROJECT } from "./installation.ts";
import { readOwnSettings } from "./own-settings.ts";

const SETTINGS = await readOwnSettings(process.cwd());

/** `owner/name` of the repository that runs this, or of this checkout's origin. */
export function findOwnRepository(): string | undefined {
  return findRunRepository() ?? findRepository(findOrigin() ?? "");
}

/** Web page of that repository; `null` without one. */
export function findHomepage(): string | null {
  const repository = findRunRepository();
  const address = repository === undefined ? findOrigin() : `${findRunServer()}/${repository}`;
  return findWebAddress(address ?? "") ?? null;
}

/** The configuration of this site. Without a homepage, the repository's page is used. */
export function loadOwnConfig(flags: Partial<Config>): ReturnType<typeof loadConfig> {
  const loaded = loadConfig(flags, SETTINGS);
  return loaded.config.homepage === null ? loadConfig({ ...flags, homepage: findHomepage() }, SETTINGS) : loaded;
}

/** URL of this checkout's site: `baseUrl`, else the repository's GitHub Pages, if known. */
export function findSiteAddress({ baseUrl, siteHost: [host = PAGES_HOST] }: Config): string | undefined {
  if (baseUrl !== null) return baseUrl;
  return host === PAGES_HOST ? findPagesAddress(findOwnRepository() ?? "") : undefined;
}

/** URL of this checkout's origin. A repository that merely contains the checkout does not count. */
function findOrigin(): string | undefined {
  try {
    return execFileSync("git", ["remote", "get-url", "origin"], {
      cwd: PROJECT,
      encoding: "utf8",
      env: { ...inheritEnvironment(), GIT_CEILING_DIRECTORIES: dirname(PROJECT) },
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
  } catch {
    // No git, no checkout or no remote.
    return undefined;
  }
}
