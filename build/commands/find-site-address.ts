import { type Config, findRunRepository } from "../config.ts";
import { findPagesAddress } from "../lib/site-address.ts";
import { PAGES_HOST } from "../publishing/plan.ts";
import { findOrigin } from "./doctor-surroundings.ts";

/** The repository on GitHub that runs this, or that this checkout came from. */
export function findOwnRepository(): string | undefined {
  return findRunRepository() ?? findOrigin();
}

/** Where the site of this checkout is published: what the configuration says, else the Pages of its repository. `undefined`: not known. */
export function findSiteAddress({ baseUrl, siteHost: [host = PAGES_HOST] }: Config): string | undefined {
  if (baseUrl !== null) return baseUrl;
  return host === PAGES_HOST ? findPagesAddress(findOwnRepository() ?? "") : undefined;
}
