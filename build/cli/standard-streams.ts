import { isOnRunner } from "../config.ts";
import { createTerminal } from "../platform/terminal/terminal.ts";

const surroundings = { isRunner: isOnRunner() };

/** Results: what a command was asked for. */
export const stdout = createTerminal(process.stdout, surroundings);

/** Progress, warnings and failures. */
export const stderr = createTerminal(process.stderr, surroundings);
