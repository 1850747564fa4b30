import { mkdir } from "node:fs/promises";
import { installFromDebian, provide, unpackFromDebian } from "../hosts/provide.ts";
import { findProgram, TOOLS_FOLDER } from "../hosts/tools.ts";
import { findChromium, HEADLESS_SHELL } from "./chromium.ts";

/*
 * Installs missing programs for `*.browser.test.ts`: Chromium as a Debian package, because it needs
 * many libraries, and nginx, which is only unpacked. Tests of unavailable programs are skipped.
 */

await mkdir(TOOLS_FOLDER, { recursive: true });
await provide("chromium", findChromium, () => installFromDebian(HEADLESS_SHELL));
await provide(
  "nginx",
  () => findProgram("nginx"),
  () => unpackFromDebian("nginx"),
);
