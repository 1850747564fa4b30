import { OperationalError } from "../../../lib/operational-error.ts";

export function buildNoSiteError(folder: string): OperationalError {
  return new OperationalError(
    `There is no site in ${folder}: build one with "npm run build", or of the demo market with "npm run build -- --sample", or name another folder.`,
  );
}
