import { type Browser, chromium } from "playwright-core";
import { findProgram } from "../hosts/tools.ts";

/** No background requests of the browser; containers have no sandbox and no GPU. */
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

export const CHROMIUM_HINT = "chromium is missing: npm run test:browser installs it if Debian's packages are reachable";

/** Debian's package and program of a Chromium without windows: half of the whole one's CPU time. */
export const HEADLESS_SHELL = "chromium-headless-shell";

export async function findChromium(): Promise<string | undefined> {
  return (await findProgram(HEADLESS_SHELL)) ?? (await findProgram("chromium"));
}

export async function openChromium(): Promise<Browser> {
  const executablePath = await findChromium();
  if (executablePath === undefined) throw new Error(CHROMIUM_HINT);
  return chromium.launch({ executablePath, args: FLAGS });
}
