import { statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { printHelp } from "../print-help.ts";
import { openChromium } from "./chromium.ts";
import { startByNpm } from "./start-sites.ts";

printHelp(`
Usage: npm run screenshots

Writes the pictures of the README, .github/screenshot-light.png and -dark.png, of the demo.
`);

/** `npm run screenshots`: writes the README's pictures of the demo's home page, light and dark. */
const FOLDER = new URL("../../../.github/", import.meta.url);
/** The README must load quickly. */
const MAX_BYTES = 250_000;

await import("./install.ts");
const demo = await startByNpm();
const browser = await openChromium();
try {
  for (const colorScheme of ["light", "dark"] as const) {
    const page = await browser.newPage({ colorScheme, viewport: { width: 1280, height: 800 } });
    await page.goto(demo.url, { waitUntil: "networkidle" });
    const path = fileURLToPath(new URL(`screenshot-${colorScheme}.png`, FOLDER));
    await page.screenshot({ path });
    const { size } = statSync(path);
    process.stdout.write(`${path}: ${Math.round(size / 1000)} kB\n`);
    if (size > MAX_BYTES) throw new Error(`${path} is larger than ${MAX_BYTES / 1000} kB`);
  }
} finally {
  await browser.close();
  await demo.stop();
}
