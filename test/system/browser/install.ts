import { mkdir } from "node:fs/promises";
import { installFromDebian, provide, unpackFromDebian } from "../hosts/provide.ts";
import { findProgram, TOOLS_FOLDER } from "../hosts/tools.ts";
import { findChromium } from "./chromium.ts";

/*
 * Gets what `*.browser.test.ts` run, where the machine lacks it: Chromium as a package of Debian, which is installed because it needs
 * dozens of libraries, and nginx, which is only unpacked. What cannot be had is named, and its tests are skipped.
 */

await mkdir(TOOLS_FOLDER, { recursive: true });
await provide("chromium", findChromium, () => installFromDebian("chromium"));
await provide(
  "nginx",
  () => findProgram("nginx"),
  () => unpackFromDebian("nginx"),
);
