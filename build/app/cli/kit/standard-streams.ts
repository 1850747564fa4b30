import { isOnRunner } from "../../../environment.ts";
import { createTerminal } from "../../../kit/platform/terminal/terminal.ts";

/** Command results. */
export const stdout = createTerminal(process.stdout, { isRunner: isOnRunner });

/** Progress, warnings and failures. */
export const stderr = createTerminal(process.stderr, { isRunner: isOnRunner });
