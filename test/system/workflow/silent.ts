import type { Progress } from "../../../build/platform/platform.ts";

const task = { update: () => undefined, done: () => undefined, warned: () => undefined, failed: () => undefined };

/** Progress that nobody watches. */
export const SILENT: Progress = { start: () => task, note: () => undefined, warn: () => undefined };
