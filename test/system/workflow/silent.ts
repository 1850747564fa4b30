import type { Progress } from "../../../build/platform/platform.ts";

const task = { update: () => undefined, done: () => undefined, warned: () => undefined, failed: () => undefined };

/** Progress without output. */
export const SILENT: Progress = { start: () => task, note: () => undefined, warn: () => undefined };
