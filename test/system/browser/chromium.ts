import { type Browser, chromium } from "playwright-core";
import { findProgram } from "../hosts/tools.ts";

/** Nothing of the browser's own may ask the network, and a container has neither a sandbox for it nor a graphics card. */
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

export const CHROMIUM_HINT =
  "chromium is missing: npm run test:browser installs it where Debian's packages can be reached";

export function findChromium(): Promise<string | undefined> {
  return findProgram("chromium");
}

/** A browser without a window. Throws where there is none. */
export async function openChromium(): Promise<Browser> {
  const executablePath = await findChromium();
  if (executablePath === undefined) throw new Error(CHROMIUM_HINT);
  return chromium.launch({ executablePath, args: FLAGS });
}
