import { MINUTE_MS } from "../lib/time.ts";

/** How often the site is rebuilt. No answer can be newer than its build, however fast the source is. */
export const BUILD_CADENCE_MS = 30 * MINUTE_MS;
