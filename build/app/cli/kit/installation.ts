import { join, sep } from "node:path";

/** The folder of this checkout, or of the installed package. */
export const PROJECT = join(import.meta.dirname, "../../../..");

/** Whether this is an installed package, and no checkout whose files a person changes. */
export const IS_INSTALLED = PROJECT.split(sep).includes("node_modules");

/** A command line of this program for a message: `npm run build -- --sample`, or the package's. */
export function nameCommand(command: string, flags = ""): string {
  const words = IS_INSTALLED
    ? ["npx open-crypto-data", command, flags]
    : ["npm run", command, ...(flags === "" ? [] : ["--", flags])];
  return words.filter(Boolean).join(" ");
}
