import { OperationalError } from "../../../lib/operational-error.ts";
import { nameCommand } from "./installation.ts";

/** The error of a command that needs a built site, with what to do. */
export function buildNoSiteError(folder: string): OperationalError {
  return new OperationalError(
    `There is no site in ${folder}: build one with "${nameCommand("build")}", or of the demo market with "${nameCommand("build", "--sample")}", or name another folder.`,
  );
}
