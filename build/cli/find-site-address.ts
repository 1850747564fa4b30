import { execFileSync } from "node:child_process";
import { dirname, join } from "node:path";
import { type Config, findRunRepository, findRunServer, inheritEnvironment, loadConfig } from "../config.ts";
import { findPagesAddress, findRepository, findWebAddress } from "../lib/site-address.ts";
import { PAGES_HOST } from "../workflow/plan.ts";

const PROJECT = join(import.meta.dirname, "../..");

/** The repository on GitHub that runs this, or that this checkout came from. */
export function findOwnRepository(): string | undefined {
  return findRunRepository() ?? findRepository(findOrigin() ?? "");
}

/**
 * The page of the repository that runs this, or that this checkout came from; `null` where there is
 * none.
 */
export function findHomepage(): string | null {
  const repository = findRunRepository();
  const address = repository === undefined ? findOrigin() : `${findRunServer()}/${repository}`;
  return findWebAddress(address ?? "") ?? null;
}

/** The configuration, with our own repository as the homepage where it names none. */
export function loadOwnConfig(flags: Partial<Config>): ReturnType<typeof loadConfig> {
  const loaded = loadConfig(flags);
  return loaded.config.homepage === null ? loadConfig({ ...flags, homepage: findHomepage() }) : loaded;
}

/** Where the site of this checkout is published: what the configuration says, else the Pages of its repository. `undefined`: not known. */
export function findSiteAddress({ baseUrl, siteHost: [host = PAGES_HOST] }: Config): string | undefined {
  if (baseUrl !== null) return baseUrl;
  return host === PAGES_HOST ? findPagesAddress(findOwnRepository() ?? "") : undefined;
}

/**
 * The address of the remote that this checkout came from. A repository that only surrounds the
 * checkout is not it.
 */
function findOrigin(): string | undefined {
  try {
    return execFileSync("git", ["remote", "get-url", "origin"], {
      cwd: PROJECT,
      encoding: "utf8",
      env: { ...inheritEnvironment(), GIT_CEILING_DIRECTORIES: dirname(PROJECT) },
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
  } catch {
    // No git, no checkout, no remote, or a confined build, which may start nothing.
    return undefined;
  }
}
