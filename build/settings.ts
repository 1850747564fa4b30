import type { OwnSettings } from "./config.ts";

/**
 * The settings of this site, such as `coins: 250,`. Updates keep this file. A setting that is not
 * here has its default: `build/config.ts` lists all of them, with their reasons.
 */
export const SETTINGS: OwnSettings = {};
