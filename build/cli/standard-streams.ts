import { isOnRunner } from "../config.ts";
import { createTerminal } from "../platform/terminal/terminal.ts";

/** The results of a command. */
export const stdout = createTerminal(process.stdout, { isRunner: isOnRunner });

/** Progress, warnings and failures. */
export const stderr = createTerminal(process.stderr, { isRunner: isOnRunner });
