import { type Config, findRunRepository } from "../config.ts";
import { OperationalError } from "../lib/operational-error.ts";
import { findPagesAddress, findRepository } from "../lib/site-address.ts";

/** Where the site of this project is published: what the configuration says, else the Pages of the repository that runs this, else of the project. */
export function findSiteAddress({ baseUrl, homepage }: Config): string {
  const address = baseUrl ?? findPagesAddress(findRunRepository() ?? findRepository(homepage) ?? "");
  if (address === undefined) {
    throw new OperationalError(
      "Where the site is published is not known: name its address, or set baseUrl in build/config.ts.",
    );
  }
  return address;
}
